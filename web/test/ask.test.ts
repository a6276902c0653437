/**
 * @module-tag deep
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FaultAnswer, Refusal } from '../dev-server/refusal.ts';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';
import { isSmooth, scrollSteps } from './scroll-steps.ts';

const startApp = useApp();

const usual = { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
const message = { channel: 'C0123456789', text: 'Deploy done' };

function linkTo(operation: string, args: unknown): string {
  return `/ask/${operation}?args=${encodeURIComponent(JSON.stringify(args))}`;
}

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

describe('the catalog', () => {
  test('is searched by operation, connector and permission, on one list and in the address', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask');
    await settle(page);
    expect(await isShown(page.getByText(/^All 1\d\d operations/u))).toBe(true);
    expect(await page.getByRole('link', { name: 'metrics.query' }).isVisible()).toBe(false);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const search = page.getByLabel('What do you want to know?');
    await search.fill('route53:ListHostedZones');
    const zones = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'dns.listZones' }) });
    expect(await isShown(zones.last().getByText('Permission: route53:ListHostedZones'))).toBe(true);
    await search.fill('grafana query');
    expect(await isShown(page.getByRole('link', { name: 'metrics.query' }))).toBe(true);
    expect(new URL(page.url()).searchParams.get('q')).toBe('grafana query');
    expect(requests.filter((url) => url.includes('?'))).toEqual([]);
    await page.getByLabel('Kind').selectOption('write');
    expect(await isShown(page.getByText('No operation matches this search.'))).toBe(true);
    await page.getByRole('link', { name: 'Clear search' }).click();
    await page.getByText('chat', { exact: true }).first().click();
    const post = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'chat.postMessage' }) });
    expect(await post.last().innerText()).toMatch(/write[^]*Slack \(configured\)/u);
    await page.getByRole('link', { name: 'chat.postMessage' }).click();
    expect(await isShown(page.getByRole('heading', { level: 1, name: 'chat.postMessage' }))).toBe(true);
  });

  test('shows only what a live Agent has configured, and says where that is nothing', async () => {
    const app = await startApp();
    app.fake.state.configured = new Map([['slack', ['agent-primary']]]);
    const page = await app.signIn('member', '/ask?configured=1');
    await settle(page);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Messages']);
    app.fake.state.configured = new Map();
    await page.goto(`${app.fake.origin}/ask`);
    expect(await isShown(page.getByText('No live Agent reports a configured connector.'))).toBe(true);
  });

  test('begins with what this person asked last and what can be asked now, and folds the rest', async () => {
    const app = await startApp();
    app.fake.state.configured = new Map([['slack', ['agent-primary']]]);
    const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
    await settle(page);
    await ask(page);
    await page.getByText('complete', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    const recent = page.getByRole('region', { name: 'Your recent questions' });
    expect(await isShown(recent.getByText('dialect: promql, text: up'))).toBe(true);
    const now = page.getByRole('region', { name: 'What you can ask now: 5 operations' });
    expect(await isShown(now.getByRole('link', { name: 'chat.postMessage' }))).toBe(true);
    expect(await now.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Messages']);
    expect(await page.getByText('dns', { exact: true }).isVisible()).toBe(false);
    await page.getByText(/^All 1\d\d operations/u).click();
    expect(await isShown(page.getByText('dns', { exact: true }))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await recent.getByRole('link', { name: 'metrics.query' }).click();
    expect(await page.getByLabel('text required').inputValue()).toBe('up');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('This browser stores nothing from your session.').waitFor();
    expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toContain('metrics.query');
  });

  test('an operation that does not exist is said so', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask/metrics.nothing');
    expect(await isShown(page.getByText('The catalog of this control plane has no operation of this name.'))).toBe(
      true,
    );
  });
});

describe('the form', () => {
  test('is filled by a link, asks only on a click, and puts what was asked into the address', async () => {
    const app = await startApp();
    const args = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-6h' }, limit: 5 };
    const page = await app.signIn('member', linkTo('metrics.query', args));
    await settle(page);
    expect(await page.getByLabel('text required').inputValue()).toBe('up');
    expect(await page.getByLabel('Time window').inputValue()).toBe('now-6h');
    expect(app.fake.state.asked).toEqual([]);
    await page.getByLabel('limit').fill('7');
    await ask(page);
    expect(await isShown(page.getByText('complete', { exact: true }))).toBe(true);
    const changed = { ...args, limit: 7 };
    expect(app.fake.state.asked).toMatchObject([{ operation: 'metrics.query', args: changed }]);
    expect(JSON.parse(new URL(page.url()).searchParams.get('args') ?? '')).toEqual(changed);
  });

  test('says of a link that it holds a question, and asks it on the click beside it', async () => {
    const app = await startApp();
    const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
    await settle(page);
    expect(await isShown(page.getByText('This link holds a question.'))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask it now' }).click();
    await page.getByText('complete', { exact: true }).waitFor();
    expect(await page.getByText('This link holds a question.').count()).toBe(0);
    await page.reload();
    expect(await isShown(page.getByRole('button', { name: 'Ask it now' }))).toBe(true);
    await page.goto(`${app.fake.origin}${linkTo('chat.postMessage', message)}`);
    // A member may not send a write.
    expect(await isShown(page.getByRole('button', { name: 'Write…' }))).toBe(true);
    expect(await page.getByText('This link holds').count()).toBe(0);
    expect(app.fake.state.asked).toHaveLength(1);
  });

  test('is used by keyboard alone: variants, lists, presets', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask/metrics.query');
    await settle(page);
    const query = page.getByRole('group', { name: 'query required' });
    await query.getByLabel('Kind').focus();
    await page.keyboard.type('datadog');
    await query.getByLabel('queries 1', { exact: true }).fill('avg:a{*}');
    await page.getByRole('button', { name: 'Add to queries' }).press('Enter');
    await query.getByLabel('queries 2', { exact: true }).fill('avg:b{*}');
    await page.getByRole('button', { name: 'Remove queries 1' }).press('Enter');
    expect(await page.locator(':focus').textContent()).toBe('Add to queries');
    await page.getByLabel('Time window').selectOption('now-1h');
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await page.getByText('complete', { exact: true }).waitFor();
    expect(app.fake.state.asked[0]?.args).toEqual({
      query: { dialect: 'datadog', queries: ['avg:b{*}'] },
      window: { from: 'now-1h' },
    });
  });

  test('takes a window of minutes, or absolute times in the zone of the reader with UTC beside them', async () => {
    const app = await startApp();
    const address = linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } });
    const page = await app.signIn('member', address, { timezoneId: 'America/Sao_Paulo' });
    await settle(page);
    const preset = page.getByLabel('Time window');
    expect(await preset.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(
      expect.arrayContaining(['now-5m', 'now-10m', 'now-30m']),
    );
    await preset.selectOption('now-5m');
    await page.getByLabel('from: choose a date and time (America/Sao_Paulo)').fill('2026-11-20T06:00');
    expect(await page.locator('[name="window.from"]').inputValue()).toBe('2026-11-20T09:00:00Z');
    expect(await isShown(page.getByText('Nov 20, 2026, 06:00:00 GMT-3 (09:00:00 UTC)'))).toBe(true);
    expect(await preset.inputValue()).toBe('');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await ask(page);
    await page.getByText('complete', { exact: true }).waitFor();
    expect(app.fake.state.asked[0]?.args).toMatchObject({ window: { from: '2026-11-20T09:00:00Z' } });
  });

  test('marks what is missing beside its field, focuses it, and sends nothing', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask/metrics.query');
    await settle(page);
    await page.getByLabel('limit').fill('5000');
    await ask(page);
    expect(await isShown(page.getByText('Not sent: correct the marked fields.'))).toBe(true);
    expect(await page.locator(':focus').getAttribute('name')).toBe('query.text');
    const limit = page.getByLabel('limit');
    const described = await limit.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).innerText()).toContain('outside its bounds');
    expect(app.fake.state.asked).toEqual([]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  test('shows what the Agent says of a field beside that field', async () => {
    const app = await startApp();
    app.fake.state.answer = () => {
      throw new FaultAnswer(400, {
        code: 'invalid_arguments',
        actor: 'caller',
        data: { field: 'window.from' },
        summary: 'An argument is not valid.',
        remedy: 'Correct window.from: it is not valid.',
      });
    };
    const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
    await settle(page);
    const from = page.locator('[name="window.from"]');
    await from.fill('yesterday');
    await ask(page);
    await page.locator('[name="window.from"][aria-invalid="true"]').waitFor();
    const described = await from.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).innerText()).toBe(
      'Correct window.from: it is not valid.',
    );
  });

  test('arguments that fit into no field of it are shown as JSON, and sent as they are', async () => {
    const app = await startApp();
    const args = { query: { dialect: 'new', text: 'up' } };
    const page = await app.signIn('member', linkTo('metrics.query', args));
    await settle(page);
    expect(await isShown(page.getByText('These arguments do not fit into the form.'))).toBe(true);
    expect(JSON.parse(await page.getByLabel('Arguments as JSON').inputValue())).toEqual(args);
    await ask(page);
    await page.getByText('complete', { exact: true }).waitFor();
    expect(app.fake.state.asked[0]?.args).toEqual(args);
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    await page.getByLabel('Arguments as JSON').fill('{"query":{"dialect":"promql","text":"x"}}');
    await page.getByRole('button', { name: 'Edit as a form' }).click();
    expect(await page.getByLabel('text required').inputValue()).toBe('x');
    await page.goto(`${app.fake.origin}/ask/metrics.query?args=%7B`);
    expect(await isShown(page.getByText('The arguments in the address are not JSON'))).toBe(true);
  });

  test('offers the sources that can answer, and says so where the Agent needs one named', async () => {
    const app = await startApp();
    app.fake.state.answer = ({ source }) => {
      if (source !== undefined) return { ...usual, source, data: {} };
      throw new FaultAnswer(409, {
        code: 'ambiguous_source',
        actor: 'caller',
        data: { candidates: ['aws', 'grafana'] },
        summary: 'Several sources can answer; name one.',
        remedy: 'Name one as source: aws, grafana.',
      });
    };
    const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
    await settle(page);
    await ask(page);
    const form = page.locator('form.panel');
    expect(await isShown(form.getByText('Name one as source: aws, grafana.'))).toBe(true);
    await form.getByLabel('Source', { exact: true }).selectOption('grafana');
    await ask(page);
    await page.getByText('complete', { exact: true }).waitFor();
    expect(app.fake.state.asked.at(-1)?.source).toBe('grafana');
    expect(new URL(page.url()).searchParams.get('source')).toBe('grafana');
  });
});

test('of several sources of one connector, each is offered with what its file says of it', async () => {
  const app = await startApp();
  app.fake.state.named.set('grafana', [
    { source: 'g-east', about: 'East, two sites', agents: ['agent-a'] },
    { source: 'g-west', agents: ['agent-a'] },
  ]);
  const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
  await settle(page);
  const choice = page.locator('form.panel').getByLabel('Source', { exact: true });
  const offered = await choice.locator('option').allTextContents();
  expect(offered).toEqual(
    expect.arrayContaining(['g-east · Grafana Cloud · East, two sites', 'g-west · Grafana Cloud']) as string[],
  );
  await choice.selectOption('g-east');
  await ask(page);
  await expect.poll(() => app.fake.state.asked.at(-1)?.source).toBe('g-east');
  expect(new URL(page.url()).searchParams.get('source')).toBe('g-east');
});

describe('an answer', () => {
  const series = linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1h' } });
  const sliderName = /^Values over time, from Nov 20, 2026, 09:00:00 UTC to Nov 20, 2026, 10:00:00 UTC/u;

  test('of series is a chart with units and figures, and a table of all points', async () => {
    const app = await startApp();
    const page = await app.signIn('member', series);
    await settle(page);
    await ask(page);
    await page.getByRole('slider', { name: sliderName }).waitFor();
    const drawn = await page.locator('.ask-plot canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 4).join(','))).size;
    });
    expect(drawn).toBeGreaterThan(10);
    const row = page.getByRole('row', { name: /http_requests\{job="ledger"\}/u }).first();
    expect(await row.innerText()).toMatch(/12\.9 requests\/s[^]*61/u);
    await page.getByText('All points').click();
    expect(await isShown(page.getByText('183 rows'))).toBe(true);
    for (const fact of ['agent-primary', 'grafana', 'Nov 20, 2026']) {
      expect(await page.locator('.facts').last().innerText()).toContain(fact);
    }
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  test('begins on the first screen: the form folds, and opens where it is to be changed', async () => {
    const app = await startApp();
    const page = await app.signIn('member', series);
    await settle(page);
    await ask(page);
    await page.getByRole('slider').waitFor();
    expect(await page.getByLabel('text required').count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toBe('Answer');
    const top = await page.getByRole('slider').evaluate((chart) => chart.getBoundingClientRect().top);
    expect(top).toBeLessThan(500);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => app.fake.state.asked.length).toBe(2);
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    expect(await page.locator(':focus').evaluate((field) => field.closest('form') !== null)).toBe(true);
    expect(await page.getByLabel('text required').inputValue()).toBe('up');
  });

  test('of series gives the values under the pointer and, by keyboard, reads them out', async () => {
    const app = await startApp();
    const page = await app.signIn('member', series);
    await settle(page);
    await ask(page);
    const slider = page.getByRole('slider', { name: sliderName });
    await slider.focus();
    expect(await slider.getAttribute('aria-valuetext')).toBe('no time chosen');
    await page.keyboard.press('End');
    const api = 'http_requests{job="api"} 3.91 requests/s';
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(api);
    await page.keyboard.press('Home');
    for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('PageUp');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^Nov 20, 2026, 09:30:00 UTC/u);
    // The series that has a gap there is not among them.
    expect(await slider.getAttribute('aria-valuetext')).not.toContain('ledger');
    await page.locator('.u-over').hover({ position: { x: 5, y: 60 } });
    expect(await isShown(page.locator('.ask-readout').getByText('Nov 20, 2026, 09:00:00 UTC'))).toBe(true);
    expect(await page.locator('.ask-readout li').count()).toBe(3);
  });

  test('of series is zoomed, and asked again for the window that is shown', async () => {
    const app = await startApp();
    const page = await app.signIn('member', series);
    await settle(page);
    await ask(page);
    const slider = page.getByRole('slider', { name: sliderName });
    await slider.focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Ask for this window' }).waitFor();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    expect(await isGone(page.getByRole('button', { name: 'Ask for this window' }))).toBe(true);
    const box = await page.locator('.u-over').boundingBox();
    if (box === null) throw new Error('the chart is not drawn');
    await page.mouse.move(box.x + box.width / 4, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 50, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Ask for this window' }).click();
    await expect.poll(() => app.fake.state.asked.length).toBe(2);
    const { window } = z
      .object({ window: z.object({ from: z.string(), to: z.string() }) })
      .parse(app.fake.state.asked[1]?.args);
    expect(Math.abs(Date.parse(window.from) - Date.parse('2026-11-20T09:15:00Z'))).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(window.to) - Date.parse('2026-11-20T09:30:00Z'))).toBeLessThan(60_000);
    expect(JSON.parse(new URL(page.url()).searchParams.get('args') ?? '')).toMatchObject({ window });
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    expect(await page.locator('[name="window.from"]').inputValue()).toBe(window.from);
  });

  test('is downloaded as CSV and as JSON', async () => {
    const app = await startApp();
    const page = await app.signIn('member', series);
    await settle(page);
    await ask(page);
    const download = async (name: string): Promise<readonly [string, string]> => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    const [csvName, csv] = await download('Download CSV');
    expect(csvName).toMatch(/^metrics\.query-\d{8}T\d{6}Z\.csv$/u);
    const [head = '', first = ''] = csv.split('\r\n');
    expect(head).toContain('"http_requests{job=""api""} [requests/s]"');
    expect(first).toBe('2026-11-20T09:00:00.000Z,5,8,11');
    const [jsonName, json] = await download('Download JSON');
    expect(jsonName).toMatch(/\.json$/u);
    expect(JSON.parse(json)).toMatchObject({ source: 'grafana', data: { stepSec: 60 } });
  });

  test('of a list is a table with its next page, cost and what was replaced in it', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask/metrics.list');
    await settle(page);
    await ask(page);
    const table = page.getByRole('region', { name: 'metrics, scrollable table' });
    await table.waitFor();
    expect(await table.getByRole('row').allInnerTexts()).toHaveLength(4);
    expect(await table.getByRole('row', { name: /^http_requests counter / }).innerText()).toContain('instance, job');
    for (const text of ['there is more', 'scannedBytes: 12,345', 'In 3 texts the Agent replaced a secret']) {
      expect(await isShown(page.getByText(text))).toBe(true);
    }
    await page.getByRole('button', { name: 'Next page' }).click();
    expect(await isShown(page.getByText('Page 2'))).toBe(true);
    expect(await table.getByRole('row').allInnerTexts()).toHaveLength(3);
    expect(app.fake.state.asked.map(({ args }) => args)).toEqual([{}, { cursor: '3' }]);
    await page.getByText('Raw JSON').click();
    const raw = await page.getByRole('region', { name: 'Raw JSON' }).textContent();
    expect(JSON.parse(raw ?? '')).toMatchObject({ source: 'grafana', truncated: false });
  });

  test('that is not complete says why', async () => {
    const app = await startApp();
    app.fake.state.answer = () => ({ ...usual, complete: false, because: 'One region did not respond.', data: {} });
    const page = await app.signIn('member', '/ask/metrics.list');
    await settle(page);
    await ask(page);
    expect(await isShown(page.getByText('Why it is not complete: One region did not respond.'))).toBe(true);
  });

  test('of 10,000 rows scrolls without a stall, and holds only the rows in sight', async () => {
    const app = await startApp();
    const metrics = Array.from({ length: 10_000 }, (_, at) => ({ name: `metric_${at}`, type: 'gauge', value: at }));
    app.fake.state.answer = () => ({ ...usual, data: { metrics } });
    const page = await app.signIn('member', '/ask/metrics.list');
    await settle(page);
    await ask(page);
    const table = page.getByRole('region', { name: 'metrics, scrollable table' });
    await table.waitFor();
    expect(await table.locator('table').getAttribute('aria-rowcount')).toBe('10001');
    const steps = await scrollSteps(page, '.ask-windowed');
    expect(await isShown(table.getByText('metric_9999', { exact: true }))).toBe(true);
    expect(await table.getByRole('row').count()).toBeLessThan(120);
    const last = table.getByRole('row', { name: /^metric_9999 / });
    expect(await last.getAttribute('aria-rowindex')).toBe('10001');
    expect(steps).toSatisfy(isSmooth);
    await page.getByLabel('Filter rows: metrics').fill('metric_77');
    expect(await isShown(page.getByText('111 of 10,000 rows'))).toBe(true);
  });
});

describe('a refusal', () => {
  test('names fault, layer, who acts, the remedy, and the permission with a link', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask/dns.listZones');
    await settle(page);
    await ask(page);
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await answer.getByText('The credential lacks a permission.').waitFor();
    const text = await answer.innerText();
    for (const fact of ['permission_missing', 'identity policy', 'the operator of the Agent', 'req_0001']) {
      expect(text).toContain(fact);
    }
    expect(await isShown(answer.getByText('Add route53:ListHostedZones to the policy of the role.'))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await answer.getByRole('link', { name: 'route53:ListHostedZones' }).click();
    expect(await isShown(page.getByRole('heading', { level: 1, name: 'Permissions' }))).toBe(true);
  });

  test('of the control plane, a lost connection and a cancelled question each say what happened', async () => {
    const app = await startApp();
    app.fake.state.answer = () => {
      throw new Refusal(503, 'no_live_agent', 'No Agent is connected. The Fleet page shows what each one needs.');
    };
    const page = await app.signIn('member', '/ask/metrics.list');
    await settle(page);
    await ask(page);
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    expect(await isShown(answer.getByText('No Agent is connected.'))).toBe(true);
    expect(await answer.getByRole('link', { name: 'Show the Fleet page' }).getAttribute('href')).toBe('/fleet');
    await page.route('**/api/operations/*', (route) => route.abort());
    await ask(page);
    expect(await isShown(answer.getByText('The control plane is not responding.'))).toBe(true);
    await page.unroute('**/api/operations/*');
    let release: (value: unknown) => void = () => undefined;
    app.fake.state.answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await ask(page);
    expect(await isShown(answer.getByText('Waiting for the Agent…').last())).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await isShown(answer.getByText('Cancelled. The Agent was asked to stop.'))).toBe(true);
    release({ ...usual, data: {} });
  });
});

describe('a write', () => {
  test('is refused to a member on the page, with the reason', async () => {
    const app = await startApp();
    const page = await app.signIn('member', linkTo('chat.postMessage', message));
    await settle(page);
    const write = page.getByRole('button', { name: 'Write…' });
    expect(await write.getAttribute('aria-disabled')).toBe('true');
    expect(await isShown(page.getByText('Only an owner or admin can send a write.'))).toBe(true);
    await page.getByLabel('threadId').press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(app.fake.state.asked).toEqual([]);
  });

  test('asks first, naming what will be done where, and sends a key of its own', async () => {
    const app = await startApp();
    const page = await app.signIn('admin', linkTo('chat.postMessage', { ...message, idempotencyKey: 'k'.repeat(16) }));
    await settle(page);
    expect(await page.getByLabel('idempotencyKey').count()).toBe(0);
    await page.getByRole('button', { name: 'Write…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Run chat.postMessage?' });
    await dialog.waitFor();
    const text = await dialog.innerText();
    for (const fact of ['in Slack', 'through the Agent', 'C0123456789', 'Deploy done']) expect(text).toContain(fact);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(app.fake.state.asked).toEqual([]);
    await page.getByRole('button', { name: 'Write…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Write' }).click();
    expect(await isShown(page.getByText('1763629200.000100'))).toBe(true);
    const [first] = app.fake.state.asked;
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/u);
    expect(first?.args).toEqual({ ...message, idempotencyKey: first?.key });
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    await page.getByRole('button', { name: 'Write…' }).click();
    await dialog.getByRole('button', { name: 'Write' }).click();
    await expect.poll(() => app.fake.state.asked.length).toBe(2);
    // A second message is another wish.
    expect(app.fake.state.asked[1]?.key).not.toBe(first?.key);
  });

  test('whose outcome is unknown is shown for what it is, and keeps its key until another is wanted', async () => {
    const app = await startApp();
    app.fake.state.answer = () => {
      throw new FaultAnswer(502, {
        code: 'outcome_unknown',
        actor: 'caller',
        data: { operation: 'chat.postMessage' },
        summary: 'A write was sent and its answer was lost.',
        remedy: 'Look at the channel before you send it again.',
      });
    };
    const page = await app.signIn('owner', linkTo('chat.postMessage', message));
    await settle(page);
    const write = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Write…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
      await isGone(page.locator('dialog'));
    };
    await write();
    expect(await isShown(page.getByRole('heading', { name: 'It is not known whether the write was done' }))).toBe(true);
    expect(await isShown(page.getByText('Look at the channel before you send it again.'))).toBe(true);
    await write();
    await expect.poll(() => app.fake.state.asked.length).toBe(2);
    await page.getByRole('button', { name: 'Use a new key' }).click();
    await write();
    await expect.poll(() => app.fake.state.asked.length).toBe(3);
    const [first, second, third] = app.fake.state.asked.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    app.fake.state.answer = () => {
      throw new Refusal(409, 'answer_not_stored', 'The answer is too old to be stored. Send a new key.');
    };
    await write();
    await page.getByRole('button', { name: 'Use a new key' }).click();
    await write();
    await expect.poll(() => app.fake.state.asked.length).toBe(5);
    expect(app.fake.state.asked[3]?.key).toBe(third);
    expect(app.fake.state.asked[4]?.key).not.toBe(third);
  });
});

test('saves a question with a relative window, shares it, and another person asks it', async () => {
  const app = await startApp();
  const args = { query: { dialect: 'promql', text: 'up' } };
  const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T09:30:00Z' };
  const page = await app.signIn('owner', linkTo('metrics.query', { ...args, window }));
  await settle(page);
  await page.getByText('Save this question', { exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await isShown(page.getByText('Enter a name.'))).toBe(true);
  await page.getByLabel('Name of the question').fill('Is it up?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await isShown(page.getByText('Saved as Is it up?.'))).toBe(true);
  expect(app.fake.state.saved).toMatchObject([{ args: { ...args, window: { from: 'now-30m' } }, shared: false }]);
  await page.goto(`${app.fake.origin}/ask`);
  await page.getByRole('button', { name: 'Share: Is it up?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  await page.getByText('shared', { exact: true }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const other = await app.signIn('member', '/ask');
  const saved = other.getByRole('region', { name: 'Saved questions' });
  expect(await isShown(saved.getByText('shared by Ana Lima'))).toBe(true);
  expect(await saved.getByRole('button').count()).toBe(0);
  await saved.getByRole('link', { name: 'Is it up?' }).click();
  await other.getByRole('button', { name: 'Ask it now' }).click();
  await other.getByText('complete', { exact: true }).waitFor();
  expect(app.fake.state.asked.at(-1)?.args).toEqual({ ...args, window: { from: 'now-30m' } });
  await page.getByRole('button', { name: 'Remove: Is it up?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  expect(await isGone(page.getByRole('region', { name: 'Saved questions' }))).toBe(true);
  expect(app.fake.state.saved).toEqual([]);
});

test('copies the question as a link, as curl and as a command', async () => {
  const app = await startApp();
  const page = await app.signIn('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
  await settle(page);
  await page.getByText('Copy as', { exact: true }).click();
  const link = await page.getByRole('region', { name: 'link to this question' }).textContent();
  expect(JSON.parse(new URL(link ?? '').searchParams.get('args') ?? '')).toEqual({
    query: { dialect: 'promql', text: 'up' },
  });
  const curl = await page.getByRole('region', { name: 'curl command' }).textContent();
  expect(curl).toContain('/api/operations/metrics.query');
  expect(curl).toContain('$FAROL_READ_TOKEN');
  expect(await page.getByRole('region', { name: 'farol run command' }).textContent()).toContain(
    'farol run metrics.query',
  );
  await page.getByLabel('text required').fill('');
  expect(await isShown(page.getByText('Correct the arguments first.'))).toBe(true);
});

describe('the questions of the organization', () => {
  test('show who asked what with which outcome, filtered and by pages', async () => {
    const app = await startApp();
    const page = await app.signIn('member', '/ask');
    await page.getByRole('link', { name: 'Questions' }).click();
    const table = page.getByRole('region', { name: 'Questions, scrollable table' });
    await table.waitFor();
    const write = await table.getByRole('row', { name: /chat\.postMessage/u }).innerText();
    for (const fact of ['Only questions of Ana Lima', 'Check in the upstream system.', '3f9a3f9a3f9a', 'slack']) {
      expect([fact, write.includes(fact) || fact.startsWith('Only')]).toEqual([fact, true]);
    }
    expect(await table.getByRole('row', { name: /tickets\.create/u }).innerText()).toContain('no Agent was asked');
    await page.getByRole('link', { name: 'Older' }).click();
    expect(await isShown(page.getByRole('link', { name: 'Newest' }))).toBe(true);
    expect(await table.getByRole('row').count()).toBe(13);
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.getByRole('link', { name: 'Only questions of Chen Wei' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Clear filter' }).click();
    // The fields of the filter are made again with the list.
    await expect.poll(() => table.getByRole('row').count()).toBe(51);
    await page.getByLabel('Outcome', { exact: true }).fill('unknown');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('unknown');
    await page.getByLabel('Outcome', { exact: true }).fill('nothing');
    await page.keyboard.press('Enter');
    expect(await isShown(page.getByText('No question matches this filter.'))).toBe(true);
  });
});

test('speaks Portuguese, faults and the catalog included', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/ask/dns.listZones', { locale: 'pt-BR' });
  await settle(page);
  await page.getByRole('button', { name: 'Consultar', exact: true }).click();
  expect(await isShown(page.getByText('Zonas que a credencial pode ver.'))).toBe(true);
  expect(await isShown(page.getByText('Zonas com exatamente este nome'))).toBe(true);
  expect(await isShown(page.getByText('Falta uma permissão à credencial.'))).toBe(true);
  expect(await page.getByRole('region', { name: 'Resposta', exact: true }).innerText()).toContain(
    'o operador do Agent',
  );
});
