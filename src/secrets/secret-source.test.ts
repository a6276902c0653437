import { chmod, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Redactor } from '../core/redact.ts';
import { findSecret, type SecretSource, type SecretStore, SecretUnreadable } from './secret-source.ts';

const first = 'correct-horse-battery';
const second = 'staple-of-another-kind';
let folder: string;
let redactor: Redactor;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-secrets-'));
  redactor = new Redactor();
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);

function sourceOf(env: Record<string, string>): SecretSource {
  const found = findSecret('API_TOKEN', env, redactor);
  if (found.state !== 'present') throw new Error(`expected a source, got ${JSON.stringify(found)}`);
  return found.source;
}

function problemOf(env: Record<string, string>): string {
  const found = findSecret('API_TOKEN', env, redactor);
  if (found.state !== 'invalid') throw new Error(`expected a problem, got ${JSON.stringify(found)}`);
  return `${found.problem.problem} ${found.problem.remedy}`;
}

describe('where a secret comes from', () => {
  test.each([
    ['the value', () => ({ API_TOKEN: first })],
    ['a file named beside it', () => ({ API_TOKEN_FILE: at('token') })],
    ['a file reference', () => ({ API_TOKEN: `file://${at('token')}` })],
  ])('is %s', async (_form, env) => {
    await writeFile(at('token'), `${first}\n`);
    const secret = await sourceOf(env()).read();
    expect(secret.reveal()).toBe(first);
    expect(redactor.text(`token=${first}`)).toBe('token=[secret]');
  });

  test('is nowhere when neither variable says anything', () => {
    expect(findSecret('API_TOKEN', { API_TOKEN: '', API_TOKEN_FILE: '' }, redactor)).toEqual({ state: 'absent' });
  });

  test('is refused when given twice, naming both', () => {
    expect(problemOf({ API_TOKEN: first, API_TOKEN_FILE: at('token') })).toMatch(/API_TOKEN and API_TOKEN_FILE/u);
  });

  test.each(['aws', 'gcp', 'vault', 'k8s'])('is never %s://, where no store is read', (scheme) => {
    expect(problemOf({ API_TOKEN: `${scheme}://farol/grafana#token` })).toContain(
      `API_TOKEN refers to ${scheme}://, but secret stores are read only for the connectors of an Agent`,
    );
  });

  test.each([
    ['aws://farol/grafana#token', { scheme: 'aws', name: 'farol/grafana', key: 'token' }],
    ['gcp://farol-grafana', { scheme: 'gcp', name: 'farol-grafana', key: undefined }],
    ['vault://farol/a#b#c', { scheme: 'vault', name: 'farol/a', key: 'b#c' }],
    ['k8s://farol/grafana#tls.key', { scheme: 'k8s', name: 'farol/grafana', key: 'tls.key' }],
  ])('is looked up in a store as %s', (API_TOKEN, expected) => {
    const asked: unknown[] = [];
    const store: SecretStore = {
      find: (variable, reference) => {
        asked.push([variable, reference]);
        return { state: 'absent' };
      },
    };
    findSecret('API_TOKEN', { API_TOKEN }, redactor, store);
    expect(asked).toEqual([['API_TOKEN', expected]]);
  });

  test.each([
    ['aws://', 'names no secret'],
    ['aws://#token', 'names no secret'],
    ['k8s://farol/grafana#', 'names no key'],
  ])('is refused as %s, which says too little', (API_TOKEN, because) => {
    expect(problemOf({ API_TOKEN })).toContain(because);
  });

  test('is refused for an unknown scheme, naming what is known', () => {
    const problem = problemOf({ API_TOKEN: 'ssm://farol/grafana' });
    expect(problem).toContain('ssm://');
    expect(problem).toContain('file://');
  });

  test('is its own value where it may begin like an address, and with these schemes only', () => {
    const wanted = { variable: 'API_TOKEN', schemes: ['mongodb'] };
    const found = findSecret(wanted, { API_TOKEN: 'mongodb://farol:long-enough@db/' }, redactor);
    expect(found.state).toBe('present');
    expect(redactor.text('see mongodb://farol:long-enough@db/')).toBe('see [secret]');
    expect(findSecret(wanted, { API_TOKEN: 'ssm://farol/grafana' }, redactor).state).toBe('invalid');
    const file = { API_TOKEN: 'mongodb://farol:long-enough@db/', API_TOKEN_FILE: '/run/secrets/uri' };
    expect(findSecret(wanted, file, redactor).state).toBe('invalid');
  });

  test.each([
    ['a relative path', { API_TOKEN_FILE: 'token' }, 'absolute path'],
    ['a value too short to redact', { API_TOKEN: 'abc' }, 'fewer than 8'],
  ])('is refused for %s', (_what, env, because) => {
    expect(problemOf(env)).toContain(because);
  });

  test('never repeats a value in a problem', () => {
    expect(problemOf({ API_TOKEN: first, API_TOKEN_FILE: second })).not.toMatch(/horse|staple/u);
  });
});

describe('a secret in a file', () => {
  test('is read again after the file was replaced, without being asked', async () => {
    await writeFile(at('token'), first);
    const source = sourceOf({ API_TOKEN_FILE: at('token') });
    expect((await source.read()).reveal()).toBe(first);
    await writeFile(at('next'), second);
    await rename(at('next'), at('token'));
    expect((await source.read()).reveal()).toBe(second);
    expect(redactor.text(`${first} ${second}`)).toBe('[secret] [secret]');
  });

  test('follows a link that moved, the way mounted volumes rotate', async () => {
    await writeFile(at('one'), first);
    await writeFile(at('two'), second);
    await symlink(at('one'), at('token'));
    const source = sourceOf({ API_TOKEN_FILE: at('token') });
    await source.read();
    await symlink(at('two'), at('moved'));
    await rename(at('moved'), at('token'));
    expect((await source.read()).reveal()).toBe(second);
  });

  test('says on demand whether it is another one', async () => {
    await writeFile(at('token'), first);
    const source = sourceOf({ API_TOKEN_FILE: at('token') });
    await source.read();
    expect(await source.reread()).toBe(false);
    await writeFile(at('token'), second);
    expect(await source.reread()).toBe(true);
  });

  test('is not used any longer once it was taken away', async () => {
    await writeFile(at('token'), first);
    const source = sourceOf({ API_TOKEN_FILE: at('token') });
    await source.read();
    await unlink(at('token'));
    await expect(source.read()).rejects.toThrow(SecretUnreadable);
    await expect(source.read()).rejects.toThrow('API_TOKEN_FILE cannot be read (ENOENT)');
  });

  test.each([
    ['is empty', '', 'holds nothing'],
    ['is larger than any secret', 'x'.repeat(70_000), 'more than 65536 bytes'],
    ['is too short', 'abc\n', 'fewer than 8'],
  ])('is refused when it %s', async (_what, content, because) => {
    await writeFile(at('token'), content);
    await chmod(at('token'), 0o600);
    await expect(sourceOf({ API_TOKEN_FILE: at('token') }).read()).rejects.toThrow(because);
  });

  test('is refused when it is not text', async () => {
    await writeFile(at('token'), Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46]));
    await expect(sourceOf({ API_TOKEN_FILE: at('token') }).read()).rejects.toThrow('cannot be read');
  });
});
