import { expect, test } from 'vitest';
import type { Marker } from '../../../src/control/api/api.ts';
import { placeMarkers } from './place-markers.ts';

const size = { width: 106, height: 10, margin: 3 };
const versions = [
  { version: '1', latest_at: '2026-01-01T00:00:00.000Z' },
  { version: '2', latest_at: '2026-01-03T00:00:00.000Z' },
  { version: '3', latest_at: '2026-01-05T00:00:00.000Z' },
];
const marker = (over: Partial<Marker>): Marker => ({
  id: 'm',
  kind: 'incident',
  workload: 'checkout',
  env: '',
  started_at: '2026-01-04T00:00:00.000Z',
  recorded_at: '2026-01-04T00:00:00.000Z',
  recorded_by: 'ci',
  ...over,
});
const xOf = (over: Partial<Marker>, of = versions): number | undefined => placeMarkers([marker(over)], of, size)[0]?.x;

test('a deploy lies at its version, however late it was reported', () => {
  expect(xOf({ kind: 'deploy', version: '2' })).toBe(53);
});

test.each([
  ['2026-01-02T00:00:00.000Z', 28],
  ['2026-01-04T00:00:00.000Z', 78],
  ['2025-12-01T00:00:00.000Z', 0],
  ['2026-02-01T00:00:00.000Z', 106],
])('what began at %s lies between the versions around it, and within the line', (started_at, x) => {
  expect(xOf({ started_at })).toBe(x);
});

test('a deploy of a version that was not captured lies by its time', () => {
  expect(xOf({ kind: 'deploy', version: '9' })).toBe(78);
  expect(xOf({}, [])).toBeGreaterThanOrEqual(0);
});
