import { expect, test } from 'vitest';
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { declareInstrumentation } from './declare-instrumentation.ts';

type Instances = CaptureRecord['instances'];

function record(status: CaptureRecord['status'], instances: Instances): CaptureRecord {
  return {
    request_id: 'cap',
    workload: 'api',
    version: '2',
    env: '',
    kind: 'head',
    duration_sec: 60,
    warmup_sec: 5,
    requested_by: { type: 'person', name: 'Ana' },
    requested_at: '2026-03-10T12:00:00Z',
    status,
    instances,
    recorded: false,
  };
}

const reason = { code: 'measured', text: 'Measured.' };
const whole = { measured: 20, total: 20, missing: [] };
const lacking = { measured: 18, total: 20, missing: [{ probe: 'files.openat', why: 'denied' }] };

test('says nothing before the capture ends', () => {
  expect(declareInstrumentation(record('queued', []))).toEqual({ state: 'pending' });
});

test('never turns a missing report into a complete one', () => {
  const instances: Instances = [{ instance: 'a', outcome: 'failed', reason }];
  expect(declareInstrumentation(record('failed', instances))).toEqual({ state: 'unreported' });
});

test('is full only when every instance measured everything', () => {
  const a = { instance: 'a', outcome: 'pushed' as const, reason, probes: whole };
  expect(declareInstrumentation(record('pushed', [a]))).toEqual({ state: 'full', total: 20 });
  const b = { instance: 'b', outcome: 'pushed' as const, reason, probes: lacking };
  expect(declareInstrumentation(record('pushed', [a, b]))).toEqual({
    state: 'some',
    measured: 38,
    total: 40,
    missing: [{ instance: 'b', probe: 'files.openat', why: 'denied' }],
  });
});

test('reports a count that does not add up as incomplete', () => {
  const instances: Instances = [
    { instance: 'a', outcome: 'pushed', reason, probes: { measured: 19, total: 20, missing: [] } },
  ];
  expect(declareInstrumentation(record('pushed', instances)).state).toBe('some');
});
