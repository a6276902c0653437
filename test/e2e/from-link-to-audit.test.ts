/**
 * A fresh installation as its people use it: the owner comes by the first link and stays by a passkey, a member comes by
 * the identity provider and asks in every way, and the owner reads in the audit list who did what. The control plane,
 * the provider, the Agent, the browser, curl and the client of MCP are real; only the metrics behind the Agent are made.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fleet } from '../../src/control/api/api.ts';
import { buildWeb } from '../../web/build.ts';
import { launchBrowser } from '../../web/test/launch-browser.ts';
import { findAccessibilityFaults, isShown, settle } from '../../web/test/open-app.ts';
import { connectAssistant } from '../assistant.ts';
import { FakeUpstream } from '../contract/fake-upstream.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { startIdentityProvider, type TestProvider } from '../identity-provider.ts';
import type { StartedProcess } from '../started-process.ts';
import { startAgentProcess } from './agent-process.ts';
import { openDevice, sessionHeaders } from './browser-device.ts';

const readArgs = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-1h' } };
const writeArgs = { channel: 'C0123456789', text: 'Deploy done' };

let folder = '';
let browser: Browser;
let idp: TestProvider;
let running: TestControl;
let upstream: FakeUpstream;
let origin = '';
let owner: Page;
let member: Page;
let agent: StartedProcess | undefined;
let readToken = '';
const assistants: Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-from-link-'));
  [browser, idp, upstream] = await Promise.all([
    launchBrowser(),
    startIdentityProvider(),
    FakeUpstream.start(({ path: asked }) => ({ status: 200, body: JSON.stringify(metricsAt(asked)) })),
    buildWeb(path.join(folder, 'app')),
  ]);
  running = await startTestControl({ ...idp.env, FAROL_WEB_DIR: path.join(folder, 'app') });
  origin = running.control.addresses.app;
  await idp.serve(origin);
  idp.isInteractive = true;
  idp.account = { subject: '', groups: ['farol'] };
  await writeFile(path.join(folder, 'ca.pem'), running.caPem);
  owner = (await openDevice(browser)).page;
  member = (await openDevice(browser)).page;
}, 120_000);
afterAll(async () => {
  for (const client of assistants) await client.close();
  await browser.close();
  await agent?.stop('SIGTERM');
  await running.close();
  await idp.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a Prometheus answers: names and labels for the health checks, and two points of one series for a question. */
function metricsAt(asked: string): unknown {
  const dataOf: Readonly<Record<string, unknown>> = { labels: ['job'], values: ['up'], metadata: {} };
  const now = Math.floor(Date.now() / 1000);
  const values = [now - 60, now].map((at, n) => [at, String(41 + n)]);
  const range = { resultType: 'matrix', result: [{ metric: { job: 'api' }, values }] };
  const instant = { resultType: 'vector', result: [{ metric: { job: 'api' }, value: values[1] }] };
  const last = asked.split('/').at(-1) ?? '';
  return { status: 'success', data: dataOf[last] ?? (last === 'query_range' ? range : instant) };
}

const linkTo = (operation: string, args: unknown): string =>
  `${origin}/ask/${operation}?args=${encodeURIComponent(JSON.stringify(args))}`;

async function createToken(kind: 'a bootstrap' | 'a read' | 'an MCP', name: string, scope?: string): Promise<string> {
  await owner.goto(`${origin}/settings/${kind === 'a bootstrap' ? 'enrolment' : 'tokens'}`);
  const form = owner.getByRole('form', { name: `Create ${kind} token` });
  await form.getByLabel('Name').fill(name);
  if (scope !== undefined) await form.getByRole('checkbox', { name: scope }).check();
  await form.getByRole('button').click();
  const dialog = owner.getByRole('dialog', { name: `Token “${name}”` });
  const value = await dialog.getByRole('region', { name: 'Token', exact: true }).innerText();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  return value.trim();
}

/** Runs what the page says to paste into a shell. Returns its exit code and what it printed. */
async function runCurl(command: string, token: string): Promise<{ readonly code: number; readonly body: unknown }> {
  const env = { PATH: process.env['PATH'], FAROL_READ_TOKEN: token };
  const { code, stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env }).then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, body: JSON.parse(stdout) as unknown };
}

async function copyCurl(): Promise<string> {
  await member.getByText('Copy as', { exact: true }).click();
  return member.getByRole('region', { name: 'curl command' }).innerText();
}

async function readAndFailToWrite(token: string): Promise<void> {
  const client = await connectAssistant(running, token, '2026-07-28');
  assistants.push(client);
  const call = (operation: string, args: object) =>
    client.callTool({ name: 'catalog_read', arguments: { operation, arguments: args } });
  expect(await call('metrics.query', readArgs)).toMatchObject({
    structuredContent: { operation: 'metrics.query', complete: true, data: { series: [{ labels: { job: 'api' } }] } },
  });
  expect((await call('chat.postMessage', writeArgs)).isError).toBe(true);
}

/** Who, what, outcome and from where, of every row of the audit list that is shown. */
async function readAudit(count: number): Promise<string[]> {
  await owner.getByText(`Records shown: ${count}`, { exact: true }).waitFor();
  const rows = owner.getByRole('region', { name: 'Audit, scrollable table' }).locator('tbody tr');
  const cells = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()));
  return cells.map((row) => row.map((text) => text.trim()).join(' | ')).toSorted();
}

async function filterAudit(fields: Readonly<Record<string, string>>): Promise<void> {
  const form = owner.getByRole('search', { name: 'Filter the audit list' });
  if (!(await form.getByLabel('From where', { exact: true }).isVisible())) await form.getByText('More filters').click();
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label, { exact: true });
    if ((await field.getAttribute('type')) === 'text') await field.fill(value);
    else await field.selectOption({ label: value });
  }
  await form.getByRole('button', { name: 'Apply' }).click();
}

const martaRead = 'marta | asked metrics.query | ok';
const martaRefused = [
  'marta | asked chat.postMessage | reads only | MCP, 127.0.0.1',
  'marta | asked chat.postMessage | role missing | page, 127.0.0.1',
];
const byMarta = [
  'marta | joined by single sign-on as member | ok | page, 127.0.0.1',
  'marta | signed in by single sign-on | ok | page, 127.0.0.1',
  `${martaRead} | page, 127.0.0.1`,
  `${martaRead} | MCP, 127.0.0.1`,
  ...martaRefused,
];
const byPrograms = [
  'agent-1 (token) | enrolled the instance agent-1 | ok | token, 127.0.0.1',
  'script of marta (token) | asked metrics.query | ok | token, 127.0.0.1',
  'script of marta (token) | asked chat.postMessage | scope missing | token, 127.0.0.1',
  'assistant of marta (token) | asked metrics.query | ok | MCP, 127.0.0.1',
  'assistant of marta (token) | asked chat.postMessage | reads only | MCP, 127.0.0.1',
];
const byOwner = [
  'accepted an invitation as owner | ok',
  'signed in with a link | ok',
  'added the passkey “laptop” | ok',
  'signed out | ok',
  'signed in with a passkey | ok',
  'created the bootstrap token (agent) “agent-1” | ok',
  'created the read token “script of marta” with the scopes operations | ok',
  'created the MCP token “assistant of marta” | ok',
  'asked chat.postMessage | not enabled',
].map((what) => `Owner | ${what} | page, 127.0.0.1`);
const everything = [
  'operator of the machine | invited Owner as owner | ok | machine of the control plane',
  ...byOwner,
  ...byPrograms,
  ...byMarta,
];

test('from the first link to the audit list', { timeout: 180_000 }, async () => {
  await comeByLinkAndStayByPasskey();
  const bootstrap = await createToken('a bootstrap', 'agent-1');
  await Promise.all([enrolAgent(bootstrap), comeByProvider()]);
  await askOnPage();
  await askByPrograms();
  await failToWrite();
  await openAudit();
  expect(await readAudit(everything.length)).toEqual(everything.toSorted());
  expect(await findAccessibilityFaults(owner)).toEqual([]);
  await filterAudit({ Who: 'marta' });
  expect(await readAudit(byMarta.length)).toEqual(byMarta.toSorted());
  await filterAudit({ Outcome: 'refused or failed' });
  expect(await readAudit(martaRefused.length)).toEqual(martaRefused.toSorted());
  await owner.getByRole('link', { name: 'Clear' }).click();
  expect(await readAudit(everything.length)).toEqual(everything.toSorted());
  await filterAudit({ What: 'questions', 'From where': 'MCP' });
  const byMcp = everything.filter((row) => row.includes('| MCP'));
  expect(await readAudit(byMcp.length)).toEqual(byMcp.toSorted());
});

async function comeByLinkAndStayByPasskey(): Promise<void> {
  const link = (await readFile(path.join(running.folder, 'owner-link'), 'utf8')).trim();
  await owner.goto(link);
  await owner.waitForURL(`${origin}/profiling`);
  await owner.goto(`${origin}/settings/sign-in`);
  await owner.getByLabel('Name').fill('laptop');
  await owner.getByRole('button', { name: 'Add a passkey' }).click();
  await owner.getByRole('row', { name: /laptop localhost/u }).waitFor();
  await owner.getByRole('button', { name: 'Sign out' }).click();
  await owner.getByRole('button', { name: 'Continue with Acme Login' }).waitFor();
  expect(await findAccessibilityFaults(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await owner.getByRole('row', { name: /Chrome on Linux passkey .* this one/u }).waitFor();
}

async function enrolAgent(token: string): Promise<void> {
  const headers = await sessionHeaders(owner, running);
  const isReady = async (): Promise<boolean> => {
    const { instances } = Fleet.parse((await running.send({ path: '/api/fleet', headers })).json());
    return instances.some(({ instance, state }) => instance === 'agent-1' && state === 'live');
  };
  agent = await startAgentProcess(running, { instance: 'agent-1', token, metricsUrl: upstream.url, isReady });
}

/** The provider leads her back to the question that she was sent. */
async function comeByProvider(): Promise<void> {
  await member.goto(linkTo('metrics.query', readArgs));
  await member.getByRole('button', { name: 'Continue with Acme Login' }).click();
  await member.waitForURL(`${idp.issuer}/interaction/**`);
  await member.getByLabel('Account').fill('marta');
  await member.getByRole('button', { name: 'Continue' }).click();
  await member.waitForURL(linkTo('metrics.query', readArgs));
}

async function askOnPage(): Promise<void> {
  await member.getByRole('button', { name: 'Ask', exact: true }).click();
  await member.getByRole('slider', { name: /^Values over time/u }).waitFor();
}

/** By curl, as the page writes it, and by assistants: with a token of the owner, and with her own of the provider. */
async function askByPrograms(): Promise<void> {
  readToken = await createToken('a read', 'script of marta', 'Every read (operations)');
  const mcpToken = await createToken('an MCP', 'assistant of marta');
  expect([readToken, mcpToken]).toEqual([expect.stringMatching(/^rapi_/u), expect.stringMatching(/^rmcp_/u)]);
  expect(await runCurl(await copyCurl(), readToken)).toMatchObject({
    code: 0,
    body: { operation: 'metrics.query', instance: 'agent-1', result: { complete: true, source: 'grafana' } },
  });
  await readAndFailToWrite(mcpToken);
  await readAndFailToWrite(await idp.accessToken(`${origin}/mcp`, 'marta'));
}

async function failToWrite(): Promise<void> {
  await member.goto(linkTo('chat.postMessage', writeArgs));
  const button = member.getByRole('button', { name: 'Write…' });
  expect(await isShown(member.getByText('Only an owner or admin can send a write.'))).toBe(true);
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.click({ force: true });
  expect(await member.getByRole('dialog').count()).toBe(0);
  expect(await runCurl(await copyCurl(), readToken)).toMatchObject({
    // Of curl: the server answered with a fault.
    code: 22,
    body: { error: { code: 'scope_required' } },
  });
  const bySession = await running.send({
    method: 'POST',
    path: '/api/operations/chat.postMessage',
    headers: await sessionHeaders(member, running),
    body: { args: { ...writeArgs, idempotencyKey: 'k-1' } },
  });
  expect([bySession.status, bySession.text]).toEqual([403, expect.stringContaining('role_required')]);
  // The control plane lets an owner's pass, and the Agent refuses it.
  await owner.goto(linkTo('chat.postMessage', writeArgs));
  await owner.getByRole('button', { name: 'Write…' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Write' }).click();
  const answer = owner.getByRole('region', { name: 'Answer', exact: true });
  await answer.getByRole('heading', { name: 'The Agent refused or could not answer' }).waitFor();
}

async function openAudit(): Promise<void> {
  await owner.getByRole('link', { name: 'Settings' }).click();
  await owner.getByRole('link', { name: 'Audit', exact: true }).click();
  await settle(owner);
}
