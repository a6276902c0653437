/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isShown, useApp } from './open-app.ts';
import { axis, isOpen, openAxis, openComparison } from './open-comparison.ts';

const startApp = useApp();

describe('axes', () => {
  test('with a finding are open, the others are one line each', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    expect(await isOpen(page, 'cpu_stacks')).toBe(true);
    expect(await isOpen(page, 'network')).toBe(true);
    expect(await isOpen(page, 'syscall_names')).toBe(false);
    expect(await axis(page, 'syscall_names').innerText()).toBe('System call names 41 keys, none new, none missing');
  });

  test('where nothing changed are all folded, and say what was undecided', async () => {
    const page = await openComparison(await startApp(), 'unchanged');
    expect(await page.locator('.axis[open]').count()).toBe(0);
    expect(await axis(page, 'cpu_stacks').innerText()).toBe(
      'CPU by function 40 keys, none changed, 7 undecided, 19 too rare',
    );
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(1500);
  });

  test('are opened by a filter that matches, which says how many keys it hides', async () => {
    const page = await openComparison(await startApp());
    await page.getByLabel('Filter keys').fill('price_');
    await axis(page, 'cpu_stacks').locator('tbody tr').waitFor();
    expect(await page.locator('.axis[open]').count()).toBe(1);
    await page.getByText('39 hidden by the filter').waitFor();
    await page.getByLabel('Filter keys').fill('');
    expect(await isShown(axis(page, 'files').locator('table'))).toBe(true);
    expect(await isOpen(page, 'cpu_stacks')).toBe(false);
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
    const text = (await axis(page, 'files').innerText()).replaceAll('\u00a0', ' ');
    expect(text).toContain('first at +13 s');
    expect(text).toContain('not seen (3 of 3 baseline captures; ≤ 0.05/s)');
    expect(text).toContain('not seen in 3 captures; ≤ 0.0167/s');
    expect(text).not.toMatch(/stopped|removed|gone/iu);
  });

  test('are not coloured by direction', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
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
});

describe('on paper', () => {
  const unfolded = (page: Page) => page.locator('.axis[open] .axis-body').count();

  test('every axis is unfolded, and on the screen as it was before', async () => {
    const page = await openComparison(await startApp());
    await axis(page, 'files').locator('.axis-body').waitFor();
    const [before, all] = [await unfolded(page), await page.locator('details.axis').count()];
    expect(before).toBeLessThan(all);
    // After the page's own listener: what is in the page when it is laid out for paper.
    await page.evaluate(`addEventListener('beforeprint', () => {
      document.body.dataset.printed = document.querySelectorAll('.axis[open] .axis-body').length;
    })`);
    await page.pdf();
    expect(await page.locator('body').getAttribute('data-printed')).toBe(String(all));
    await axis(page, 'cpu_stacks').locator('.axis-body').waitFor({ state: 'detached' });
    expect(await unfolded(page)).toBe(before);
    await openAxis(page, 'cpu_stacks');
    expect(await unfolded(page)).toBe(before + 1);
  });

  test('what was undecided is listed', async () => {
    const page = await openComparison(await startApp(), 'confirmed');
    const listed = page.getByText('CPU by function: 7 undecided, 19 too rare');
    expect(await listed.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await listed.isVisible()).toBe(true);
  });
});
