import { expect, test } from 'vitest';
import { expiresSoon, formerOf, tokenState } from './token-state.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const token = { id: 't', kind: 'capture' as const, name: 'ci', created_by: 'Ana', created_at: '2026-03-01T00:00:00Z' };

test.each([
  [{}, 'valid'],
  [{ expires_at: '2026-03-10T12:00:01Z' }, 'valid'],
  [{ expires_at: '2026-03-10T12:00:00Z' }, 'expired'],
  [{ replaced_by: 'u', expires_at: '2026-03-10T12:00:01Z' }, 'overlap'],
  [{ replaced_by: 'u', expires_at: '2026-03-10T12:00:00Z' }, 'replaced'],
  [{ replaced_by: 'u', revoked_at: '2026-03-10T11:00:00Z', expires_at: '2026-03-10T12:00:01Z' }, 'revoked'],
  [{ uses_left: 1 }, 'valid'],
  [{ uses_left: 0 }, 'used'],
  [{ uses_left: 0, revoked_at: '2026-03-02T00:00:00Z', expires_at: '2026-03-03T00:00:00Z' }, 'revoked'],
] as const)('%j is %s', (part, state) => {
  expect(tokenState({ ...token, ...part }, now)).toBe(state);
});

const former = { ...token, id: 'former', replaced_by: 't', expires_at: '2026-03-10T12:00:01Z' };

test.each([
  ['that still works', {}, 'former'],
  ['that was revoked', { revoked_at: '2026-03-10T11:00:00Z' }, undefined],
  ['whose overlap is over', { expires_at: '2026-03-10T12:00:00Z' }, undefined],
  ['that another one replaced', { replaced_by: 'u' }, undefined],
])('the former of a token, one %s', (_what, part, found) => {
  expect(formerOf([token, { ...former, ...part }], 't', now)?.id).toBe(found);
});

test.each([
  [
    'in the last 14 days of a long life',
    { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-03-24T12:00:00Z' },
    true,
  ],
  ['before them', { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-03-24T12:00:01Z' }, false],
  [
    'in the last quarter of a short life',
    { created_at: '2026-03-10T00:00:00Z', expires_at: '2026-03-10T16:00:00Z' },
    true,
  ],
  ['before it', { created_at: '2026-03-10T00:00:00Z', expires_at: '2026-03-10T16:00:01Z' }, false],
  ['never', {}, false],
  ['of one that has ended', { expires_at: '2026-03-10T12:00:00Z' }, false],
  ['of one that was rotated', { replaced_by: 'u', expires_at: '2026-03-11T12:00:00Z' }, false],
  ['of one that enrols', { kind: 'bootstrap' as const, expires_at: '2026-03-10T13:00:00Z' }, false],
])('the end of a token is announced %s', (_when, part, isSoon) => {
  expect(expiresSoon({ ...token, ...part }, now)).toBe(isSoon);
});
