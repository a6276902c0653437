import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldUntil, leaseTimes } from './lease.ts';

/** One renewal: how long it was on its way, how long its answer was, and what the process then did. */
const renewal = fc.record({
  /** Until the store wrote it. */
  outMs: fc.integer({ min: 0, max: 9_000 }),
  backMs: fc.integer({ min: 0, max: 9_000 }),
  /** The process was stopped for so long before it came to its next renewal. */
  pausedMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  isLost: fc.boolean(),
});

interface Renewal {
  readonly outMs: number;
  readonly backMs: number;
  readonly pausedMs: number;
  readonly isLost: boolean;
}

/** Moments at which the process counts its lease as held although the store says that it has ended. */
function wronglyHeld(renewals: readonly Renewal[], offset: number): readonly number[] {
  // Time that passes; the process has a monotonic clock with an offset of its own.
  let now = 0;
  let held = Number.NEGATIVE_INFINITY;
  let leaseEnd = Number.NEGATIVE_INFINITY;
  const wrong: number[] = [];
  for (const { outMs, backMs, pausedMs, isLost } of renewals) {
    const askedAt = now + offset;
    // The store prolongs only a lease that has not ended.
    const writtenAt = now + outMs;
    const isWritten = !isLost && (leaseEnd === Number.NEGATIVE_INFINITY || writtenAt < leaseEnd);
    if (isWritten) leaseEnd = writtenAt + leaseTimes.leaseMs;
    now += outMs + backMs;
    if (isWritten) held = heldUntil(askedAt, leaseTimes);
    for (const passed of [0, pausedMs, leaseTimes.renewEveryMs]) {
      now += passed;
      if (now + offset < held && now >= leaseEnd) wrong.push(now);
    }
  }
  return wrong;
}

test('a process never counts its lease as held once the store says that it has ended, whatever is late', () => {
  expect(() =>
    fc.assert(
      fc.property(
        fc.array(renewal, { maxLength: 30 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (renewals, offset) => wronglyHeld(renewals, offset).length === 0,
      ),
      { numRuns: 20_000 },
    ),
  ).not.toThrow();
});

test('a lease counted from the answer instead of the question would be held too long', () => {
  const slowAnswer = { outMs: 0, backMs: 5_000, pausedMs: 0, isLost: false };
  const { leaseMs } = leaseTimes;
  expect(heldUntil(slowAnswer.outMs + slowAnswer.backMs, leaseTimes)).toBeGreaterThan(slowAnswer.outMs + leaseMs);
  expect(wronglyHeld([slowAnswer], 0)).toEqual([]);
});

test('a lease that is renewed in time is held without a gap', () => {
  const worstMs = leaseTimes.renewEveryMs + 2_000; // the interval, and a renewal that takes its whole time limit
  expect(worstMs).toBeLessThan(leaseTimes.leaseMs - leaseTimes.marginMs);
});
