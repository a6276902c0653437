/**
 * A release on one page: the comparison, what metrics show around the deploy, and what happened meanwhile.
 *
 * @module-tag deep
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Marker } from '../../src/control/api/api.ts';
import type { FakeState } from '../dev-server/fake-state.ts';
import { findAccessibilityFaults, isShown, type OpenApp, settle, useApp } from './open-app.ts';
import { questions, releaseAddress, seedRelease } from '../dev-server/seed-release.ts';

const startApp = useApp();
const hourMs = 3_600_000;

const tile = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const read = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll(/\s+/gu, ' ').trim();
const asked = ({ fake }: OpenApp) =>
  fake.state.asked.map(({ args }) => args as { query: { text: string }; window: { from: string; to: string } });

function deployOf({ markers }: FakeState): Marker {
  const deploy = markers.find(({ kind }) => kind === 'deploy');
  if (deploy === undefined) throw new Error('the fake has no deploy');
  return deploy;
}

/** A deploy 150 minutes ago, an incident a quarter of an hour later, and the first capture 10 minutes later. */
async function startRelease(names: readonly (keyof typeof questions)[]): Promise<OpenApp> {
  const app = await startApp();
  const { state } = app.fake;
  state.scenario = 'confirmed';
  seedRelease(state, names);
  const deploy = deployOf(state);
  const after = (minutes: number): string => new Date(Date.parse(deploy.started_at) + minutes * 60_000).toISOString();
  const { version: _version, url: _url, ...others } = deploy;
  const incident: Marker = {
    ...others,
    id: 'during',
    kind: 'incident',
    title: 'Payments time out',
    started_at: after(15),
    ended_at: after(30),
  };
  state.markers = [incident, ...state.markers];
  state.captures = state.captures.map((one) =>
    one.request_id === 'cap_head' ? { ...one, requested_at: after(9), started_at: after(10) } : one,
  );
  return app;
}

async function open(app: OpenApp, address = releaseAddress, options = {}): Promise<Page> {
  const page = await app.signIn('member', address, options);
  await settle(page);
  return page;
}

describe('with a comparison and saved questions', () => {
  test('shows the lead and the first charts above the fold, with the deploy as a line', async () => {
    const app = await startRelease(['latency', 'errors']);
    const page = await open(app, releaseAddress, { viewport: { width: 1280, height: 800 } });
    const lead = page.locator('.lead-text');
    expect(await read(lead)).toContain('checkout-api 2.14.0 uses 46 % more CPU');
    expect(await isShown(page.getByText('How sure:').first())).toBe(true);
    expect(await isShown(page.getByText('Where to start:').first())).toBe(true);
    const chart = tile(page, 'Checkout latency');
    const line = chart.locator('.chart-deploy-main');
    await line.waitFor({ state: 'attached' });
    for (const part of [lead, chart, tile(page, 'Checkout errors').locator('.ask-plot')]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(800);
    }
    const [plot, at] = [await chart.locator('.chart-marks').boundingBox(), await line.boundingBox()];
    // An hour on each side of it.
    expect(((at?.x ?? 0) - (plot?.x ?? 0)) / (plot?.width ?? 1)).toBeCloseTo(0.5, 1);
    expect(await line.textContent()).toBe('2.14.0');
    expect(await chart.locator('.chart-incident').count()).toBe(1);
    expect(await chart.locator('.chart-capture').count()).toBe(1);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'The whole comparison' }).getAttribute('href')).toBe(
      '/profiling/diff?workload=checkout-api&env=production&from=2.13.4&to=2.14.0',
    );
  });

  test('a row of the evidence leads to the comparison', async () => {
    const app = await startRelease([]);
    const page = await open(app);
    await page.locator('.cause .row-link').first().click();
    await page.waitForURL(/\/profiling\/diff\?.*frame=/u);
    expect(await isShown(page.getByRole('heading', { level: 1, name: /2\.13\.4.*2\.14\.0/u }))).toBe(true);
  });

  test('asks over the hours around the deploy, at most two questions at once, and says the medians', async () => {
    const app = await startRelease(['latency', 'errors', 'load']);
    const { state } = app.fake;
    const { answer } = state;
    let [isHeld, running, most] = [true, 0, 0];
    state.answer = async (question) => {
      running += 1;
      most = Math.max(most, running);
      while (isHeld) await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return answer(question);
    };
    const page = await app.signIn('member', releaseAddress);
    await expect.poll(() => state.asked.length).toBe(2);
    expect(await isShown(tile(page, 'Load of the nodes').getByText('Asking…'))).toBe(true);
    isHeld = false;
    expect(await read(tile(page, 'Load of the nodes').locator('.release-median'))).toBe(
      'The largest change among 2 series: load_seconds{route="/pay"}: median 510 ms before the deploy, 760 ms after it (× 1.49)',
    );
    expect(most).toBe(2);
    const deployed = Date.parse(deployOf(state).started_at);
    for (const { window } of asked(app)) {
      expect([Date.parse(window.from), Date.parse(window.to)]).toEqual([deployed - hourMs, deployed + hourMs]);
    }
  });

  test('a refusal, an empty answer and too few points are said in their tiles, and disturb no other', async () => {
    const app = await startRelease(['refused', 'empty', 'few', 'latency']);
    const page = await open(app);
    const refused = tile(page, 'Queue length');
    expect(await isShown(refused.getByText('The credential lacks a permission.'))).toBe(true);
    expect(await isShown(refused.getByText('Add metrics:read to the access policy of the token.'))).toBe(true);
    expect(await isShown(tile(page, 'Cache hits').getByText('The answer has no value in these hours.'))).toBe(true);
    expect(await isShown(tile(page, 'Nightly job').getByText(/^No median: 2 points before the deploy and 3/u))).toBe(
      true,
    );
    expect(await isShown(tile(page, 'Checkout latency').getByText('before the deploy'))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const before = app.fake.state.asked.length;
    seedRelease(app.fake.state, ['latency']);
    app.fake.state.answer = ({ args }) => ({
      complete: true,
      truncated: false,
      source: 'grafana',
      upstreamCalls: 1,
      data: { asked: args },
    });
    await refused.getByRole('button', { name: 'Ask again' }).click();
    expect(await isShown(refused.getByText('The answer has no value in these hours.'))).toBe(true);
    expect(app.fake.state.asked.length).toBe(before + 1);
  });

  test('by keyboard, a chart reads out its values and the questions are chosen', async () => {
    const app = await startRelease(['latency', 'errors']);
    const page = await open(app);
    const slider = tile(page, 'Checkout latency').getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/latency_seconds\{route="\/pay"\} \d+ ms/u);
    await page.getByText('Choose questions (2 of 2)').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await tile(page, 'Checkout latency').waitFor({ state: 'detached' });
    expect(await isShown(page.getByText('Choose questions (1 of 2)'))).toBe(true);
    expect(await page.locator(':focus').getAttribute('type')).toBe('checkbox');
  });
});

describe('the questions', () => {
  const names = ['extra', 'load', 'few', 'empty', 'errors', 'latency', 'refused', 'list'] as const;
  const shown = (page: Page) => page.locator('.release-tile-head > h3').allInnerTexts();

  test('are those that mention the workload and then shared ones, six at most, and the page says why not others', async () => {
    const app = await startRelease(names);
    const page = await open(app);
    await page.getByText('Choose questions (6 of 7)').click();
    expect(await shown(page)).toEqual(
      ['few', 'empty', 'errors', 'latency', 'refused', 'extra'].map((id) => questions[id as 'few'].name),
    );
    const choice = (name: string) => page.getByRole('checkbox', { name });
    expect(await choice('Load of the nodes').isDisabled()).toBe(true);
    expect(await isShown(page.getByText('because their answers have no curves: Names of metrics'))).toBe(true);
    await choice('Disk').click();
    await choice('Load of the nodes').click();
    expect(await shown(page)).toContain('Load of the nodes');
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  test('that are chosen stay in the address, and remembered for the workload until the session ends', async () => {
    const app = await startRelease(['latency', 'errors', 'load']);
    const page = await open(app);
    await page.getByText('Choose questions (3 of 3)').click();
    await page.getByRole('checkbox', { name: 'Checkout latency' }).click();
    await page.getByRole('checkbox', { name: 'Load of the nodes' }).click();
    await page.waitForURL(/questions=errors(?:&|$)/u);
    const address = page.url();
    await page.goto(`${app.fake.origin}${releaseAddress}`);
    expect(await isShown(page.getByText('Choose questions (1 of 3)'))).toBe(true);
    expect(await shown(page)).toEqual(['Checkout errors']);
    await page.getByText('Choose questions (1 of 3)').click();
    await page.getByRole('checkbox', { name: 'Checkout errors' }).click();
    await page.waitForURL(/questions=none/u);
    expect(await isShown(page.getByText('No question is chosen.'))).toBe(true);
    await page.getByRole('button', { name: 'Choose automatically' }).click();
    expect(await isShown(page.getByText('Choose questions (3 of 3)'))).toBe(true);
    const other = await app.signIn('owner', address.slice(app.fake.origin.length));
    await settle(other);
    expect(await shown(other)).toEqual(['Checkout errors']);
    await other.getByText('Choose questions (1 of 3)').click();
    await other.getByRole('checkbox', { name: 'Load of the nodes' }).click();
    expect(await other.evaluate(`localStorage.getItem('farol.releases')`)).toContain('errors,load');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByText('You are signed out').waitFor();
    expect(await other.evaluate(`localStorage.getItem('farol.releases')`)).toBe('');
  });

  test('of an address that this person cannot see are counted', async () => {
    const app = await startRelease(['latency']);
    const page = await open(app, `${releaseAddress}&questions=latency,gone,list`);
    expect(await isShown(page.getByText('2 questions of this address are not shown'))).toBe(true);
    expect(await shown(page)).toEqual(['Checkout latency']);
  });

  test('say what to do where none can be drawn', async () => {
    const app = await startRelease(['list']);
    const page = await open(app);
    expect(await isShown(page.getByText('No saved question can be drawn here.'))).toBe(true);
    expect(await page.getByRole('link', { name: 'Ask a question' }).getAttribute('href')).toBe('/ask');
    expect(app.fake.state.asked).toEqual([]);
  });
});

test('the hours are chosen in the address, end now at the latest, and the timeline is of them', async () => {
  const app = await startRelease(['latency']);
  const page = await open(app);
  const items = page.locator('.release-timeline .markers > li');
  expect(await items.allInnerTexts().then((texts) => texts.map((text) => text.split(/\s/u)[0]))).toHaveLength(3);
  expect(await read(page.locator('.release-timeline ol'))).toMatch(
    /deploy .* 2\.14\.0 .* capture .* capture of 2\.14\.0 incident .* until .* Payments time out/u,
  );
  await page.getByLabel('On each side').selectOption('3h');
  await page.waitForURL(/around=3h/u);
  await expect.poll(() => app.fake.state.asked.length).toBe(2);
  const deployed = Date.parse(deployOf(app.fake.state).started_at);
  const { window } = asked(app)[1] ?? { window: { from: '', to: '' } };
  expect(Date.parse(window.from)).toBe(deployed - 3 * hourMs);
  expect(Date.parse(window.to)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(window.to)).toBeGreaterThan(deployed + 2 * hourMs);
  await page.getByLabel('On each side').selectOption('30m');
  await expect.poll(() => items.count()).toBe(3);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => app.fake.state.asked.length).toBe(4);
});

describe('without a deploy', () => {
  test('the time is that of the first capture, with the command that reports a deploy', async () => {
    const app = await startRelease(['latency']);
    const deployed = Date.parse(deployOf(app.fake.state).started_at);
    app.fake.state.markers = [];
    const page = await open(app);
    await page.getByText('No deploy of 2.14.0 was reported, so this page uses').click();
    const command = await page.getByRole('region', { name: 'command that reports the deploy' }).innerText();
    expect(command).toContain(`"kind":"deploy","key":"2.14.0","workload":"checkout-api","env":"production"`);
    expect(await isShown(page.getByText('before the first capture'))).toBe(true);
    expect(Date.parse(asked(app)[0]?.window.from ?? '')).toBe(deployed + 600_000 - hourMs);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  test('and without a capture, no metrics are asked, and the page says who requests one', async () => {
    const app = await startRelease(['latency']);
    const page = await app.signIn('member', '/profiling');
    await page.route(/\/api\/profiling\/diff\/summary\?/u, (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'no_head', message: 'No capture of 9.9.9.', request_id: 'req_1' } },
      }),
    );
    await page.goto(`${app.fake.origin}/releases/checkout-api?env=production&version=9.9.9`);
    await settle(page);
    expect(await isShown(page.getByText('The person or pipeline that deploys it requests one while it runs'))).toBe(
      true,
    );
    const command = page.getByRole('region', { name: 'command that requests a capture' });
    expect(await command.innerText()).toContain('--workload checkout-api --version 9.9.9 --env production');
    expect(await isShown(page.getByText('so there is no time to show metrics around'))).toBe(true);
    expect(app.fake.state.asked).toEqual([]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});

test('the first version of a process says that nothing was measured before it', async () => {
  const app = await startRelease([]);
  const { state } = app.fake;
  state.captures = state.captures.filter(({ request_id: id }) => id === 'cap_head');
  const page = await open(app);
  expect(await isShown(page.getByText('Nothing was measured before 2.14.0.'))).toBe(true);
});

test('an address without a version shows the latest one, and names it', async () => {
  const app = await startRelease(['latency']);
  const page = await open(app, '/releases/checkout-api?around=3h');
  await page.waitForURL(/\/releases\/checkout-api\?env=production&version=2\.14\.0&around=3h$/u);
  await page.getByLabel('Version').selectOption('2.13.4');
  expect(await isShown(page.getByRole('heading', { name: 'checkout-api: release 2.13.4' }))).toBe(true);
});

test.each(['en-GB', 'pt-BR'])('at 390 px in %s the lead is first and nothing scrolls sideways', async (locale) => {
  const app = await startRelease(['latency', 'refused']);
  const page = await open(app, releaseAddress, { locale, viewport: { width: 390, height: 844 } });
  await tile(page, 'Checkout latency').locator('.chart-deploy-main').waitFor({ state: 'attached' });
  const [lead, chart] = await Promise.all([
    page.locator('.lead-text').boundingBox(),
    tile(page, 'Checkout latency').boundingBox(),
  ]);
  expect((lead?.y ?? Infinity) + (lead?.height ?? 0)).toBeLessThan(844);
  expect(lead?.y).toBeLessThan(chart?.y ?? 0);
  await page.locator('.release-chooser > summary').click();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

test('Profiling, a comparison and the search lead to the page', async () => {
  const app = await startRelease(['latency']);
  const page = await app.signIn('member', '/profiling');
  const row = page.getByRole('row', { name: /checkout-api/u }).first();
  const link = row.getByRole('link', { name: 'Release 2.14.0, checkout-api' });
  expect(await link.getAttribute('href')).toBe(releaseAddress);
  await row.getByText('Figures').click();
  await row.locator('.markers').getByRole('link', { name: '2.14.0' }).click();
  expect(await isShown(page.getByRole('heading', { name: 'checkout-api: release 2.14.0' }))).toBe(true);
  await page.getByRole('link', { name: 'The whole comparison' }).click();
  expect(await isShown(page.getByRole('link', { name: 'Release on one page' }))).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('release checkout-api 2.14.0');
  await page.getByRole('option').filter({ hasText: 'release' }).first().click();
  await page.waitForURL(/\/releases\/checkout-api/u);
});
