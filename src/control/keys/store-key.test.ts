import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Secret } from '../../core/secret.ts';
import { ConfigProblems, parseControlConfig } from '../config/config.ts';
import { makeStoreKey, StoreKey, KeyRefusal } from './store-key.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-store-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = makeStoreKey().reveal();
const key = StoreKey.parse(new Secret(text))!;
const context = { storeId: 'store', purpose: 'command', fingerprint: 'ab'.repeat(32) };
const secret = new Secret('-----BEGIN PRIVATE KEY-----\nfarol\n');
const raw = Buffer.from(text, 'base64url');

const problemOf = (env: Record<string, string>): string => {
  try {
    const { storeKey: found } = parseControlConfig(env);
    return found === undefined ? 'absent' : `key ${found.id}`;
  } catch (error) {
    return error instanceof ConfigProblems ? error.message : String(error);
  }
};

test('base64, base64url and hexadecimal digits of the same bytes are the same key', () => {
  for (const given of [raw.toString('base64'), raw.toString('base64url'), raw.toString('hex')]) {
    expect(problemOf({ FAROL_STORE_KEY: given })).toBe(`key ${key.id}`);
  }
  const file = path.join(folder, 'key');
  writeFileSync(file, `${text}\n`);
  expect(problemOf({ FAROL_STORE_KEY_FILE: file })).toBe(`key ${key.id}`);
  expect(problemOf({ FAROL_STORE_KEY: `file://${file}` })).toBe(`key ${key.id}`);
  expect(problemOf({})).toBe('absent');
});

test.each([
  ['too short', raw.subarray(1).toString('base64')],
  ['too long', `${raw.toString('hex')}00`],
  ['with a space', `${raw.toString('base64')} `],
  ['in quotes', `"${text}"`],
  ['a passphrase of 32 letters', 'correct horse battery staple and'],
  ['all zeros', '0'.repeat(64)],
  ['two bytes repeated', 'ab01'.repeat(16)],
])('a text that is %s is no key, and is not repeated', (_what, given) => {
  const problem = problemOf({ FAROL_STORE_KEY: given });
  expect(problem).toMatch(/must hold 32 random bytes/u);
  expect(problem).not.toContain(given);
});

test('two forms at once, a missing file and a secret store are refused by name', () => {
  expect(problemOf({ FAROL_STORE_KEY: text, FAROL_STORE_KEY_FILE: '/x' })).toMatch(/Keep one of FAROL_STORE_KEY and/u);
  expect(problemOf({ FAROL_STORE_KEY_FILE: path.join(folder, 'none') })).toMatch(
    /FAROL_STORE_KEY_FILE cannot be read \(ENOENT\)/u,
  );
  expect(problemOf({ FAROL_STORE_KEY: 'aws://farol#key' })).toMatch(
    /secret stores are read only for the connectors of an Agent/u,
  );
});

test('what is sealed opens again, and no two texts are alike', () => {
  const sealed = key.seal(secret, context);
  expect(key.open(sealed, context).reveal()).toBe(secret.reveal());
  expect(sealed).toMatch(new RegExp(`^farol\\.sealed\\.v1\\.${key.id}\\.`, 'u'));
  expect(sealed).not.toContain(Buffer.from('BEGIN PRIVATE').toString('base64url').slice(0, 12));
  expect(key.seal(secret, context)).not.toBe(sealed);
});

test('another key is named as such, with both ids, before anything is decrypted', () => {
  const other = StoreKey.parse(makeStoreKey())!;
  const sealed = key.seal(secret, context);
  expect(() => other.open(sealed, context)).toThrow(new RegExp(`${other.id}.*${key.id}`, 'u'));
  expect(() => other.open(sealed, context)).toThrow(KeyRefusal);
});

test.each([
  ['of another store', { ...context, storeId: 'other' }],
  ['of another purpose', { ...context, purpose: 'authority' }],
  ['of another key', { ...context, fingerprint: 'cd'.repeat(32) }],
])('a text %s does not open', (_what, other) => {
  expect(() => key.open(key.seal(secret, context), other)).toThrow(/damaged or belongs to another store/u);
});

test('a changed or cut text does not open, and one of a newer format says so', () => {
  const sealed = key.seal(secret, context);
  const changed = sealed.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'));
  for (const one of [changed, sealed.slice(0, -8), sealed.slice(0, 40), '']) {
    expect(() => key.open(one, context)).toThrow(/damaged/u);
  }
  expect(() => key.open(sealed.replace('.v1.', '.v2.'), context)).toThrow(/newer version/u);
});

test('a key prints nothing of itself', () => {
  for (const shown of [JSON.stringify(key), String(key.given)]) {
    expect(shown).not.toContain(text);
    expect(shown).not.toContain(raw.toString('hex'));
  }
});
