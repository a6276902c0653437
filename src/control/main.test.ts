import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCache } from '../../test/compile-cache.ts';
import { ControlApi } from './api/api-client.ts';
import { Fleet, InvitationCreated } from './api/api.ts';
import { makeStoreKey } from './keys/store-key.ts';

const entry = path.resolve(import.meta.dirname, '../cli/main.ts');
let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-main-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('the first start prints where its owner link is and where it listens, and no secret on standard output or standard error', async () => {
  const control = start();
  const [link, listening] = await control.lines(2);
  expect(link).toEqual({ event: 'owner_link', file: path.join(folder, 'owner-link') });
  expect(await readFile(link!['file']!, 'utf8')).toMatch(/^https:\/\/localhost:\d+\/welcome#rlink_\S+\n$/u);
  expect((await stat(link!['file']!)).mode & 0o777).toBe(0o600);
  expect(listening).toMatchObject({
    event: 'listening',
    app: expect.stringMatching(/^https:/u) as string,
    tunnel: expect.stringMatching(/^wss:/u) as string,
    enroll: expect.stringMatching(/^https:.*\/enroll$/u) as string,
    ca_file: path.join(folder, 'tls', 'ca.pem'),
    metrics: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/u) as string,
  });
  control.child.kill('SIGTERM');
  expect(await control.exit).toBe(0);
  expect(control.text().trim().split('\n')).toHaveLength(2);
  expect(control.text() + control.errors()).not.toContain('rlink_');
});

test('the link signs in once, and a restart keeps the session and prints no new link', async () => {
  const first = start();
  const link = await readLink(first);
  const api = await openApi(first);
  expect(await api.signIn(link)).toMatchObject({ person: { role: 'owner' }, organization: { name: 'acme' } });
  await expect(stat(path.join(folder, 'owner-link'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(api.signIn(link)).rejects.toMatchObject({ status: 401, code: 'link_used' });
  api.close();
  first.child.kill('SIGINT');
  expect(await first.exit).toBe(0);

  const second = start();
  const [listening] = await second.lines(1);
  expect(listening).toMatchObject({ event: 'listening' });
  expect(await readFile(listening!['ca_file']!, 'utf8')).toContain('BEGIN CERTIFICATE');
});

test('an unused link is replaced by a restart', { tags: ['deep'] }, async () => {
  const first = start();
  const unused = await readLink(first);
  first.child.kill('SIGKILL');
  await first.exit;
  const second = start();
  const link = await readLink(second);
  const api = await openApi(second);
  await expect(api.signIn(unused)).rejects.toMatchObject({ code: 'link_withdrawn' });
  await api.signIn(link);
  expect(await api.call({ method: 'GET', path: '/api/fleet' }, Fleet)).toEqual({ instances: [], expiries: [] });
  api.close();
});

test('wrong settings are refused together, with exit code 2', async () => {
  const control = start({ FAROL_PORT: 'eighty', FAROL_PUBLIC_URL: 'http://x' });
  expect(await control.exit).toBe(2);
  expect(control.errors()).toContain('FAROL_PORT must be');
  expect(control.errors()).toContain('FAROL_PUBLIC_URL must be');
  expect(control.text()).toBe('');
});

test('reports a port in use, exits with 1 and leaves no file behind', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const control = start({ FAROL_PORT: String(port) });
  expect(await control.exit).toBe(1);
  expect(control.errors()).toContain('EADDRINUSE');
  holder.close();
});

test(
  'an authority that cannot be read refuses the start instead of cutting every instance off',
  { tags: ['deep'] },
  async () => {
    const first = start();
    await first.lines(2);
    first.child.kill('SIGTERM');
    await first.exit;
    await writeFile(path.join(folder, 'tls', 'authority.pem'), 'half of it');
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.errors()).toContain('Restore it from a backup');
  },
);

test('the operator prints a link without variables, which signs in any owner at the public address', async () => {
  const state = { ...compileCache, PATH: process.env['PATH'], XDG_STATE_HOME: path.join(folder, 'state') };
  const control = start();
  const link = await readLink(control);
  const api = await openApi(control);
  await api.signIn(link);
  const other = await openApi(control);
  const join = async (name: string, role: 'owner' | 'admin'): Promise<string> => {
    const call = { method: 'POST', path: '/api/people/invitations', body: { name, role } } as const;
    return (await other.signIn((await api.call(call, InvitationCreated)).link)).person.id;
  };
  const ids = [await join('Olga', 'owner'), await join('Olga', 'owner')];
  await join('Ada', 'admin');
  const ownerLink = async (...args: string[]): Promise<string> => {
    const command = [entry, 'control', 'owner-link', ...args];
    return (await promisify(execFile)(process.execPath, command, { env: state })).stdout.trim();
  };
  const first = await ownerLink();
  expect(first).toMatch(new RegExp(`^${new URL(link).origin}/welcome#rlink_`, 'u'));
  expect(await other.signIn(first)).toMatchObject({ person: { name: 'Owner', role: 'owner' } });
  expect(await other.signIn(await ownerLink('--owner', ids[1] ?? ''))).toMatchObject({ person: { id: ids[1] } });
  await expect(ownerLink('--owner', 'Olga')).rejects.toThrow(new RegExp(`Several owners .*${ids[0]}`, 'u'));
  await expect(ownerLink('--owner', 'Ada')).rejects.toThrow(/no owner Ada.*Owner \(/u);
  other.close();
  api.close();
}, 120_000);

test(
  'the operator prints another link beside the running control plane, and the first one ends with its file',
  { tags: ['deep'] },
  async () => {
    const control = start();
    const first = await readLink(control);
    const { stdout } = await promisify(execFile)(process.execPath, [entry, 'control', 'owner-link'], {
      env: { ...compileCache, PATH: process.env['PATH'], FAROL_DATA_DIR: folder },
    });
    await expect(stat(path.join(folder, 'owner-link'))).rejects.toMatchObject({ code: 'ENOENT' });
    const api = await openApi(control);
    await expect(api.signIn(first)).rejects.toMatchObject({ status: 401, code: 'link_withdrawn' });
    const { hash } = new URL(stdout.trim());
    expect(await api.signIn(new URL(`/welcome${hash}`, first).href)).toMatchObject({ person: { role: 'owner' } });
    api.close();
  },
);

test(
  'keys that do not fit the store refuse the start with exit code 2 and print no key',
  { tags: ['deep'] },
  async () => {
    const key = makeStoreKey().reveal();
    const first = start({ FAROL_STORE_KEY: key });
    await first.lines(2);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const other = makeStoreKey().reveal();
    const second = start({ FAROL_STORE_KEY: other });
    expect(await second.exit).toBe(2);
    expect(second.errors()).toMatch(/cannot start:\n {2}FAROL_STORE_KEY is not the key of this store/u);
    for (const shown of [first.errors(), second.errors(), first.text()]) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(other);
    }
  },
);

test(
  'a store that a newer version changed refuses the start with exit code 2 and says which, and so does each command',
  { tags: ['deep'] },
  async () => {
    const first = start();
    await first.lines(2);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const store = new DatabaseSync(path.join(folder, 'farol.db'));
    store.exec("insert into schema_migrations values ('9999-drops-a-column', 1, 0, '9.8.7')");
    store.close();
    const words =
      /The store was migrated by version 9\.8\.7 \(9999-drops-a-column\), .* farol control restore --from <file>\n/u;
    const second = start();
    expect(await second.exit).toBe(2);
    expect(second.errors()).toMatch(/cannot start:\n {2}The store was migrated/u);
    expect(second.errors()).toMatch(words);
    const command = promisify(execFile)(process.execPath, [entry, 'token', 'list'], {
      env: { ...compileCache, PATH: process.env['PATH'], FAROL_DATA_DIR: folder },
    });
    await expect(command).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(words) as string });
  },
);

async function readLink(started: Started): Promise<string> {
  const [line] = await started.lines(2);
  return (await readFile(line!['file']!, 'utf8')).trim();
}

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  text(): string;
  errors(): string;
  /** The first `count` lines of standard output, parsed. */
  lines(count: number): Promise<Record<string, string>[]>;
}

function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [entry, 'control'], {
    env: {
      ...compileCache,
      PATH: process.env['PATH'],
      FAROL_DATA_DIR: folder,
      XDG_STATE_HOME: path.join(folder, 'state'),
      FAROL_ORGANIZATION: 'acme',
      FAROL_PORT: '0',
      FAROL_TUNNEL_PORT: '0',
      FAROL_METRICS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const complete = (): string[] => text.split('\n').slice(0, -1);
  return {
    child,
    exit,
    text: () => text,
    errors: () => errors,
    lines: async (count) => {
      await expect.poll(() => complete().length, { timeout: 20_000, message: errors }).toBeGreaterThanOrEqual(count);
      return complete().map((line) => JSON.parse(line) as Record<string, string>);
    },
  };
}

async function openApi(started: Started): Promise<ControlApi> {
  const listening = (await started.lines(1)).find(({ event }) => event === 'listening');
  return new ControlApi(listening!['app']!, await readFile(listening!['ca_file']!, 'utf8'));
}
