import { expect, test } from 'vitest';
import { hashToken, isSameHash, mintToken, readTokenId } from './token-text.ts';

test('a token names its purpose, carries 256 random bits and a checksum [P-TOK-1]', () => {
  const minted = mintToken('rpcap');
  expect(minted.value.reveal()).toMatch(/^rpcap_[a-z2-7]{16}_[a-z2-7]{52}_[0-9a-f]{8}$/u);
  expect(readTokenId('rpcap', minted.value.reveal())).toBe(minted.id);
  expect(new Set(Array.from({ length: 200 }, () => mintToken('rpcap').value.reveal())).size).toBe(200);
});

test('one wrong character, another purpose and foreign text are all simply no token', () => {
  const value = mintToken('rpcap').value.reveal();
  for (let at = 6; at < value.length; at += 1) {
    const other = value.at(at) === 'a' ? 'b' : 'a';
    expect(readTokenId('rpcap', value.slice(0, at) + other + value.slice(at + 1))).toBeUndefined();
  }
  expect(readTokenId('rapi', value)).toBeUndefined();
  for (const text of ['', 'rpcap_', `${value} `, value.toUpperCase(), 'x'.repeat(100_000), '__proto__']) {
    expect(readTokenId('rpcap', text)).toBeUndefined();
  }
});

test('only the stored hash of the same value is equal', () => {
  const one = mintToken('rapi');
  expect(isSameHash(one.value.reveal(), one.hash)).toBe(true);
  expect(isSameHash(one.value.reveal(), mintToken('rapi').hash)).toBe(false);
  expect(isSameHash(one.value.reveal(), undefined)).toBe(false);
  expect(isSameHash('', '')).toBe(false);
  expect(isSameHash(one.value.reveal(), 'not hex')).toBe(false);
  expect(one.hash).toBe(hashToken(one.value.reveal()));
});

test('a minted token prints as a secret', () => {
  const minted = mintToken('rapi');
  expect(`${JSON.stringify(minted)} ${String(minted.value)}`).not.toContain(minted.value.reveal());
});
