import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { runFarol } from '../../../test/run-farol.ts';
import { splitCertificates } from '../../core/pem-certificates.ts';
import { makeStoreKey } from '../../control/keys/store-key.ts';
import type { RotationStatus } from '../../control/keys/rotation.ts';
import type { TunnelClient } from '../../tunnel/port.ts';

let running: TestControl;
let client: TunnelClient;
let env: Record<string, string>;

beforeAll(async () => {
  const key = makeStoreKey().reveal();
  running = await startTestControl({ FAROL_STORE_KEY: key });
  env = { PATH: process.env['PATH'] ?? '', FAROL_DATA_DIR: running.folder, FAROL_STORE_KEY: key };
  const owner = await running.signIn('owner');
  client = await startInstance(running, { class: 'agent', instance: 'agent-1', owner, handlers: {} });
});
afterAll(async () => {
  await client.close();
  await running.close();
});

const rotate = (args: readonly string[], changes: Record<string, string> = {}) =>
  runFarol(['control', 'rotate-keys', ...args], { env: { ...env, ...changes } });
const statusOf = async (): Promise<RotationStatus> =>
  JSON.parse((await rotate(['--status', '--json'])).stdout) as RotationStatus;

test('changes the command key of a running control plane, whose Agent confirms it within seconds', async () => {
  const before = await rotate(['--status']);
  expect(before.stdout).toMatch(
    /^authority [0-9a-f]{64} {2}current since .*\(store\)\ncommand {3}[0-9a-f]{64} {2}current/u,
  );
  expect(before.stdout).toContain('1 instances pin the current command key, 0 do not.');
  const rotated = await rotate(['--command']);
  expect([rotated.code, rotated.stderr]).toEqual([0, expect.stringContaining('Take a backup now')]);
  expect(rotated.stdout).toMatch(/acme {2}agent agent-1 .* has not confirmed/u);
  await expect.poll(async () => (await statusOf()).unconfirmed, { timeout: 20_000, interval: 500 }).toEqual([]);
  expect((await statusOf()).keys.map(({ purpose, state }) => [purpose, state])).toEqual([
    ['authority', 'current'],
    ['command', 'retiring'],
    ['command', 'current'],
  ]);
  expect(client.state().state).toBe('live');
  const finished = await rotate(['--finish']);
  expect([finished.code, finished.stdout]).toEqual([0, expect.stringMatching(/command .* retired .*\(destroyed\)/u)]);
});

test('changes the authority of a running control plane, and says until when who must take the new one', async () => {
  const caFile = path.join(running.folder, 'tls', 'ca.pem');
  const before = await readFile(caFile, 'utf8');
  const rotated = await rotate(['--authority']);
  expect([rotated.code, rotated.stderr]).toEqual([
    0,
    expect.stringMatching(new RegExp(`pipelines \\(FAROL_CA_FILE\\).*need the new ${caFile} before 20\\d\\d-`, 'u')),
  ]);
  expect(rotated.stdout).toMatch(
    /0 instances trust the current authority, 1 have not confirmed it\.\n {2}acme {2}agent agent-1/u,
  );
  await expect
    .poll(async () => (await statusOf()).authority.unconfirmed, { timeout: 20_000, interval: 500 })
    .toEqual([]);
  expect(splitCertificates(await readFile(caFile, 'utf8'))[1]).toBe(before.trim());
  const again = await rotate(['--authority']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/in progress until .*--finish authority/u)]);
  const finished = await rotate(['--finish', 'authority']);
  expect([finished.code, finished.stdout]).toEqual([0, expect.stringMatching(/authority .* retired .*\(destroyed\)/u)]);
  await expect
    .poll(async () => splitCertificates(await readFile(caFile, 'utf8')).length, { timeout: 20_000, interval: 100 })
    .toBe(1);
  expect(await readFile(caFile, 'utf8')).not.toBe(before);
  expect(client.state().state).toBe('live');
});

test('with certificate files of the operator there is no authority to change', async () => {
  const files = { FAROL_TLS_CERT_FILE: '/etc/farol/cert.pem', FAROL_TLS_KEY_FILE: '/etc/farol/key.pem' };
  const refused = await rotate(['--authority'], files);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/FAROL_TLS_CERT_FILE is set: .*no authority of its own to change\. Replace/u),
  ]);
});

test('two acts at once are wrong usage', async () => {
  const refused = await rotate(['--command', '--authority']);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(/cannot be used with/u);
});

test.each([
  ['nothing to do', [], {}, /give --command, --authority, --store-key, --status, --finish or --lost/u],
  ['no new store key', ['--store-key'], {}, /FAROL_STORE_KEY_NEW is not set\. Create a key with/u],
  ['another store key', ['--command'], { FAROL_STORE_KEY: makeStoreKey().reveal() }, /is not the key of this store/u],
  ['no change to end', ['--finish'], {}, /No change of the command key or of the authority is in progress/u],
  ['a key that is there', ['--lost', 'authority'], {}, /is not lost/u],
  ['a wrong setting', ['--status'], { FAROL_PORT: 'x' }, /FAROL_PORT must be/u],
] as const)('with %s it changes nothing and says why', async (_what, args, changes, why) => {
  const keys = await running.store.db.selectFrom('control_keys').selectAll().execute();
  const refused = await rotate(args, changes);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(why);
  expect(refused.stderr).not.toContain('    at ');
  expect(await running.store.db.selectFrom('control_keys').selectAll().execute()).toEqual(keys);
});

test('make-store-key prints a key that is accepted, and another one each time', async () => {
  const made = await Promise.all([1, 2].map(() => runFarol(['control', 'make-store-key'], { env })));
  const [first, second] = made.map(({ stdout }) => stdout.trim());
  expect(first).not.toBe(second);
  const store = `sqlite:${path.join(running.folder, 'other.db')}`;
  const used = await rotate(['--status'], { FAROL_STORE_KEY: first!, FAROL_DATABASE_URL: store });
  expect([used.code, used.stderr]).toEqual([0, '']);
});
