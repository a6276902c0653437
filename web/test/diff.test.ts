import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
const address = '/profiling/diff?workload=checkout-api&env=production';

function axis(page: Page, name: RegExp) {
  return page.getByRole('region', { name });
}

test('says which baseline was chosen and why, and what was passed over', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  await settle(page);
  const main = await page.locator('main').innerText();
  expect(main).toContain('Latest pushed head of another version before 2.14.0.');
  expect(main).toContain('2 replicates');
  expect(main).toContain('no replicates');
  await page.getByText('Skipped').click();
  await page.getByText('its capture failed').waitFor();
});

test('puts the missing noise floor above every number of the axis', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const text = await axis(page, /^CPU by function rate$/u)
    .first()
    .innerText();
  const sentence = text.indexOf('noise floor: 1 replicate of 2.14.0 missing');
  expect(sentence).toBeGreaterThan(0);
  expect(sentence).toBeLessThan(text.indexOf('40.8'));
  expect(sentence).toBeLessThan(text.indexOf('11.2'));
});

test('lists what changed with both values and the counts behind them, largest difference first', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const rows = axis(page, /^CPU by function rate$/u)
    .first()
    .getByRole('row');
  const first = await rows.nth(1).innerText();
  for (const fact of [
    'checkout::price_basket',
    'not judged',
    '11.2',
    '33.9',
    'n = 2,016',
    '3 of 3 captures',
    '+22.7',
    '× 3.03',
  ]) {
    expect(first).toContain(fact);
  }
});

test('shows durations by their quantiles and their ratio, and no difference of them', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const trips = axis(page, /^Network round trips distribution$/u).first();
  const text = (await trips.innerText()).replaceAll('\u00a0', ' ');
  expect(text).toContain('noise floor: 1 replicate of 2.14.0 missing');
  expect(text.indexOf('noise floor')).toBeLessThan(text.indexOf('p50 131 µs'));
  const [, first = '', second = ''] = await trips.getByRole('row').allInnerTexts();
  for (const fact of ['p50 131 µs – 262 µs', 'p99 4.19 ms – 8.39 ms', 'n = 61,204', 'p50 524 µs – 1.05 ms', '× 4.00']) {
    expect(first.replaceAll('\u00a0', ' ')).toContain(fact);
  }
  expect(second).toContain('p99');
  expect(await trips.getByRole('columnheader').allInnerTexts()).not.toContain('Difference');
});

test('words new and not seen with what was counted and what is excluded', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const files = axis(page, /^Files set$/u).first();
  const text = (await files.innerText()).replaceAll('\u00a0', ' ');
  expect(text).toContain('first at +13 s');
  expect(text).toContain('not seen (3 of 3 baseline captures; ≤ 0.05/s)');
  expect(text).toContain('not seen in 3 captures; ≤ 0.0167/s');
  expect(text).not.toMatch(/stopped|removed|gone/iu);
});

test('an axis that cannot be compared shows both facts and no direction, rank or number', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const calls = axis(page, /^System calls rate$/u);
  const text = await calls.innerText();
  expect(text).toContain('complete');
  expect(text).toContain('missing');
  expect(text).toContain('tracefs is not mounted');
  expect(text).toContain('not comparable');
  expect(text).not.toMatch(/changed|not seen|\bnew\b|→|[+−]\d|×|increase|decrease|faster|slower|more|less/iu);
  expect(await calls.getByRole('table').count()).toBe(0);
});

test('nothing in a difference is coloured by direction', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  await settle(page);
  const colours = await page
    .locator('.axis td.figure, .axis .number .figure')
    .evaluateAll((cells) => [
      ...new Set(cells.map((cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell).color)),
    ]);
  expect(colours).toHaveLength(1);
});

test('sorts by a column and back, and says so to a screen reader', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  const table = axis(page, /^CPU by function, scrollable table$/u);
  const key = table.getByRole('columnheader', { name: 'Key' });
  await key.getByRole('button').click();
  expect(await key.getAttribute('aria-sort')).toBe('ascending');
  expect(await table.getByRole('row').nth(1).innerText()).toContain('checkout::handlers::step_01');
  await key.getByRole('button').click();
  expect(await table.getByRole('row').nth(1).innerText()).toContain('std::sys::alloc::realloc');
  await key.getByRole('button').click();
  expect(await key.getAttribute('aria-sort')).toBe('none');
  expect(await table.getByRole('row').nth(1).innerText()).toContain('checkout::price_basket');
});

test('filters keys over all axes and says how many are hidden', async () => {
  const app = await startApp();
  const page = await app.signIn('member', address);
  await page.getByLabel('Filter keys').fill('price_');
  const functions = axis(page, /^CPU by function, scrollable table$/u);
  expect(await functions.locator('tbody tr').count()).toBe(1);
  await functions.getByText('src/pricing/basket.rs:41').waitFor();
  await page.getByText('39 hidden by the filter').waitFor();
});

test('offers every version that was captured, however long ago', async () => {
  const app = await startApp();
  const { state } = app.fake;
  const [head] = state.captures.filter(({ request_id: id }) => id === 'cap_head');
  const many = Array.from({ length: 130 }, (_, index) => ({
    ...head!,
    request_id: `cap_old_${index}`,
    version: `1.${130 - index}.0`,
    requested_at: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  }));
  state.captures = [...state.captures, ...many];
  const page = await app.signIn('member', '/profiling/diff');
  const options = page.getByLabel('Before').locator('option');
  await page.getByLabel('Before').waitFor();
  expect(await options.allTextContents()).toEqual(expect.arrayContaining(['2.13.4', '1.130.0', '1.1.0']));
});

test('lets the reader choose both versions by keyboard and shares the choice in the address', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/diff');
  await page.getByLabel('Process').selectOption('checkout-api');
  await page.getByLabel('Before').selectOption('2.12.2');
  await page.getByLabel('After').selectOption('2.13.4');
  await page.getByRole('button', { name: 'Show difference' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'checkout-api: 2.12.2 → 2.13.4' }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    workload: 'checkout-api',
    env: 'production',
    from: '2.12.2',
    to: '2.13.4',
  });
});

test('says why there is nothing to compare with', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling/diff?workload=search-indexer&env=production');
  expect(await isShown(page.getByText('there is nothing to compare it with'))).toBe(true);
});

test('labels a difference that uses a recorded capture', async () => {
  const app = await startApp();
  const { state } = app.fake;
  state.captures = state.captures.map((one) => (one.request_id === 'cap_base' ? { ...one, recorded: true } : one));
  const page = await app.signIn('member', address);
  expect(await isShown(page.getByText('A replay of a recorded capture: not a measurement of this machine.'))).toBe(
    true,
  );
  await page.getByText('Choose two versions').click();
  const versions = await page.getByLabel('Before').locator('option').allTextContents();
  expect(versions).toContain('2.13.4 (recorded)');
  expect(versions).toContain('2.14.0');
});
