import { describe, expect, test } from 'vitest';
import { tracesGet, tracesSearch } from './traces.ts';

const window = { from: 'now-1h' };

function refusedAt(args: object): string[] {
  return (tracesSearch.arguments.safeParse({ window, ...args }).error?.issues ?? []).map(({ path }) => path.join('.'));
}

describe('a search for traces', () => {
  const traceql = { dialect: 'traceql', text: '{ status = error }' };
  const datadog = { dialect: 'datadog', text: 'status:error' };

  test('returns as many as its language allows', () => {
    expect(refusedAt({ query: traceql, limit: 100 })).toEqual([]);
    expect(refusedAt({ query: traceql, limit: 101 })).toEqual(['limit']);
    expect(refusedAt({ query: datadog, limit: 1000 })).toEqual([]);
    expect(refusedAt({ query: datadog, limit: 1001 })).toEqual(['limit']);
  });

  test('has further pages only where there are any', () => {
    expect(refusedAt({ query: datadog, cursor: 'x' })).toEqual([]);
    expect(refusedAt({ query: traceql, cursor: 'x' })).toEqual(['cursor']);
  });
});

test.each([
  ['2f3e0cee77ae5dc9c17ade3689eb2e54', true],
  ['C17ADE3689EB2E54', true],
  ['', false],
  ['2f3e0cee77ae5dc9c17ade3689eb2e540', false],
  ['../search', false],
])('trace %j: accepted is %s', (traceId, isAccepted) => {
  expect(tracesGet.arguments.safeParse({ traceId }).success).toBe(isAccepted);
});
