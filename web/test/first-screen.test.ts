import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { links } from '../dev-server/fake-state.ts';
import { isShown, settle, useApp } from './open-app.ts';
import { pageAddresses } from './page-addresses.ts';

const startApp = useApp();

/** Of scripts, compressed, before the page can be used. */
const maxBytes = 40_000;

/** Scripts by address that `open` makes the page load, until nothing more comes. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<Map<string, Buffer>> {
  const addresses = new Set<string>();
  const hear = (request: Request): void => {
    if (request.url().endsWith('.js')) addresses.add(request.url());
  };
  page.on('request', hear);
  await open();
  await settle(page);
  await page.waitForTimeout(300);
  page.off('request', hear);
  // Asked for again: the browser forgets the bodies of a page that it leaves.
  const bodies = [...addresses].map(async (one) => [one, await (await page.request.get(one)).body()] as const);
  return new Map(await Promise.all(bodies));
}

function compressedBytes(scripts: ReadonlyMap<string, Buffer>): number {
  return [...scripts.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
}

test.each(['en-GB', 'pt-BR'])('the sign-in page in %s loads at most 40 kB of compressed script', async (locale) => {
  const app = await startApp();
  const page = await app.open('/farol.svg', { locale });
  const scripts = await scriptsOf(page, () => page.goto(`${app.fake.origin}/`));
  expect(await isShown(page.getByRole('heading', { level: 1 }))).toBe(true);
  expect(compressedBytes(scripts)).toBeGreaterThan(5000);
  expect(compressedBytes(scripts)).toBeLessThanOrEqual(maxBytes);
});

test.each(['en-GB', 'pt-BR'])('the Profiling page in %s loads at most 40 kB of compressed script', async (locale) => {
  const app = await startApp();
  const page = await app.open('/farol.svg', { locale });
  const scripts = await scriptsOf(page, async () => {
    await page.goto(`${app.fake.origin}/welcome#${links.member}`);
    await page.getByRole('row', { name: /ledger 3\.0\.1/u }).waitFor();
  });
  expect([...scripts.keys()].some((name) => name.includes('profiling-page'))).toBe(true);
  expect(compressedBytes(scripts)).toBeLessThanOrEqual(maxBytes);
});

test(
  'no page loads zod for the answers it reads; only the permission documents need it',
  { tags: ['deep'], timeout: 90_000 },
  async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/profiling');
    const loading: string[] = [];
    for (const address of pageAddresses) {
      const scripts = await scriptsOf(page, () => page.goto(`${app.fake.origin}${address}`));
      if ([...scripts.values()].some((body) => body.includes('jitless'))) loading.push(address);
    }
    expect(loading).toEqual(['/permissions']);
  },
);

test('says that the script of a page is missing, and a reload brings the new version', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  await settle(page);
  await page.route('**/assets/fleet-page*', (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.getByRole('link', { name: 'Fleet' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The script of this page could not be loaded.').waitFor();
  await page.unroute('**/assets/fleet-page*');
  await alert.getByRole('button', { name: 'Reload' }).click();
  expect(await isShown(page.getByRole('link', { name: 'agent-primary' }))).toBe(true);
});

test('stays in its language, and says why, when the words of another one are missing', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  await settle(page);
  await page.route('**/assets/portuguese*', (route) => route.abort());
  await page.getByLabel('Language', { exact: true }).selectOption('pt-BR');
  await page.getByText('The words of that language could not be loaded.').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('en');
});
