/**
 * @module-tag deep
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();
const focused = (page: Page) => page.locator(':focus');
const surplus = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describe.each([
  [390, 844],
  [320, 640],
])('the header on a page %i px wide', (width, height) => {
  const viewport = { width, height };

  test('is one line; the menu opens by keyboard, closes on Escape and gives the focus back', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/fleet', { viewport });
    await settle(page);
    const header = (await page.getByRole('banner').boundingBox())!;
    expect(header.height).toBeLessThanOrEqual(60);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    expect(await page.getByRole('link', { name: 'Ask' }).count()).toBe(0);
    await menu.press('Enter');
    expect(await isShown(page.getByRole('link', { name: 'Ask' }))).toBe(true);
    expect(await page.getByRole('link', { name: 'Fleet' }).getAttribute('aria-current')).toBe('page');
    expect(await surplus(page)).toBe(0);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await focused(page).textContent()).toBe('Profiling');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Ask' }).isVisible()).toBe(false);
    expect(await focused(page).textContent()).toBe('Menu');
  });

  test('a link of the menu closes it and leads to the content; leaving works from it too', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/fleet', { viewport });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Ask' }).press('Enter');
    expect(await isShown(page.getByRole('heading', { level: 1, name: 'Ask' }))).toBe(true);
    expect(await page.getByRole('link', { name: 'Fleet' }).count()).toBe(0);
    expect(await focused(page).getAttribute('id')).toBe('main');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await isShown(page.getByText('You signed out.'))).toBe(true);
    expect(await isShown(page.getByLabel('Language', { exact: true }))).toBe(true);
    expect(await surplus(page)).toBe(0);
  });

  test('settings name the open section on a button that unfolds the others', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/settings/people', { viewport });
    await settle(page);
    const button = page.getByRole('button', { name: 'Settings: People' });
    expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(0);
    await button.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await focused(page).textContent()).toBe('Profiler');
    await page.keyboard.press('Escape');
    expect(await focused(page).textContent()).toBe('Settings: People');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    await page.getByRole('link', { name: 'Tokens' }).click();
    expect(await isShown(page.getByRole('button', { name: 'Settings: Tokens' }))).toBe(true);
    expect(await surplus(page)).toBe(0);
  });
});

test('at 1280 px the header is one line and the settings have their navigation at the side', async () => {
  const app = await startApp();
  for (const [role, locale] of [
    ['owner', 'en-GB'],
    ['admin', 'pt-BR'],
  ] as const) {
    const page = await app.signIn(role, '/settings/tokens', { viewport: { width: 1280, height: 800 }, locale });
    await settle(page);
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(60);
    expect(await page.locator('.menu-button').isVisible()).toBe(false);
    const nav = (await page.locator('main > nav').boundingBox())!;
    const content = (await page.locator('main > section').first().boundingBox())!;
    const title = (await page.locator('h1').boundingBox())!;
    expect(nav.x + nav.width).toBeLessThan(content.x);
    expect(title.x).toBe(content.x);
    expect(await surplus(page)).toBe(0);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  }
});

test('no page of the settings is shorter than its navigation', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/profiler', { viewport: { width: 1280, height: 400 } });
  await settle(page);
  const nav = (await page.locator('main > nav').boundingBox())!;
  const main = (await page.locator('main').boundingBox())!;
  expect(nav.y + nav.height).toBeLessThanOrEqual(main.y + main.height);
  expect(await isGone(page.locator('.loading'))).toBe(true);
});
