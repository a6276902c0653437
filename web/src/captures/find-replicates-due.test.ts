import { describe, expect, test } from 'vitest';
import {
  type CapturedVersion,
  findClosedWithout,
  findComparison,
  findReplicatesDue,
  type Target,
} from './find-replicates-due.ts';

const head = { request_id: 'cap-1', duration_sec: 30, warmup_sec: 11 };
const closesAt = '2026-11-21T10:00:00.000Z';
const open = { state: 'open', closes_at: closesAt, occasions: 1, missing: 2 } as const;
const closed = { ...open, state: 'closed' } as const;

function version(name: string, part: Partial<CapturedVersion> = {}): CapturedVersion {
  const latest = '2026-11-20T10:00:00.000Z';
  return { version: name, latest_at: latest, captures: 1, recorded: false, head, confirmation: open, ...part };
}
function target(...versions: CapturedVersion[]): Target {
  return { workload: 'checkout', env: 'prod', versions };
}
const replay = { recorded: true, captures: 0, head: undefined, confirmation: undefined };

describe('findReplicatesDue', () => {
  test('says what the latest version lacks for a verdict and a confirmed one, until when, and the head to repeat', () => {
    expect(findReplicatesDue(target(version('2'), version('1')))).toEqual({
      workload: 'checkout',
      env: 'prod',
      version: '2',
      forVerdict: 1,
      forConfirmed: 2,
      until: closesAt,
      head,
    });
  });

  test('still asks for the one that confirms, and says from when on it counts', () => {
    const confirmation = { ...open, occasions: 2, missing: 1, next_at: '2026-11-20T10:15:00.000Z' };
    expect(findReplicatesDue(target(version('2', { confirmation })))).toMatchObject({
      forVerdict: 0,
      forConfirmed: 1,
      nextAt: '2026-11-20T10:15:00.000Z',
    });
  });

  test('asks for nothing once there are enough captures, or another one would not count', () => {
    const enough = { ...closed, occasions: 3, missing: 0 };
    expect(findReplicatesDue(target(version('2', { confirmation: enough }), version('1')))).toBeUndefined();
    expect(findReplicatesDue(target(version('2', { confirmation: closed }), version('1')))).toBeUndefined();
    expect(findClosedWithout(target(version('2', { confirmation: enough })))).toBeUndefined();
    expect(findClosedWithout(target(version('2', { confirmation: closed })))).toEqual({ version: '2', at: closesAt });
    expect(findClosedWithout(target(version('2')))).toBeUndefined();
  });

  test('takes neither a replay nor a version without a head for the latest', () => {
    expect(findReplicatesDue(target(version('3', replay), version('2', { confirmation: closed })))).toBeUndefined();
    const headless = { head: undefined, confirmation: undefined };
    expect(findReplicatesDue(target(version('3', headless), version('2')))?.version).toBe('2');
    expect(findReplicatesDue(target(version('1', replay)))).toBeUndefined();
  });
});

test('the latest two measured versions can be compared, and a single one is the first', () => {
  expect(findComparison(target(version('2'), version('1', replay)))).toEqual({ is: 'first', version: '2' });
  expect(findComparison(target(version('1', replay)))).toEqual({ is: 'none' });
  const three = target(version('3'), version('2', replay), version('1'));
  expect(findComparison(three)).toEqual({ is: 'possible', from: '1', to: '3' });
});
