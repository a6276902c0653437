import { describe, expect, test } from 'vitest';
import { pickText, secretsIn, type StoredSecret } from './stored-secret.ts';

const json = (value: unknown): StoredSecret => ({ kind: 'text', text: JSON.stringify(value) });
const revealed = (stored: StoredSecret): string[] => secretsIn(stored).map((one) => one.reveal());

describe('the text under a key', () => {
  test.each<[StoredSecret, string | undefined, object]>([
    [{ kind: 'text', text: 'whole' }, undefined, { text: 'whole' }],
    [json({ a: 'one' }), 'a', { text: 'one' }],
    [json({ a: 'one' }), undefined, { text: '{"a":"one"}' }],
    [json({ 'a.b': 'one' }), 'a.b', { text: 'one' }],
    [json({ a: { b: 'one' } }), 'a', { lack: 'not_text' }],
    [json({ a: 1 }), 'a', { lack: 'not_text' }],
    [json({ a: 'one' }), 'constructor', { lack: 'no_such_key' }],
    [json({ a: 'one' }), '__proto__', { lack: 'no_such_key' }],
    [json(['one']), '0', { lack: 'no_object' }],
    [{ kind: 'text', text: '{"a":' }, 'a', { lack: 'no_object' }],
    [{ kind: 'fields', fields: new Map([['a', 'one']]) }, 'a', { text: 'one' }],
    [{ kind: 'fields', fields: new Map([['a', undefined]]) }, 'a', { lack: 'not_text' }],
    [{ kind: 'fields', fields: new Map([['a', 'one']]) }, undefined, { lack: 'key_needed' }],
  ])('of %j under %s', (stored, key, expected) => {
    expect(pickText(stored, key)).toEqual(expected);
  });
});

describe('what must not be seen', () => {
  test('is the whole and every text in it, however deep', () => {
    const stored = json({ a: 'one', b: [{ c: 'two' }], d: 3 });
    expect(revealed(stored)).toEqual(['{"a":"one","b":[{"c":"two"}],"d":3}', 'one', 'two']);
  });

  test('is every field, and every text of a field that is JSON itself', () => {
    const fields = new Map([
      ['a', 'one'],
      ['b', '{"c":"two"}'],
      ['bytes', undefined],
    ]);
    expect(revealed({ kind: 'fields', fields })).toEqual(['one', '{"c":"two"}', 'two']);
  });

  test('of a Google key file is the private key, and not the names that every answer has', () => {
    const key = { type: 'service_account', project_id: 'acme-prod', private_key: 'pem', client_email: 'a@b' };
    expect(revealed(json(key))).toEqual([JSON.stringify(key), 'pem']);
    expect(revealed({ kind: 'fields', fields: new Map([['key.json', JSON.stringify(key)]]) })).not.toContain(
      'acme-prod',
    );
  });
});
