import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ControlProcess } from '../../../test/control-process.ts';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { TokenCreated } from '../../control/api/api.ts';
import { ControlApi } from '../../control/api/api-client.ts';

let folder: string;
let control: ControlProcess;
let tokens: Record<'capture' | 'read', string>;
let env: Record<string, string>;
const login = (): string => path.join(folder, 'config/farol/login.json');
const caFile = (): string => path.join(folder, 'tls', 'ca.pem');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-login-'));
  control = await ControlProcess.prepare(folder);
  const link = await control.start();
  const owner = new ControlApi(control.app, control.caPem);
  await owner.signIn(link);
  const mint = async (kind: string): Promise<string> =>
    (await owner.call({ method: 'POST', path: '/api/tokens', body: { kind, name: kind } }, TokenCreated)).value;
  tokens = { capture: await mint('capture'), read: await mint('read') };
  owner.close();
  env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: path.join(folder, 'config') };
});
afterAll(async () => {
  await control.kill();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => rm(path.join(folder, 'config'), { recursive: true, force: true }));

function farol(args: readonly string[], more: Record<string, string> = {}, input = ''): Promise<Ended> {
  return runFarol(args, { env: { ...env, ...more }, input });
}

function logIn(token: string): Promise<Ended> {
  return farol(['login', '--url', control.app, '--ca-file', caFile()], {}, `${token}\n`);
}

test('stores address, authority and both tokens, so that no variable is needed, and logout removes them', async () => {
  expect(await logIn(tokens.read)).toEqual({
    code: 0,
    signal: null,
    stdout: '',
    stderr: `${control.app} accepts the read token. It is stored in ${login()}.\n`,
  });
  expect((await farol(['login'], {}, tokens.capture)).code).toBe(0);
  const stored: unknown = JSON.parse(await readFile(login(), 'utf8'));
  expect(stored).toEqual({ url: control.app, ca: await readFile(caFile(), 'utf8'), tokens });
  expect([(await stat(login())).mode & 0o777, (await stat(path.dirname(login()))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(await readdir(path.dirname(login()))).toEqual(['login.json']);

  const asked = await farol(['capture', 'show', 'no-such-capture']);
  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('no_such_capture')]);
  const requested = await farol(['capture', 'request', '--workload', 'a', '--version', '1']);
  expect([requested.code, requested.stderr]).toEqual([1, expect.stringContaining('profiler_not_enabled')]);
  expect(requested.stderr).toContain(`Token: farol login. Address: ${control.app}, from farol login.`);

  expect((await farol(['logout'])).code).toBe(0);
  await expect(stat(login())).rejects.toThrow('ENOENT');
  expect(await farol(['logout'])).toMatchObject({ code: 0, stderr: 'Nothing is stored.\n' });
  expect(await farol(['capture', 'show', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('farol login'),
  });
});

test('stores no token that the control plane refuses, or that is of another kind', async () => {
  for (const wrong of [`${tokens.read.slice(0, -1)}x`, `${tokens.capture.slice(0, -1)}x`]) {
    const refused = await logIn(wrong);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/invalid_token: .* Token: standard input\./u),
    ]);
    expect(refused.stderr).not.toContain(wrong.slice(10));
  }
  expect(await logIn('rboot_abc')).toMatchObject({ code: 2, stderr: expect.stringContaining('rpcap_ or rapi_') });
  expect(await logIn('')).toMatchObject({ code: 2 });
  expect(await farol(['login', '--url', control.app, tokens.read])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('token was given as an argument'),
  });
  await expect(stat(login())).rejects.toThrow('ENOENT');
});

test('lets variables win, names them when they are refused, and sends a stored token to its own address alone', async () => {
  await logIn(tokens.read);
  const refused = await farol(['capture', 'show', 'x'], { FAROL_READ_TOKEN: 'rapi_wrong_token' });
  expect(refused.stderr).toContain(`Token: FAROL_READ_TOKEN. Address: ${control.app}, from farol login.`);
  const elsewhere = await farol(['capture', 'show', 'x'], { FAROL_URL: 'https://127.0.0.1:1' });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    `farol capture: Set FAROL_READ_TOKEN: the token of farol login is for ${control.app} and is not sent to https://127.0.0.1:1, which FAROL_URL names.\n`,
  ]);
  expect(await farol(['capture', 'request', '--workload', 'a', '--version', '1'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('run farol login with one that begins with rpcap_'),
  });
});

test('refuses a file that others may read, that is a link or that is damaged', async () => {
  await logIn(tokens.read);
  const show = () => farol(['capture', 'show', 'x']);
  await chmod(login(), 0o640);
  expect(await show()).toMatchObject({ code: 2, stderr: expect.stringContaining('has the mode 640') });
  // What is not needed is not read.
  const whole = { FAROL_URL: control.app, FAROL_READ_TOKEN: tokens.read, FAROL_CA_FILE: caFile() };
  expect((await farol(['capture', 'show', 'x'], whole)).stderr).toContain('no_such_capture');
  await rm(login());
  await writeFile(path.join(folder, 'elsewhere.json'), '{}', { mode: 0o600 });
  await symlink(path.join(folder, 'elsewhere.json'), login());
  expect(await show()).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read (ELOOP)') });
  await rm(login());
  await writeFile(login(), `{"tokens": {"read": "${tokens.read}"`, { mode: 0o600 });
  const damaged = await show();
  expect([damaged.code, damaged.stderr]).toEqual([2, expect.stringContaining('is damaged')]);
  expect(damaged.stderr).not.toContain(tokens.read);
});

test('asks on a terminal and shows nothing of the token', async () => {
  const entry = path.resolve(import.meta.dirname, '../main.ts');
  const call = `${process.execPath} ${entry} login --url ${control.app} --ca-file ${caFile()}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', call, '/dev/null'], { env });
  const closed = new Promise<number | null>((resolve) => terminal.once('close', resolve));
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk));
  await expect.poll(() => shown, { timeout: 30_000 }).toContain('Token (it is not shown): ');
  terminal.stdin.write(`${tokens.read}\n`);
  expect([await closed, shown]).toEqual([0, expect.stringContaining('accepts the read token')]);
  expect(shown).not.toContain(tokens.read.slice(0, 12));
  expect(JSON.parse(await readFile(login(), 'utf8'))).toMatchObject({ tokens: { read: tokens.read } });
});
