import { describe, expect, test } from 'vitest';
import { type CapturedVersion, findComparison, findReplicatesDue, type Target } from './find-replicates-due.ts';

const head = { request_id: 'cap-1', duration_sec: 30, warmup_sec: 11 };

function version(name: string, part: Partial<CapturedVersion> = {}): CapturedVersion {
  return { version: name, latest_at: '2026-11-20T10:00:00.000Z', captures: 1, recorded: false, head, ...part };
}
function target(...versions: CapturedVersion[]): Target {
  return { workload: 'checkout', env: 'prod', versions };
}
const replay = { recorded: true, captures: 0, head: undefined };

describe('findReplicatesDue', () => {
  test('names the latest version with the head to repeat', () => {
    expect(findReplicatesDue(target(version('2'), version('1', { captures: 1 })))).toEqual({
      workload: 'checkout',
      env: 'prod',
      version: '2',
      missing: 1,
      head,
    });
  });

  test('finds nothing due of an older version, or once there are enough captures', () => {
    expect(findReplicatesDue(target(version('2', { captures: 2 }), version('1')))).toBeUndefined();
  });

  test('takes neither a replay nor a version without a head for the latest', () => {
    expect(findReplicatesDue(target(version('3', replay), version('2', { captures: 2 })))).toBeUndefined();
    expect(findReplicatesDue(target(version('3', { head: undefined }), version('2')))?.version).toBe('2');
    expect(findReplicatesDue(target(version('1', replay)))).toBeUndefined();
  });
});

describe('findComparison', () => {
  test('of a single measured version says that it is the first', () => {
    expect(findComparison(target(version('2'), version('1', replay)))).toEqual({ is: 'first', version: '2' });
    expect(findComparison(target(version('1', replay)))).toEqual({ is: 'none' });
  });

  test.each([
    [2, 2, true],
    [1, 2, false],
    [3, 1, false],
  ])('of %i and %i captures says whether there is a noise floor', (after, before, hasNoiseFloor) => {
    const sides = target(version('2', { captures: after }), version('1', { captures: before }));
    expect(findComparison(sides)).toEqual({ is: 'possible', from: '1', to: '2', hasNoiseFloor });
  });
});
