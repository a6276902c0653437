import { describe, expect, test } from 'vitest';
import { auditLookupEvents, auditRunLakeQuery } from './audit.ts';

describe('events are looked up', () => {
  test.each([
    [{ name: 'eventName', value: 'DeleteBucket' }, true],
    [{ name: 'readOnly', value: 'false' }, true],
    [{ name: 'readOnly', value: 'no' }, false],
    [{ name: 'eventId', value: '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0' }, true],
    [{ name: 'eventId', value: 'latest' }, false],
    [{ name: 'username', value: ' ' }, false],
    [{ name: 'requestParameters', value: 'x' }, false],
    [[{ name: 'eventName', value: 'DeleteBucket' }], false],
  ])('by %j: accepted is %s', (attribute, isAccepted) => {
    const args = { window: { from: 'now-1d' }, attribute };
    expect(auditLookupEvents.arguments.safeParse(args).success).toBe(isAccepted);
  });

  test('fifty at a time', () => {
    expect(auditLookupEvents.arguments.parse({ window: { from: 'now-1d' } }).limit).toBe(50);
    expect(auditLookupEvents.arguments.safeParse({ window: { from: 'now-1d' }, limit: 51 }).success).toBe(false);
  });

  test('without what the call was made with', () => {
    const event = { id: '1', time: '2026-11-21T08:00:00Z', name: 'PutSecretValue', source: 'x', resources: [] };
    const answer = (more: object): object => ({ region: 'eu-west-1', events: [{ ...event, ...more }] });
    expect(auditLookupEvents.result.safeParse(answer({})).success).toBe(true);
    expect(auditLookupEvents.result.safeParse(answer({ requestParameters: {} })).success).toBe(false);
  });
});

test.each([
  ['one that selects', 'SELECT eventName FROM store', true],
  ['an empty one', ' \n', false],
  ['one of 10000 characters', 'x'.repeat(10_000), true],
  ['one of 10001 characters', 'x'.repeat(10_001), false],
])('a statement, %s', (_what, sql, isAccepted) => {
  expect(auditRunLakeQuery.arguments.safeParse({ sql }).success).toBe(isAccepted);
});

test('a column without a value is left out of its row and never null', () => {
  const answer = (row: object): object => ({ region: 'eu-west-1', queryId: 'q', columns: ['a', 'b'], rows: [row] });
  expect(auditRunLakeQuery.result.safeParse(answer({ a: '1' })).success).toBe(true);
  expect(auditRunLakeQuery.result.safeParse(answer({ a: '1', b: null })).success).toBe(false);
});
