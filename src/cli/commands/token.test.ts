import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCache } from '../../../test/compile-cache.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { TokenCreated, TokenList } from '../../control/api/api.ts';

const entry = path.resolve(import.meta.dirname, '../main.ts');
/** Starts the program five times. */
const slow = { timeout: 120_000 };
let running: TestControl;

beforeAll(async () => {
  running = await startTestControl();
});
afterAll(() => running.close());

test('makes a token beside the running control plane; standard output is the value and nothing else', async () => {
  const { stdout, stderr } = await farol('create', '--kind', 'read', '--name', 'dashboard');
  expect(stdout).toMatch(/^rapi_[a-z2-7]{16}_[a-z2-7]{52}_[0-9a-f]{8}\n$/u);
  expect(stderr).toContain('shown only once');
  expect(stderr).not.toContain(stdout.trim());
  const answer = await running.send({ path: '/api/fleet', headers: { authorization: `Bearer ${stdout.trim()}` } });
  expect(answer.status).toBe(200);
});

test('makes a read token that asks what its scopes name', async () => {
  const args = ['--kind', 'read', '--name', 'nightly', '--scope', 'operations', '--scope', 'chat.postMessage'];
  const { stdout, stderr } = await farol('create', ...args);
  expect(stderr).toContain('read (chat.postMessage, operations)  "nightly"');
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  const status = async (name: string): Promise<number> =>
    (await running.send({ method: 'POST', path: `/api/operations/${name}`, headers, body: { args: {} } })).status;
  // No Agent is connected: a caller who may ask gets that far.
  expect([await status('metrics.query'), await status('chat.postMessage'), await status('tickets.create')]).toEqual([
    503, 503, 403,
  ]);
});

test('makes an MCP token, which works at /mcp alone', async () => {
  const { stdout, stderr } = await farol('create', '--kind', 'mcp', '--name', 'laptop', '--scope', 'captures');
  expect(stderr).toContain('mcp (captures)  "laptop"');
  const headers = { authorization: `Bearer ${stdout.trim()}`, accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const listed = await running.send({ method: 'POST', path: '/mcp', headers, body });
  expect([listed.status, listed.text]).toEqual([200, expect.stringContaining('capture_diff')]);
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(401);
});

test('a revoked token stops working at once in the running control plane [P-ERR-2]', async () => {
  const made = TokenCreated.parse(
    JSON.parse((await farol('create', '--kind', 'read', '--name', 'x', '--json')).stdout),
  );
  const headers = { authorization: `Bearer ${made.value}` };
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(200);
  await farol('revoke', made.token.id);
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(401);
});

test('a name of an earlier version cannot steer the terminal', slow, async () => {
  const { token } = TokenCreated.parse(
    JSON.parse((await farol('create', '--kind', 'read', '--name', 'x', '--json')).stdout),
  );
  const name = '\u001b]0;owned\u0007\u009b2J\nsecond line';
  await running.store.db.updateTable('access_tokens').set({ name }).where('id', '=', token.id).execute();
  const { stdout } = await farol('list');
  const line = stdout.split('\n').find((one) => one.startsWith(token.id));
  expect(line).toContain(String.raw`"\u{001b}]0;owned\u{0007}\u{009b}2J\u{000a}second line"`);
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('rotates a token: standard output is the new value, and the former one works for the overlap', slow, async () => {
  const made = TokenCreated.parse(
    JSON.parse((await farol('create', '--kind', 'read', '--name', 'turned', '--json')).stdout),
  );
  const { stdout, stderr } = await farol('rotate', made.token.id, '--overlap-hours', '2');
  expect(stdout).toMatch(/^rapi_[a-z2-7]{16}_[a-z2-7]{52}_[0-9a-f]{8}\n$/u);
  expect(stderr).toContain('works for 2 h');
  const status = async (value: string): Promise<number> =>
    (await running.send({ path: '/api/fleet', headers: { authorization: `Bearer ${value}` } })).status;
  expect([await status(made.value), await status(stdout.trim())]).toEqual([200, 200]);
  const { stdout: listed } = await farol('list');
  expect(listed).toMatch(new RegExp(`${made.token.id} {2}${made.value.slice(0, 9)}….*replaced by .*expires`, 'u'));
  const { stdout: json } = await farol('rotate', (stdout.split('_')[1] ?? '').trim(), '--overlap-hours', '0', '--json');
  expect(TokenCreated.parse(JSON.parse(json)).token.name).toBe('turned');
  expect(await status(stdout.trim())).toBe(401);
});

test('lists names and states, never values', async () => {
  const { stdout: value } = await farol('create', '--kind', 'capture', '--name', 'deploy', '--expires-in-hours', '2');
  const { stdout: text } = await farol('list');
  const { stdout: json } = await farol('list', '--json');
  expect(text).toMatch(/ capture {2}"deploy" {2}by operator of the machine .*never used, expires /u);
  expect(TokenList.parse(JSON.parse(json)).tokens.map(({ name }) => name)).toContain('deploy');
  expect(text + json).not.toContain(value.split('_')[2]);
});

const bootstrap = ['create', '--kind', 'bootstrap', '--class', 'agent', '--name', 'node'] as const;

test('a bootstrap token comes with the commands that enrol, which the API returns for the same facts', async () => {
  const { stdout, stderr } = await farol(...bootstrap);
  expect(stdout).toMatch(/^rboot_/u);
  const headers = await running.signIn('admin');
  const body = { kind: 'bootstrap', class: 'agent', name: 'node' };
  const answer = await running.send({ method: 'POST', path: '/api/tokens', headers, body });
  const { commands = [], value } = TokenCreated.parse(answer.json());
  expect(commands.map(({ way }) => way)).toEqual(['docker', 'kubernetes', 'host', 'hand']);
  const { enroll, tunnel } = running.control.addresses;
  for (const { way, command } of commands) {
    // The ports of this control plane are free ones, which the store does not know.
    const elsewhere = command
      .replaceAll(new URL(enroll).origin, 'https://127.0.0.1:8444')
      .replaceAll(tunnel, 'wss://127.0.0.1:8443');
    expect(stderr).toContain(elsewhere.replaceAll(value, stdout.trim()));
    expect(command).toContain(way === 'host' ? '--ca-fingerprint ' : 'BEGIN CERTIFICATE');
  }
});

test('prints one command where one way is chosen', async () => {
  const { stderr } = await farol(...bootstrap, '--on', 'docker');
  expect(stderr).toContain('docker run');
  expect(stderr).not.toMatch(/kubectl|setpriv/u);
});

test('lists how many instances a bootstrap token still enrols', async () => {
  const args = ['--uses', '7', '--expires-in-hours', '48', '--json'];
  const made = TokenCreated.parse(JSON.parse((await farol(...bootstrap, ...args)).stdout));
  expect(made.token.uses_left).toBe(7);
  expect(Date.parse(made.token.expires_at ?? '') - Date.parse(made.token.created_at)).toBe(48 * 3_600_000);
  expect((await farol('list')).stdout).toContain('never used, uses left 7, expires ');
});

test.each([
  [['create', '--kind', 'capture'], /--name <name>' not specified/u, 2],
  [['create', '--kind', 'admin', '--name', 'x'], /Allowed choices are capture, read, mcp, incident, bootstrap/u, 2],
  [['create', '--kind', 'capture', '--name', 'x', '--expires-in-hours', '0'], /whole number of hours/u, 2],
  [[...bootstrap, '--uses', '0'], /whole number of instances from 1 to 10000/u, 2],
  [['create', '--kind', 'read', '--name', 'x', '--uses', '2'], /uses: is for bootstrap tokens only/u],
  [['create', '--kind', 'read', '--name', 'x', '--scope', 'metrics.query'], /scopes\.0: is a read/u],
  [
    ['create', '--kind', 'capture', '--name', 'x', '--scope', 'operations'],
    /scopes: is for read, MCP and incident tokens only/u,
  ],
  [['create', '--kind', 'mcp', '--name', 'x', '--scope', 'tickets.create'], /scopes\.0: must be captures/u],
  [['create', '--kind', 'bootstrap', '--name', 'x'], /class: is required for a bootstrap token/u],
  [['revoke', 'nothing'], /There is no token nothing/u],
  [['rotate', 'nothing'], /There is no token nothing/u],
  [['rotate', 'nothing', '--overlap-hours', '721'], /whole number of hours from 0 to 720/u, 2],
  [['list', '--organization', 'globex'], /no organization globex. It has: acme/u],
] as const)('%j is refused, and says why', async (args, why, code?) => {
  await expect(farol(...args)).rejects.toMatchObject({
    code: code ?? 1,
    stdout: '',
    stderr: expect.stringMatching(why) as string,
  });
});

function farol(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = {
    ...compileCache,
    PATH: process.env['PATH'],
    FAROL_DATA_DIR: running.folder,
    FAROL_ORGANIZATION: 'acme',
  };
  return promisify(execFile)(process.execPath, [entry, 'token', ...args], { env });
}

test('a successor that is revoked leaves the former token alive, and the command says so', slow, async () => {
  const made = TokenCreated.parse(
    JSON.parse((await farol('create', '--kind', 'read', '--name', 'x', '--json')).stdout),
  );
  const next = TokenCreated.parse(JSON.parse((await farol('rotate', made.token.id, '--json')).stdout));
  const { stderr } = await farol('revoke', next.token.id);
  expect(stderr).toContain(`${made.token.id}, which it replaced, still works until 2`);
  const headers = { authorization: `Bearer ${made.value}` };
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(200);
  expect((await farol('revoke', made.token.id)).stderr).not.toContain('still works');
});
