import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForwardProxy } from '../../../test/forward-proxy.ts';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { ControlProcess } from '../../../test/control-process.ts';
import { CaptureAccepted, CaptureRecord, ProfilerSetting, TokenCreated } from '../../control/api/api.ts';
import { CaptureQueue } from '../../control/captures/capture-queue.ts';
import type { Outcome } from '../../control/captures/settle.ts';
import { openStore, type Store } from '../../control/store/database.ts';
import { systemClock } from '../../core/clock.ts';
import { ControlApi } from '../../control/api/api-client.ts';

const entry = path.resolve(import.meta.dirname, '../main.ts');
let folder: string;
let control: ControlProcess;
let store: Store;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-capture-'));
  control = await ControlProcess.prepare(folder);
  const link = await control.start();
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  const owner = new ControlApi(control.app, control.caPem);
  await owner.signIn(link);
  await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const mint = async (kind: string): Promise<string> =>
    (await owner.call({ method: 'POST', path: '/api/tokens', body: { kind, name: kind } }, TokenCreated)).value;
  env = {
    PATH: process.env['PATH'] ?? '',
    FAROL_URL: control.app,
    FAROL_CA_FILE: path.join(folder, 'tls', 'ca.pem'),
    FAROL_CAPTURE_TOKEN: await mint('capture'),
    FAROL_READ_TOKEN: await mint('read'),
  };
  owner.close();
});
afterAll(async () => {
  await store.close();
  await control.kill();
  await rm(folder, { recursive: true, force: true });
});

function farol(args: readonly string[], changes: Record<string, string> = {}): Promise<Ended> {
  return runFarol(['capture', ...args], { env: { ...env, ...changes } });
}

test.each([
  ['HTTPS_PROXY', {}, true],
  ['https_proxy', { NO_PROXY: 'elsewhere.example' }, true],
  ['ALL_PROXY', { no_proxy: '127.0.0.0/8 localhost' }, false],
])('goes through the proxy in %s, with %o', async (variable, exceptions, isProxied) => {
  const proxy = await startForwardProxy();
  try {
    const ended = await farol(['request', '--workload', 'proxied', '--version', variable], {
      [variable]: proxy.url,
      ...exceptions,
    });
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(proxy.asked.length > 0).toBe(isProxied);
    expect(proxy.asked.every((line) => line === `CONNECT ${new URL(control.app).host}`)).toBe(true);
  } finally {
    await proxy.close();
  }
});

test('refuses a proxy that it cannot use, before anything is sent', async () => {
  const ended = await farol(['request', '--workload', 'proxied', '--version', 'x'], { HTTPS_PROXY: 'socks5://proxy' });
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain('HTTPS_PROXY names a SOCKS proxy');
});

async function request(version: string): Promise<string> {
  return (await farol(['request', '--workload', 'checkout', '--version', version])).stdout.trim();
}

/** As a Profiler's report would end it. */
async function end(request_id: string, outcome: Outcome): Promise<void> {
  const [organization] = await store.db.selectFrom('organizations').select('id').execute();
  await new CaptureQueue(store, systemClock).recordOutcome({
    organization: organization?.id ?? '',
    instance: 'node-1',
    report: { request_id, outcome, reason: { code: 'made_up', text: 'Because of the test.' } },
    bundle: undefined,
  });
}

test('request sends every field and prints the id and nothing else', async () => {
  const window = ['--kind', 'replicate', '--duration', '5', '--warmup', '0', '--env', 'prod'];
  const made = await farol(['request', '--workload', 'checkout', '--version', '1.0', ...window]);
  expect(made).toEqual({
    code: 0,
    signal: null,
    stdout: expect.stringMatching(/^[\da-f-]{36}\n$/u) as string,
    stderr: '',
  });
  const again = await farol(['request', '--workload', 'checkout', '--version', '1.0', ...window, '--json']);
  expect(CaptureAccepted.parse(JSON.parse(again.stdout))).toEqual({
    request_id: made.stdout.trim(),
    status: 'queued',
    deduped: true,
  });
  expect(again.stderr).toContain('An identical request is already in progress');
  const shown = await farol(['show', made.stdout.trim(), '--json']);
  expect(CaptureRecord.parse(JSON.parse(shown.stdout))).toMatchObject({
    workload: 'checkout',
    version: '1.0',
    env: 'prod',
    kind: 'replicate',
    duration_sec: 5,
    warmup_sec: 0,
    requested_by: { type: 'token', name: 'capture' },
  });
});

test.each([
  ['pushed', 0],
  ['failed', 1],
  ['nothing_to_push', 3],
] as const)('wait ends with the record of a capture that is %s, and status %i', async (outcome, code) => {
  const id = await request(`wait ${outcome}`);
  const waiting = farol(['wait', id, '--timeout', '60']);
  await end(id, outcome);
  const ended = await waiting;
  expect(ended).toMatchObject({ code, stderr: '' });
  expect(ended.stdout).toContain(`checkout wait ${outcome}, head: ${outcome}`);
  expect(ended.stdout).toContain('Because of the test.');
});

test('wait gives up with status 4 while the request is queued, and prints its state', async () => {
  const id = await request('never');
  const ended = await farol(['wait', id, '--timeout', '1', '--json']);
  expect(ended.code).toBe(4);
  expect(CaptureRecord.parse(JSON.parse(ended.stdout))).toMatchObject({
    status: 'queued',
    progress: { step: 'waiting' },
  });
});

test('wait shows on a terminal how far it is, and clears that line', async () => {
  const id = await request('watched');
  const call = `${process.execPath} ${entry} capture wait ${id} --timeout 60`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', call, '/dev/null'], { env });
  const closed = new Promise<number | null>((resolve) => terminal.once('close', resolve));
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk));
  await expect.poll(() => shown, { timeout: 20_000 }).toMatch(/waiting for a Profiler, \d+ s/u);
  await end(id, 'pushed');
  expect(await closed).toBe(0);
  expect(shown).toContain('\r\u001B[Kcheckout watched, head: pushed');
});

test('wait outlasts a control plane that is killed and started again', { timeout: 60_000 }, async () => {
  const id = await request('outage');
  const waiting = spawn(process.execPath, [entry, 'capture', 'wait', id], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => waiting.once('close', resolve));
  let notes = '';
  waiting.stderr.setEncoding('utf8').on('data', (chunk: string) => (notes += chunk));
  await control.kill();
  await expect.poll(() => notes, { timeout: 20_000 }).toContain('asking again until');
  await control.start();
  await end(id, 'pushed');
  expect(await closed).toBe(0);
});

test.each([
  [['request', '--workload', 'a'], {}, /required option '--version/u],
  [['request', '--workload', 'a', '--version', '1', '--kind', 'tail'], {}, /Allowed choices are head, replicate/u],
  [['request', '--workload', 'a', '--version', '1', '--duration', '1.5'], {}, /whole number of seconds/u],
  [['wait'], {}, /missing required argument 'request_id'/u],
  [['show', 'x', '--colour'], {}, /unknown option '--colour'/u],
  [['show', 'x'], { FAROL_URL: '' }, /Set FAROL_URL/u],
  [['show', 'x'], { FAROL_URL: 'http://127.0.0.1' }, /https address/u],
  [['show', 'x'], { FAROL_READ_TOKEN: '' }, /Set FAROL_READ_TOKEN/u],
  [['show', 'x'], { FAROL_CA_FILE: '/nowhere.pem' }, /FAROL_CA_FILE names \/nowhere\.pem/u],
])('%j with %j is wrong usage: status 2', async (args, changes, why) => {
  expect(await farol(args, changes as Record<string, string>)).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(why) as string,
  });
});

test.each([
  [['request', '--workload', 'a', '--version', '1', '--duration', '4'], {}, /invalid_body: duration_sec must be/u],
  [['show', 'no-such-capture'], {}, /no_such_capture/u],
  [['wait', 'no-such-capture'], {}, /no_such_capture/u],
  [['show', 'x'], { FAROL_READ_TOKEN: 'rapi_wrong_token' }, /invalid_token/u],
  [['show', 'x'], { FAROL_CA_FILE: '' }, /certificate/u],
  [['wait', 'x'], { FAROL_CA_FILE: '' }, /certificate/u],
])('%j with %j is refused: status 1', async (args, changes, why) => {
  expect(await farol(args, changes as Record<string, string>)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(why) as string,
  });
});

test('the token comes from the environment or a file, and no option takes one', async () => {
  const help = await Promise.all(['request', 'wait', 'show'].map((one) => farol([one, '--help'])));
  expect(help.map(({ code }) => code)).toEqual([0, 0, 0]);
  for (const { stdout } of help) expect(stdout).not.toMatch(/--\S*token/iu);
  const file = path.join(folder, 'token');
  await writeFile(file, `${env['FAROL_READ_TOKEN']}\n`, { mode: 0o600 });
  const id = await request('from a file');
  const shown = await farol(['show', id], { FAROL_READ_TOKEN: '', FAROL_READ_TOKEN_FILE: file });
  expect([shown.code, shown.stderr]).toEqual([0, '']);
});
