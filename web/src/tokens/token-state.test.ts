import { expect, test } from 'vitest';
import { formerOf, tokenState } from './token-state.ts';

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
