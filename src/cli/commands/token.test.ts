import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { TokenCreated, TokenList } from '../../control/api.ts';

const entry = path.resolve(import.meta.dirname, '../main.ts');
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

test('a revoked token stops working at once in the running control plane [P-ERR-2]', async () => {
  const made = TokenCreated.parse(
    JSON.parse((await farol('create', '--kind', 'read', '--name', 'x', '--json')).stdout),
  );
  const headers = { authorization: `Bearer ${made.value}` };
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(200);
  await farol('revoke', made.token.id);
  expect((await running.send({ path: '/api/fleet', headers })).status).toBe(401);
});

test('lists names and states, never values', async () => {
  const { stdout: value } = await farol('create', '--kind', 'capture', '--name', 'deploy', '--expires-in-hours', '2');
  const { stdout: text } = await farol('list');
  const { stdout: json } = await farol('list', '--json');
  expect(text).toMatch(/ capture {2}"deploy" {2}by operator of the machine .*never used, expires /u);
  expect(TokenList.parse(JSON.parse(json)).tokens.map(({ name }) => name)).toContain('deploy');
  expect(text + json).not.toContain(value.split('_')[2]);
});

test('a bootstrap token comes with the command that enrols', async () => {
  const { stdout, stderr } = await farol('create', '--kind', 'bootstrap', '--class', 'agent', '--name', 'first agent');
  expect(stdout).toMatch(/^rboot_/u);
  expect(stderr).toContain('RUNNER_TENANT=acme');
  expect(stderr).toContain('RUNNER_BOOTSTRAP_TOKEN_FILE=');
  expect(stderr).toContain('BEGIN CERTIFICATE');
});

test.each([
  [['create', '--kind', 'capture'], /--name <name>' not specified/u],
  [['create', '--kind', 'admin', '--name', 'x'], /Allowed choices are capture, read, bootstrap/u],
  [['create', '--kind', 'capture', '--name', 'x', '--expires-in-hours', '0'], /whole number of hours/u],
  [['create', '--kind', 'bootstrap', '--name', 'x'], /class: is required for a bootstrap token/u],
  [['revoke', 'nothing'], /There is no token nothing/u],
  [['list', '--organization', 'globex'], /no organization globex. It has: acme/u],
])('%j ends with status 1 and says why', async (args, why) => {
  await expect(farol(...args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(why) as string,
  });
});

function farol(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], FAROL_DATA_DIR: running.folder, FAROL_ORGANIZATION: 'acme' };
  return promisify(execFile)(process.execPath, [entry, 'token', ...args], { env });
}
