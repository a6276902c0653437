/**
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { findAccessibilityFaults, isShown, useApp } from './open-app.ts';

const startApp = useApp({ hasDocs: true });
const addresses = ['/docs/', '/docs/reference/capabilities.html', '/docs/reference/threat-model.html'];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('the documents have no accessibility fault and follow the theme', async () => {
    const app = await startApp();
    const page = await app.open('/docs/', { colorScheme });
    for (const address of addresses) {
      await page.goto(`${app.fake.origin}${address}`);
      expect([address, await findAccessibilityFaults(page)]).toEqual([address, []]);
    }
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(15, 22, 27)' : 'rgb(244, 246, 245)');
  }, 60_000);
});

test('a page 390 px wide does not scroll sideways, and its tables name the column of each cell', async () => {
  const app = await startApp();
  const page = await app.open('/docs/', { viewport: { width: 390, height: 800 } });
  for (const address of [...addresses, '/docs/reference/tunnel-protocol.html', '/docs/reference/audit-format.html']) {
    await page.goto(`${app.fake.origin}${address}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([address, width]).toEqual([address, 390]);
  }
  await page.goto(`${app.fake.origin}/docs/reference/capabilities.html`);
  const shown = await page
    .locator('td')
    .nth(2)
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(shown).toBe('"what the collector does with it"');
});

test('a stranger reads them, follows links between them and finds headings', async () => {
  const app = await startApp();
  const page = await app.open('/docs/');
  await page.getByRole('link', { name: 'Troubleshooting' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Troubleshooting' }).waitFor();
  await page.getByRole('link', { name: 'At a command: exit codes' }).first().click();
  expect(new URL(page.url()).hash).toBe('#at-a-command-exit-codes');
  expect(await page.locator('#at-a-command-exit-codes').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'All documents' }).click();
  expect(new URL(page.url()).pathname).toBe('/docs/');
});

test('Settings lead to the documents, and back', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/profiler');
  await page.getByRole('link', { name: 'Documents' }).click();
  expect(await isShown(page.getByRole('heading', { level: 1, name: 'Documents by reader' }))).toBe(true);
  await page.getByRole('link', { name: 'Farol', exact: true }).click();
  expect(await isShown(page.getByRole('heading', { level: 1, name: 'Profiling' }))).toBe(true);
});
