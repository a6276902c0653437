import { expect, test } from 'vitest';
import type { InstanceSummary } from '../../../src/control/api/api.ts';
import { filterFleet, sortFleet } from './order-fleet.ts';

const counts = { failed: 0, degraded: 0, pending: 0, ok: 1, skipped: 0 };
const one = (instance: string, more: Partial<InstanceSummary> = {}): InstanceSummary => ({
  instance,
  class: 'agent',
  state: 'live',
  ...more,
});
const need = (status: NonNullable<InstanceSummary['first']>['status']) => ({
  first: { connector: 'grafana', check: 'x', status, text: 'x' },
});
const fleet = [
  one('fine', { version: '1.10.0', connectors: counts }),
  one('gone', { state: 'revoked', version: '1.9.0' }),
  one('waits', { ...need('pending_configuration'), connectors: { ...counts, pending: 900 } }),
  one('broken', { ...need('failed'), connectors: { ...counts, failed: 1 } }),
  one('away', { state: 'offline', class: 'profiler' }),
  one('twice', { state: 'locked' }),
];
const names = (list: readonly InstanceSummary[]): string[] => list.map(({ instance }) => instance);
const all = { q: '', class: '', state: '' } as const;

test('what needs somebody comes first, and what was revoked last', () => {
  expect(names(sortFleet(fleet, { column: 'served', descending: false }))).toEqual([
    'twice',
    'away',
    'broken',
    'waits',
    'fine',
    'gone',
  ]);
});

test('one failed connector weighs more than any number that wait', () => {
  expect(names(sortFleet(fleet, { column: 'connectors', descending: true })).slice(0, 3)).toEqual([
    'broken',
    'waits',
    'fine',
  ]);
});

test('versions are ordered as numbers, and equal rows by what they need', () => {
  const sorted = names(sortFleet(fleet, { column: 'version', descending: true }));
  expect(sorted).toEqual(['fine', 'gone', 'twice', 'away', 'broken', 'waits']);
});

test('filters by part of a name, class and state', () => {
  expect(names(filterFleet(fleet, { ...all, q: ' GO' }))).toEqual(['gone']);
  expect(names(filterFleet(fleet, { ...all, class: 'profiler' }))).toEqual(['away']);
  expect(names(filterFleet(fleet, { ...all, state: 'live' }))).toEqual(['fine', 'waits', 'broken']);
  expect(names(filterFleet(fleet, { ...all, state: 'needs' }))).toEqual(['waits', 'broken', 'away', 'twice']);
});
