import { expect, test } from 'vitest';
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { estimateProgress } from './estimate-progress.ts';

const since = '2026-11-25T10:00:00.000Z';
const at = (sec: number): number => Date.parse(since) + sec * 1000;
const running: CaptureRecord = {
  request_id: 'cap-1',
  workload: 'checkout',
  version: '1',
  env: '',
  kind: 'head',
  duration_sec: 60,
  warmup_sec: 5,
  requested_by: { type: 'token', name: 'pipeline' },
  requested_at: since,
  status: 'queued',
  progress: { step: 'running', taken_by: ['node-a'], since },
  instances: [],
  recorded: false,
};

test.each([
  [-3, 0, 65],
  [13, 0.2, 52],
  [65, 1, 0],
  [300, 1, 0],
])('%d s after its start says how much is done and left', (sec, done, leftSec) => {
  expect(estimateProgress(running, at(sec))).toEqual({ done, leftSec });
});

test('says nothing of a capture that waits or has ended', () => {
  expect(estimateProgress({ ...running, progress: { step: 'waiting' } }, at(1))).toBeUndefined();
  expect(estimateProgress({ ...running, status: 'pushed', progress: undefined }, at(1))).toBeUndefined();
});
