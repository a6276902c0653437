/** The Ask page over a whole control plane and the real end of an Agent: nothing between the browser and it is played. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '../../src/control/api/api.ts';
import { Fault } from '../../src/core/fault.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { buildWeb } from '../../web/build.ts';
import { launchBrowser } from '../../web/test/launch-browser.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { createMcpToken } from '../assistant.ts';
import { startInstance } from '../instance.ts';

let folder = '';
let running: TestControl;
let tunnel: TunnelClient;
let browser: Browser;
/** What reached the Agent, and what it answers next. */
let asked: { readonly operation: string; readonly args: unknown }[];
let answer: () => OperationAnswer;

const points = [
  [1_763_629_200, 1],
  [1_763_629_260, 2],
];
const usual = { complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-ask-page-'));
  await buildWeb(path.join(folder, 'app'));
  running = await startTestControl({ FAROL_WEB_DIR: path.join(folder, 'app') });
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner: await running.signIn('owner'),
    handlers: {
      'operation.run': ({ operation, args }) => {
        asked.push({ operation, args });
        return Promise.resolve(answer());
      },
    },
  });
  while (tunnel.state().state !== 'live') await sleep(20);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await tunnel.close();
  await running.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  answer = () => ({
    ok: true,
    result: { ...usual, data: { series: [{ labels: { job: 'api' }, unit: 's', points }] } },
  });
});

/** Opens an address of the page, signed in. */
async function open(role: Role, address: string): Promise<Page> {
  const origin = running.control.addresses.app;
  const { cookie = '' } = await running.signIn(role);
  const [name = '', ...value] = cookie.split('=');
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', timezoneId: 'UTC' });
  await context.addCookies([{ name, value: value.join('='), url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${origin}${address}`);
  return page;
}

const linkTo = (operation: string, args: unknown): string =>
  `/ask/${operation}?args=${encodeURIComponent(JSON.stringify(args))}`;

test('a member asks a read, sees the answer and the refusal of the Agent, and both are among the questions', async () => {
  const args = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1h' } };
  const page = await open('member', linkTo('metrics.query', args));
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('slider', { name: /^Values over time/u }).waitFor();
  expect(asked).toEqual([{ operation: 'metrics.query', args }]);
  const fault = new Fault(
    'permission_missing',
    { grant: 'metrics:read', layer: 'access policy' },
    'Add the scope metrics:read.',
  );
  answer = () => ({ ok: false, fault: fault.toWire() });
  await page.getByRole('button', { name: 'Ask again' }).click();
  const given = page.getByRole('region', { name: 'Answer', exact: true });
  await given.getByText('Add the scope metrics:read.').waitFor();
  expect(await given.innerText()).toContain('access policy');
  await page.goto(`${running.control.addresses.app}/ask/questions`);
  const rows = page.getByRole('region', { name: 'Questions, scrollable table' }).getByRole('row');
  await rows.nth(2).waitFor();
  expect(await rows.nth(1).innerText()).toMatch(/member of acme[^]*metrics\.query[^]*permission_missing[^]*agent-1/u);
  expect(await rows.nth(2).innerText()).toMatch(/member of acme[^]*metrics\.query[^]*ok[^]*agent-1/u);
  await page.context().close();
});

test('the MCP call that is copied asks the same question when it is pasted into a shell', async () => {
  const args = { query: { dialect: 'promql', text: 'up{job=\'a b\'} > "1" $HOME' }, window: { from: 'now-1h' } };
  const page = await open('member', linkTo('metrics.query', args));
  await page.getByText('Copy as', { exact: true }).click();
  const command = await page.getByRole('region', { name: 'MCP call' }).innerText();
  await writeFile(path.join(folder, 'ca.pem'), running.caPem);
  const { value } = await createMcpToken(running, await running.signIn('owner'));
  const env = { PATH: process.env['PATH'], FAROL_MCP_TOKEN: value };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });
  expect(JSON.parse(stdout)).toMatchObject({
    result: { structuredContent: { operation: 'metrics.query', instance: 'agent-1', complete: true } },
  });
  expect(asked).toEqual([{ operation: 'metrics.query', args }]);
  await page.goto(
    `${running.control.addresses.app}${linkTo('chat.postMessage', { channel: 'C0123456789', text: 'x' })}`,
  );
  await page.getByText('Copy as', { exact: true }).click();
  await page.getByRole('region', { name: 'curl command' }).waitFor();
  expect(await page.getByRole('region', { name: 'MCP call' }).count()).toBe(0);
  await page.context().close();
});

test('the permission of a refusal is a link to its row on the Permissions page', async () => {
  const grant = 'sts:GetCallerIdentity';
  const fault = new Fault('permission_missing', { grant, layer: 'identity policy' }, 'Add it.');
  answer = () => ({ ok: false, fault: fault.toWire() });
  const page = await open('member', linkTo('metrics.query', { query: { dialect: 'promql', text: 'up' } }));
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('link', { name: grant }).click();
  const row = page.getByRole('rowheader', { name: grant });
  await row.waitFor();
  expect(await row.getAttribute('aria-current')).toBe('true');
  await page.locator('th:focus', { hasText: grant }).waitFor();
  await page.context().close();
});

test('an owner writes once: asked again after an unknown outcome, the same key is used', async () => {
  const unknown = new Fault('outcome_unknown', { operation: 'chat.postMessage' }, 'Look at the channel.');
  answer = () => ({ ok: false, fault: unknown.toWire() });
  const page = await open('owner', linkTo('chat.postMessage', { channel: 'C0123456789', text: 'Deploy done' }));
  const write = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Write…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByText('Look at the channel.').waitFor();
  };
  await write();
  await write();
  // The second answer is the stored one: nothing was sent again.
  expect(asked).toHaveLength(1);
  await page.getByRole('button', { name: 'Use a new key' }).click();
  answer = () => ({
    ok: true,
    result: {
      ...usual,
      source: 'slack',
      data: { channel: 'C0123456789', id: '1.2', time: '2026-11-20T09:00:00.000Z' },
    },
  });
  await page.getByRole('button', { name: 'Write…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  await page.getByText('complete', { exact: true }).waitFor();
  const keys = asked.map(({ args }) => (args as { idempotencyKey: string }).idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  await page.context().close();
});

test('with no Agent connected it says so, and where to look', async () => {
  await tunnel.close();
  const page = await open('member', '/ask/metrics.list');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const given = page.getByRole('region', { name: 'Answer', exact: true });
  await given.getByText(/No Agent is connected/u).waitFor();
  expect(await given.getByRole('link', { name: 'Show the Fleet page' }).count()).toBe(1);
  await page.context().close();
});
