/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox');
const options = (page: Page) => search(page).getByRole('option');
/** When everything that can be found is there. */
const loaded = (page: Page) =>
  search(page)
    .getByText(/result/u)
    .waitFor();

describe('search', () => {
  test('opens by Ctrl+K within 100 ms with the focus in its field, and Escape gives the focus back', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/fleet');
    await settle(page);
    await page.getByRole('link', { name: 'Profiling' }).focus();
    await page.evaluate(`
      addEventListener('keydown', (event) => {
        if (event.key === 'k') globalThis.pressedAt = performance.now();
      }, { capture: true });
      new MutationObserver(() => {
        if (document.querySelector('dialog[open]') && !globalThis.openAfter) globalThis.openAfter = performance.now() - globalThis.pressedAt;
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    `);
    await page.keyboard.down('Control');
    await page.waitForTimeout(300);
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await loaded(page);
    expect(await page.evaluate<number>('globalThis.openAfter')).toBeLessThanOrEqual(100);
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox');
    await page.keyboard.press('Escape');
    expect(await isGone(search(page))).toBe(true);
    expect(await page.locator(':focus').textContent()).toBe('Profiling');
  });

  test('finds pages, processes, captures, operations and instances by keyboard alone', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await settle(page);
    for (const [text, kind, heading] of [
      ['peopl', 'page', 'People'],
      ['metrics.query', 'operation', 'metrics.query'],
      ['agent-primary', 'instance', 'agent-primary'],
      ['checkout-api 2.14.0', 'capture', /checkout-api/u],
    ] as const) {
      await page.keyboard.press('Control+k');
      await loaded(page);
      await field(page).fill(text);
      const first = options(page).first();
      expect(await first.innerText()).toContain(kind);
      expect(await first.getAttribute('aria-selected')).toBe('true');
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
      await page.keyboard.press('Enter');
      expect(await isGone(search(page))).toBe(true);
      expect(await isShown(page.getByRole('heading', { level: 1, name: heading }))).toBe(true);
      expect(await page.locator(':focus').getAttribute('id')).toBe('main');
    }
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await loaded(page);
    await field(page).fill('checkout-api process');
    expect(await options(page).count()).toBe(0);
    await field(page).fill('checkout-api production');
    await options(page).filter({ hasText: 'process' }).first().click();
    expect(new URL(page.url()).search).toBe('?workload=checkout-api&env=production');
  });

  test('arrows choose around the list, and what was opened comes first the next time', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await settle(page);
    await page.keyboard.press('Control+k');
    await loaded(page);
    await page.keyboard.press('ArrowUp');
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true');
    await field(page).fill('permissions');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Permissions' }).waitFor();
    await page.keyboard.press('Control+k');
    await loaded(page);
    expect(await options(page).first().innerText()).toContain('Permissions');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You signed out.').waitFor();
    expect(await page.evaluate(`localStorage.getItem('farol.recent')`)).toBe('');
  });

  test('says when nothing matches and when a list could not be read', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    await settle(page);
    await page.route('**/api/catalog', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await search(page).getByText('Some lists could not be loaded').waitFor();
    await field(page).fill('nothing like this');
    expect(await isShown(search(page).getByText('Nothing matches.'))).toBe(true);
    expect(await field(page).getAttribute('aria-expanded')).toBe('false');
    expect(await field(page).getAttribute('aria-activedescendant')).toBeNull();
  });
});

describe('keys', () => {
  test('are listed by ?, do nothing in a field or over a dialog, and can be switched off for good', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/profiling');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const process = page.getByLabel('Process').first();
    await process.press('?');
    await process.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await process.inputValue()).toBe('?');
    await page.getByRole('link', { name: 'Fleet' }).focus();
    await page.keyboard.press('?');
    expect(await isShown(keys.getByRole('row', { name: /Ctrl K/u }))).toBe(true);
    await page.keyboard.press('Control+k');
    expect(await search(page).count()).toBe(0);
    await keys.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await page.reload();
    await settle(page);
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await search(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await keys.getByRole('checkbox').press('Space');
    await keys.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Keyboard shortcuts');
    await page.keyboard.press('Escape');
    expect(await isGone(search(page))).toBe(true);
    await page.keyboard.press('Control+k');
    expect(await isShown(search(page))).toBe(true);
  });
});

describe.each([
  ['light', 1280, 800],
  ['dark', 390, 844],
  ['light', 320, 640],
] as const)('in %s, %i px wide', (colorScheme, width, height) => {
  test('search and the list of keys have no accessibility fault and scroll nothing sideways', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/fleet', { colorScheme, viewport: { width, height } });
    await settle(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await loaded(page);
    await field(page).fill('metrics');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const box = (await search(page).boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([true, true, true]);
    await search(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});

test('speaks Portuguese, and finds without accents', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling', { locale: 'pt-BR' });
  await page.getByRole('button', { name: 'Buscar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buscar' });
  await dialog.getByText(/resultado/u).waitFor();
  await dialog.getByRole('combobox').fill('permissoes');
  expect(await dialog.getByRole('option').first().innerText()).toContain('Permissões');
});
