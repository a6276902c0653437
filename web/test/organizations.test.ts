/**
 * Switching between organizations in the header.
 *
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

describe.each([
  [
    1280,
    'en-GB',
    { menu: 'Menu', open: 'acme: switch organization', choose: 'Switch to globex', now: /owner of globex/u },
  ],
  [
    390,
    'pt-BR',
    { menu: 'Menu', open: 'acme: trocar de organização', choose: 'Trocar para globex', now: /de globex/u },
  ],
] as const)('on a page %i px wide in %s', (width, locale, words) => {
  const options = { viewport: { width, height: 844 }, locale };

  test('the keyboard opens the list beside the name, closes it, and switches', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/fleet', options);
    await settle(page);
    if (width < 700) await page.getByRole('button', { name: words.menu, exact: true }).press('Enter');
    const button = page.getByRole('button', { name: words.open });
    const choice = page.getByRole('button', { name: words.choose });
    await button.press('Enter');
    expect(await isShown(choice)).toBe(true);
    const box = (await choice.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await choice.isVisible()).toBe(false);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(words.open);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.fake.origin}/profiling`);
    await settle(page);
    expect(app.fake.state.organization.name).toBe('globex');
    expect(await page.locator('.person-name').textContent()).toMatch(words.now);
  });

  test('a refusal is worded in the list, and the session stays', async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/fleet', options);
    await settle(page);
    if (width < 700) await page.getByRole('button', { name: words.menu, exact: true }).click();
    await page.getByRole('button', { name: words.open }).click();
    app.fake.state.otherOrganizations = [];
    await page.getByRole('button', { name: words.choose }).click();
    expect(await isShown(page.getByRole('alert'))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/fleet');
  });
});

test('with one organization the header offers no switch', async () => {
  const app = await startApp();
  app.fake.state.otherOrganizations = [];
  const page = await app.signIn('owner', '/profiling');
  const answered = page.waitForResponse('**/api/session/organizations');
  await page.goto(`${app.fake.origin}/fleet`);
  await answered;
  await settle(page);
  expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'switch organization' }).count()).toBe(0);
});

test('of many organizations one is found by a part of its name', async () => {
  const app = await startApp();
  app.fake.state.otherOrganizations = Array.from({ length: 49 }, (_one, at) => ({
    id: `org-${at}`,
    name: `unit-${at}`,
  }));
  const page = await app.signIn('owner', '/fleet');
  await page.getByRole('button', { name: 'acme: switch organization' }).click();
  const choices = page.getByRole('list', { name: 'acme: switch organization' }).getByRole('button');
  expect(await choices.count()).toBe(49);
  const field = page.locator('.organization-menu').getByRole('searchbox');
  await field.fill('unit-48');
  expect(await choices.allInnerTexts()).toEqual(['Switch to unit-48']);
  await field.fill('nothing-like-it');
  expect(await isShown(page.getByText('0 / 49'))).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test.each(['en-GB', 'pt-BR'])('the header at 1280 px has the whole name of the person, in %s', async (locale) => {
  const app = await startApp();
  const page = await app.signIn('owner', '/profiling', { locale, viewport: { width: 1280, height: 800 } });
  await settle(page);
  const name = page.locator('.person-name > span').first();
  expect(await name.textContent()).toBe('Ana Lima');
  expect(await name.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
  expect(await page.getByRole('banner').evaluate((own) => own.clientHeight)).toBeLessThan(60);
});
