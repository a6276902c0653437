/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ComparisonSummary } from '../../src/control/api/api.ts';
import { isShown, settle, useApp } from './open-app.ts';
import { axis, comparisonAddress, isOpen, openAxis, openComparison, openFold } from './open-comparison.ts';

const startApp = useApp();
const changed = 'Captures were added or removed since this comparison was made. Read the comparison again.';

describe('axes', () => {
  test('are one line each, and the rows of one are read when it is unfolded, once', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/profiling/diff') throw new Error('the page asked for every row');
      if (url.pathname.endsWith('/diff/table')) asked.push(url.searchParams.get('axis'));
    });
    app.fake.state.scenario = 'confirmed';
    await page.goto(`${app.fake.origin}${comparisonAddress}`);
    await settle(page);
    expect([await page.locator('.axis[open]').count(), asked]).toEqual([0, []]);
    for (const id of ['network', 'files']) await openAxis(page, id);
    await axis(page, 'network').locator('summary').first().click();
    expect(await isOpen(page, 'network')).toBe(false);
    await openAxis(page, 'network');
    expect(asked).toEqual(['network', 'files']);
  });

  test('say that their rows could not be read, and read them again', async () => {
    const page = await openComparison(await startApp());
    await page.route('**/api/profiling/diff/table?**', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'comparison_changed', message: changed, request_id: 'request-1' } },
      }),
    );
    const text = await openAxis(page, 'files');
    expect(text).toContain(changed);
    await page.unroute('**/api/profiling/diff/table?**');
    await axis(page, 'files').getByRole('button', { name: 'Try again' }).click();
    expect(await isShown(axis(page, 'files').locator('table'))).toBe(true);
  });

  test('that nobody saw anything of are one line together', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await page.route('**/api/profiling/diff/summary?**', async (route) => {
      const served = (await (await route.fetch()).json()) as ComparisonSummary;
      const isSilent = ({ axis: id }: { axis: string }) => id === 'files' || id === 'network';
      const axes = served.axes.map((one) => (isSilent(one) ? { ...one, rows: {}, found: [], unchanged: 0 } : one));
      await route.fulfill({ json: { ...served, axes } });
    });
    await page.goto(`${app.fake.origin}${comparisonAddress}`);
    await settle(page);
    await openFold(page, 'axes');
    expect(await isShown(page.getByText('Nothing seen: Files, Network peers'))).toBe(true);
    expect(await axis(page, 'files').count()).toBe(0);
  });

  test('say what became of their keys', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    await openFold(page, 'axes');
    expect(await axis(page, 'syscall_names').innerText()).toBe('System call names 41 rows, none new, none missing');
  });

  test('where nothing changed are all folded, and say what was undecided', async () => {
    const page = await openComparison(await startApp(), 'unchanged');
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(1500);
    await openFold(page, 'axes');
    expect(await page.locator('.axis[open]').count()).toBe(0);
    expect(await axis(page, 'cpu_stacks').innerText()).toBe(
      'CPU by function 40 rows, none changed, 7 not decided, 19 too rare',
    );
  });

  test('are opened by a filter that matches, which says how many keys it hides', async () => {
    const page = await openComparison(await startApp());
    let [waiting, most] = [0, 0];
    const isTable = (request: { url: () => string }) => request.url().includes('/diff/table?');
    page.on('request', (request) => (most = Math.max(most, (waiting += Number(isTable(request))))));
    page.on('requestfinished', (request) => (waiting -= Number(isTable(request))));
    await openFold(page, 'axes');
    await page.getByLabel('Filter rows').fill('price_');
    await axis(page, 'cpu_stacks').locator('tbody tr').waitFor();
    expect(await page.locator('.axis[open]').count()).toBe(1);
    expect(most).toBe(1);
    await page.getByText('39 hidden by the filter').waitFor();
    await page.getByLabel('Filter rows').fill('');
    await page.locator('.axis[open]').waitFor({ state: 'detached' });
  });

  test('put the missing noise floor above every number', async () => {
    const page = await openComparison(await startApp());
    const text = await openAxis(page, 'cpu_stacks');
    const sentence = text.search(/noise floor: 1 replicate of 2\.14\.0 missing/iu);
    expect(sentence).toBeGreaterThan(0);
    expect(sentence).toBeLessThan(text.indexOf('40.8'));
    expect(sentence).toBeLessThan(text.indexOf('11.2'));
  });

  test('list both values and the count of one capture, largest difference first', async () => {
    const page = await openComparison(await startApp());
    await openAxis(page, 'cpu_stacks');
    const first = await axis(page, 'cpu_stacks').getByRole('row').nth(1).innerText();
    for (const fact of [
      'checkout::price_basket',
      'not judged',
      '11.2',
      '33.9',
      'n = 672 per capture',
      '3 of 3 captures',
      '+22.7',
      '× 3.03',
    ]) {
      expect(first).toContain(fact);
    }
  });

  test('show durations by their quantiles and their ratio, and no difference of them', async () => {
    const page = await openComparison(await startApp());
    const text = await openAxis(page, 'network_round_trips');
    expect(text).toMatch(/noise floor: 1 replicate of 2\.14\.0 missing/iu);
    const trips = axis(page, 'network_round_trips');
    const [, first = '', second = ''] = await trips.getByRole('row').allInnerTexts();
    for (const fact of ['p50 131 µs – 262 µs', 'p99 4.19 ms – 8.39 ms', 'n = 20,401 per capture', '× 4.00']) {
      expect(first.replaceAll('\u00a0', ' ')).toContain(fact);
    }
    expect(second).toContain('p99');
    expect(await trips.getByRole('columnheader').allInnerTexts()).not.toContain('Difference');
  });

  test('word new and not seen with what was counted and what is excluded', async () => {
    const page = await openComparison(await startApp());
    const text = await openAxis(page, 'files');
    expect(text).toContain('first at +13 s');
    expect(text).toContain('not seen (3 of 3 baseline captures; ≤ 0.05/s)');
    expect(text).toContain('not seen in 3 captures; ≤ 0.0167/s');
    expect(text).not.toMatch(/stopped|removed|gone/iu);
  });

  test('are not coloured by direction', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    for (const id of ['cpu_stacks', 'files', 'cpu_time']) await openAxis(page, id);
    const colours = await page
      .locator('.axis td.figure, .axis .number .figure')
      .evaluateAll((cells) => [
        ...new Set(cells.map((cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell).color)),
      ]);
    expect(colours).toHaveLength(1);
  });

  test('sort by a column and back, and say so to a screen reader', async () => {
    const page = await openComparison(await startApp());
    await openAxis(page, 'cpu_stacks');
    const table = axis(page, 'cpu_stacks').getByRole('table');
    const key = table.getByRole('columnheader', { name: 'Row' });
    await key.getByRole('button').click();
    expect(await key.getAttribute('aria-sort')).toBe('ascending');
    expect(await table.getByRole('row').nth(1).innerText()).toContain('checkout::handlers::step_01');
    await key.getByRole('button').click();
    expect(await table.getByRole('row').nth(1).innerText()).toContain('std::sys::alloc::realloc');
    await key.getByRole('button').click();
    expect(await key.getAttribute('aria-sort')).toBe('none');
    expect(await table.getByRole('row').nth(1).innerText()).toContain('checkout::price_basket');
  });

  test('keep their order in the address, each its own, so that a link shows it', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    await openAxis(page, 'cpu_stacks');
    await openAxis(page, 'files');
    const header = (id: string, name: string) => axis(page, id).getByRole('columnheader', { name });
    await header('cpu_stacks', 'Row').getByRole('button').click();
    await header('files', 'Row').getByRole('button').press('Enter');
    await header('files', 'Row').getByRole('button').press('Enter');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('cpu_stacks:key,files:-key');
    await page.reload();
    await settle(page);
    await axis(page, 'files').getByRole('table').waitFor();
    expect(await header('cpu_stacks', 'Row').getAttribute('aria-sort')).toBe('ascending');
    expect(await header('files', 'Row').getAttribute('aria-sort')).toBe('descending');
    expect(await isOpen(page, 'network')).toBe(false);
    await header('files', 'Row').getByRole('button').click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('cpu_stacks:key');
  });
});

describe('on paper', () => {
  const unfolded = (page: Page) => page.locator('.axis[open] .axis-body').count();

  test('every axis is unfolded, and on the screen as it was before', async () => {
    const page = await openComparison(await startApp());
    await openAxis(page, 'files');
    const [before, all] = [await unfolded(page), await page.locator('details.axis').count()];
    expect(before).toBeLessThan(all);
    // After the page's own listener: what is in the page when it is laid out for paper.
    await page.evaluate(`addEventListener('beforeprint', () => {
      document.body.dataset.printed = document.querySelectorAll('.axis[open] .axis-body').length;
    })`);
    await page.pdf();
    expect(await axis(page, 'files').getByText('unfold the table first').count()).toBe(0);
    expect(await page.locator('body').getAttribute('data-printed')).toBe(String(all));
    await axis(page, 'cpu_stacks').locator('.axis-body').waitFor({ state: 'detached' });
    expect(await unfolded(page)).toBe(before);
    await openAxis(page, 'cpu_stacks');
    expect(await unfolded(page)).toBe(before + 1);
  });

  test('what was undecided is listed', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    const listed = page.getByText('CPU by function: 7 not decided, 19 too rare');
    expect(await listed.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await listed.isVisible()).toBe(true);
  });
});
