import { expect, test } from 'vitest';
import type { CaptureRecord } from '../../../src/control/api.ts';
import { leastOccasions } from '../../../profiler/witness/judge/confirmation-window.ts';
import { explainNoiseFloor } from '../../../profiler/witness/noise-floor.ts';
import { capturesForNoiseFloor, findReplicatesDue } from './find-replicates-due.ts';

function capture(part: Partial<CaptureRecord>): CaptureRecord {
  return {
    request_id: 'cap',
    workload: 'api',
    version: '2',
    env: 'production',
    kind: 'head',
    duration_sec: 60,
    warmup_sec: 5,
    requested_by: { type: 'person', name: 'Ana' },
    requested_at: '2026-03-10T12:00:00Z',
    status: 'pushed',
    instances: [],
    recorded: false,
    ...part,
  };
}

test('counts as the sentence above a difference counts', () => {
  const side = (occasions: number) => ({ version: '2', captures: occasions, occasions });
  expect(explainNoiseFloor([side(capturesForNoiseFloor - 1), side(capturesForNoiseFloor)])).toContain(
    '1 replicate of 2 missing',
  );
  expect(leastOccasions).toBe(capturesForNoiseFloor);
});

test('a single head lacks one replicate', () => {
  expect(findReplicatesDue([capture({})])).toEqual([{ workload: 'api', env: 'production', version: '2', missing: 1 }]);
});

test('two pushed captures of the latest version lack nothing', () => {
  expect(findReplicatesDue([capture({ kind: 'replicate' }), capture({})])).toEqual([]);
});

test('an older version is never due: it no longer runs', () => {
  const due = findReplicatesDue([capture({}), capture({ version: '1' })]);
  expect(due.map(({ version }) => version)).toEqual(['2']);
});

test('recorded, failed and waiting captures count for nothing', () => {
  const captures = [
    capture({ kind: 'replicate', status: 'queued' }),
    capture({ kind: 'replicate', status: 'failed' }),
    capture({ kind: 'replicate', recorded: true }),
    capture({}),
  ];
  expect(findReplicatesDue(captures)[0]?.missing).toBe(1);
  expect(findReplicatesDue([capture({ recorded: true })])).toEqual([]);
});

test('counts environments separately', () => {
  expect(findReplicatesDue([capture({ env: 'staging' }), capture({})])).toHaveLength(2);
});
