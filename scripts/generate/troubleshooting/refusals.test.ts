import { expect, test } from 'vitest';
import { sourcesIn } from '../scan-source.ts';
import { computed, listRefusals, refusalsIn } from './refusals.ts';

test('a refusal is listed with its words, or its file is known to compute them', () => {
  const files = sourcesIn('src/control');
  const unread = files.filter((file) => refusalsIn(file).some(({ refusals }) => refusals.length === 0));
  expect(unread).toEqual(computed);
});

test('words and tables of the interface are in one list', () => {
  const refusals = listRefusals();
  expect(refusals.length).toBeGreaterThan(60);
  const words = 'Sign in with a passkey or a one-time link.';
  expect(refusals).toContainEqual({ status: 401, code: 'not_signed_in', words });
  expect(refusals.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['link_used', 'token_spent', 'body_too_large', 'no_live_agent']),
  );
  expect(refusals.filter(({ words }) => words === '')).toEqual([]);
});
