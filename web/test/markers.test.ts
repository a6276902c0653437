/**
 * Deploys and incidents on the pages: the timeline of a process, a capture, a comparison, and the tokens that report them.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import type { Marker } from '../../src/control/api/api.ts';
import { announce } from '../dev-server/fake-state.ts';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

const incident = (over: Partial<Marker> = {}): Marker => ({
  id: 'during',
  kind: 'incident',
  workload: 'checkout-api',
  env: 'production',
  title: 'Payments <b>time</b> out',
  url: 'https://status.example.com/incidents/7?from=alert',
  started_at: '2020-01-01T00:00:00.000Z',
  recorded_at: '2020-01-01T00:00:00.000Z',
  recorded_by: 'alerts',
  ...over,
});

test('the row of a process unfolds to what was reported, as text and on its line, and no address is a link', async () => {
  const app = await startApp();
  app.fake.state.markers = [incident(), ...app.fake.state.markers];
  const page = await app.signIn('member', '/profiling');
  const row = page.getByRole('row', { name: /checkout-api/u }).first();
  await row.getByText('Figures').click();
  await row.getByRole('heading', { name: 'Deploys and incidents' }).waitFor();
  const items = row.locator('.markers > li');
  await items.first().waitFor();
  const texts = await items.allInnerTexts();
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/incident Jan 01, 2020.* \(open\) Payments <b>time<\/b> out/u);
  expect(texts[0]).toContain('Address at status.example.com: https://status.example.com/incidents/7?from=alert');
  expect(texts[1]).toMatch(/deploy .* 2\.14\.0\s+reported by the token “deploy pipeline”/u);
  expect(texts[2]).toMatch(/incident .* until .* Payments time out/u);
  // Of this app: the page of the release that was deployed.
  expect(await items.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href')))).toEqual([
    '/releases/checkout-api?env=production&version=2.14.0',
  ]);
  expect(await row.locator('.sparkline-marked .mark-incident').count()).toBe(2);
  expect(await row.locator('.sparkline-marked .mark-deploy').count()).toBe(1);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a process without any says who reports them, and one of another environment shows none of this', async () => {
  const app = await startApp();
  app.fake.state.markers = [incident({ workload: 'search-indexer', env: 'elsewhere' })];
  const page = await app.signIn('member', '/profiling');
  const row = page.getByRole('row', { name: /search-indexer/u }).first();
  await row.getByText('Figures').click();
  expect(await isShown(row.getByText('None were reported.'))).toBe(true);
});

test.each([
  ['ready', 'No capture that can be compared measured all of the CPU time.'],
  ['failed', 'The CPU time of these versions could not be read.'],
] as const)('a row without CPU figures (%s) says why, and unfolds to its markers', async (verdict, why) => {
  const app = await startApp();
  const of = { workload: 'checkout-api', env: 'production' };
  app.fake.state.verdicts = [{ ...of, state: verdict }];
  const page = await app.signIn('member', '/profiling');
  const row = page.getByRole('row', { name: /checkout-api/u }).first();
  expect(await isShown(row.getByText(why))).toBe(true);
  await row.getByText('Deploys and incidents').click();
  await row.locator('.markers > li').first().waitFor();
  expect(await row.locator('.markers > li').count()).toBe(2);
  expect(await row.locator('.sparkline').count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test.each([
  ['en-GB', 'An incident was open during this capture'],
  ['pt-BR', 'Havia um incidente aberto durante esta captura'],
])('a capture says that an incident was open while it was measured, in %s', async (locale, text) => {
  const app = await startApp();
  const { state } = app.fake;
  const capture = state.captures.find((one) => one.request_id === 'cap_head');
  Object.assign(capture ?? {}, { started_at: capture?.requested_at });
  state.markers = [incident({ ended_at: '2020-01-02T00:00:00.000Z' })];
  const page = await app.signIn('member', '/profiling/captures/cap_head', { locale });
  await settle(page);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  expect(await page.getByText(text).count()).toBe(0);
  state.markers = [incident()];
  await page.reload();
  expect(await isShown(page.getByText(text))).toBe(true);
  expect(await page.locator('.markers').innerText()).toContain('Payments <b>time</b> out');
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a comparison says during which captures an incident was open, in a line below its first sentence', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/profiling');
  await page.route('**/api/profiling/diff/summary?**', async (route) => {
    const answer = await route.fetch();
    const diff = (await answer.json()) as { head: { request_id: string } };
    const { title, started_at } = incident();
    const incidents = [{ title, started_at, captures: [diff.head.request_id, 'older'] }];
    await route.fulfill({ response: answer, json: { ...diff, incidents } });
  });
  await page.goto(`${app.fake.origin}/profiling/diff?workload=checkout-api&env=production`);
  const notice = page.locator('.verdict .notice');
  await notice.getByText('an incident was open during a capture (Payments').click();
  expect(await isShown(notice.getByText('An incident was open during a capture of this comparison'))).toBe(true);
  expect(await page.locator('.markers').innerText()).toMatch(/captures of 2\.13\.4: 1, of 2\.14\.0: 1/u);
  const [line, account] = await Promise.all([notice.boundingBox(), page.locator('.account').boundingBox()]);
  expect(line?.y).toBeLessThan(account?.y ?? 0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a row and a capture show a marker that arrives while they are open', async () => {
  const app = await startApp();
  const { state } = app.fake;
  const capture = state.captures.find((one) => one.request_id === 'cap_head');
  Object.assign(capture ?? {}, { started_at: capture?.requested_at });
  const page = await app.signIn('member', '/profiling');
  const row = page.getByRole('row', { name: /checkout-api/u }).first();
  await row.getByText('Figures').click();
  await row.locator('.markers > li').first().waitFor();
  const open = await app.signIn('admin', '/profiling/captures/cap_head');
  await open.getByText('Live', { exact: true }).waitFor();
  await settle(open);
  state.markers = [incident(), ...state.markers];
  announce(state, { type: 'marker' });
  expect(await isShown(row.getByText('Payments <b>time</b> out'))).toBe(true);
  expect(await isShown(open.getByText('An incident was open during this capture'))).toBe(true);
  state.markers = state.markers.map((one) => ({ ...one, ended_at: one.ended_at ?? '2020-01-01T00:00:01.000Z' }));
  announce(state, { type: 'marker' });
  expect(await isGone(open.getByText('An incident was open during this capture'))).toBe(true);
});

test('a comparison is read again when an incident of its workload began, and for no other marker', async () => {
  const app = await startApp();
  const { state } = app.fake;
  const page = await app.signIn('member', '/profiling');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/profiling/diff/summary?')) reads += 1;
  });
  const listed = () => page.waitForResponse('**/api/markers?**');
  await Promise.all([listed(), page.goto(`${app.fake.origin}/profiling/diff?workload=checkout-api&env=production`)]);
  await settle(page);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const before = reads;
  state.markers = [incident({ id: 'other', workload: 'ledger' }), ...state.markers];
  await Promise.all([listed(), Promise.resolve(announce(state, { type: 'marker' }))]);
  await page.waitForTimeout(400);
  expect(reads).toBe(before);
  state.markers = [incident(), ...state.markers];
  await Promise.all([
    page.waitForRequest('**/api/profiling/diff/summary?**'),
    Promise.resolve(announce(state, { type: 'marker' })),
  ]);
  expect(reads).toBe(before + 1);
});

test('an incident token is limited to the workloads and environments that were named, and the next one is not', async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/tokens');
  const section = page.getByRole('region', { name: 'Incident tokens', exact: true });
  const create = async (name: string): Promise<void> => {
    await section.getByLabel('Name').fill(name);
    await section.getByRole('button', { name: 'Create an incident token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  };
  await section.getByLabel('Workloads').fill('checkout-api, ledger,');
  await section.getByLabel('Environments').fill('production');
  await create('deploys');
  expect(app.fake.state.tokens[0]?.scopes).toEqual(['env:production', 'workload:checkout-api', 'workload:ledger']);
  await section.getByRole('row', { name: /deploys env:production, workload:checkout-api, .* valid/u }).waitFor();
  await create('alerts');
  expect(app.fake.state.tokens[0]).not.toHaveProperty('scopes');
  await section.getByRole('row', { name: /alerts not limited valid/u }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
