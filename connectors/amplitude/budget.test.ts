import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { Budget } from './budget.ts';
import { requireAffordable, funnelCost, segmentationCost } from './query-cost.ts';

const one = { days: 1, events: 1, conditions: 0, eventGroups: 0, chartGroups: 0 };
const minuteMs = 60_000;

function faultOf(run: () => void): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the cost of a query', () => {
  test('is that of the examples Amplitude gives', () => {
    // One segment with one condition and two groups: ten conditions.
    expect(segmentationCost({ ...one, conditions: 1, chartGroups: 2 })).toBe(10);
    // The same over thirty days in a funnel of three events.
    expect(funnelCost({ ...one, days: 30, events: 3, conditions: 1, chartGroups: 2 })).toBe(1800);
  });

  test('counts a group of events four times for each event, and once in a funnel', () => {
    expect(segmentationCost({ ...one, days: 2, events: 2, eventGroups: 1 })).toBe(2 * (2 + 4 * 2));
    expect(funnelCost({ ...one, days: 2, events: 2, eventGroups: 1 })).toBe(2 * (4 + 4));
  });

  test('may be as much as five minutes allow, and not one more', () => {
    requireAffordable(1000);
    expect(faultOf(() => requireAffordable(1001))).toMatchObject({
      kind: 'cap_exceeded',
      data: { limit: 'a cost of 1000 in five minutes', estimate: 'a cost of 1001' },
    });
  });
});

describe('the budget', () => {
  test('holds a query back until what was spent is five minutes old', () => {
    const clock = new ManualClock();
    const budget = new Budget(clock);
    budget.charge(600);
    clock.advance(minuteMs);
    budget.charge(400);
    const fault = faultOf(() => budget.charge(500));
    expect(fault).toMatchObject({ kind: 'rate_limited', data: { retryAfterSec: 240 } });
    expect(fault.remedy).toContain('1000 in five minutes');
    clock.advance(4 * minuteMs);
    budget.charge(500);
  });

  test('returns what can still be spent', () => {
    const clock = new ManualClock();
    const budget = new Budget(clock);
    budget.charge(999);
    expect(budget.left).toBe(1);
    clock.advance(5 * minuteMs);
    expect(budget.left).toBe(1000);
  });

  test('lets five run, and the next when one has ended', async () => {
    const budget = new Budget(new ManualClock());
    const { signal } = new AbortController();
    const ends: (() => void)[] = [];
    let started = 0;
    const runs = Array.from({ length: 7 }, () =>
      budget.withPermit(signal, () => {
        started += 1;
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await Promise.resolve();
    expect(started).toBe(5);
    ends.shift()?.();
    await expect.poll(() => started).toBe(6);
    for (; ends.length > 0; await Promise.resolve()) ends.shift()?.();
    await expect.poll(() => started).toBe(7);
    ends.shift()?.();
    await Promise.all(runs);
  });

  test('lets a caller who leaves out of the line', async () => {
    const budget = new Budget(new ManualClock());
    const caller = new AbortController();
    const { signal } = new AbortController();
    const ends: (() => void)[] = [];
    const runs = Array.from({ length: 5 }, () =>
      budget.withPermit(signal, () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    const left = budget.withPermit(caller.signal, () => Promise.reject(new Error('it ran')));
    const next = budget.withPermit(signal, () => Promise.resolve('ran'));
    caller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    for (const end of ends) end();
    expect(await next).toBe('ran');
    await Promise.all(runs);
  });
});
