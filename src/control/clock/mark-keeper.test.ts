import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { openLog } from '../http/log.ts';
import type { Store } from '../store/database.ts';
import { readMark } from './clock-mark.ts';
import { jumpLastsMs, type CachedClock, markEveryMs, openSteadyClock, settleMs } from './mark-keeper.ts';
import { SteadyClock } from './steady-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 10, 24);

describe('the steady clock', () => {
  test.each([hourMs, dayMs, 400 * dayMs])('passes on while the wall clock is set back by %i ms', (back) => {
    const wall = new ManualClock(start);
    const clock = new SteadyClock(wall);
    wall.advance(hourMs);
    wall.jump(-back);
    expect(clock.now()).toBe(start + hourMs);
    wall.advance(1000);
    expect(clock.now()).toBe(start + hourMs + 1000);
  });

  test('follows a wall clock that is set ahead, and goes on from there when it is set back', () => {
    const wall = new ManualClock(start);
    const clock = new SteadyClock(wall);
    wall.jump(2 * dayMs);
    expect(clock.now()).toBe(start + 2 * dayMs);
    wall.jump(-2 * dayMs);
    wall.advance(hourMs);
    expect(clock.now()).toBe(start + 2 * dayMs + hourMs);
  });

  test('never goes back, whatever is done to the wall clock', () => {
    const wall = new ManualClock(start);
    const clock = new SteadyClock(wall);
    let last = clock.now();
    for (let step = 0; step < 2000; step += 1) {
      if (step % 3 === 0) wall.jump(Math.round((Math.random() - 0.5) * 4 * dayMs));
      wall.advance(Math.random() * 1000);
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });
});

describeOnBothStores('the mark of the clock', (under) => {
  const inStore = (work: (parts: { store: Store; wall: ManualClock; log: string[] }) => Promise<void>) => {
    const wall = new ManualClock(start);
    return under.with(wall, (store) => work({ store, wall, log: [] }));
  };
  const open = async ({ store, wall, log }: { store: Store; wall: ManualClock; log: string[] }) => {
    const kept = await openSteadyClock({
      db: store.db,
      wall,
      log: openLog('debug', { write: (line) => log.push(line) }),
    });
    await kept.keeper.start();
    return kept;
  };
  /** Lets time pass as it does: the keeper writes each time that it is due. */
  const pass = async (
    { wall, store }: { wall: ManualClock; store: Store },
    { keeper }: CachedClock,
    ms: number,
  ): Promise<void> => {
    for (let passed = 0; passed < ms; passed += markEveryMs) {
      wall.advance(markEveryMs);
      // It waits for the next time once it has written.
      await expect.poll(() => wall.waiting, { interval: 2, timeout: 10_000 }).toBe(1);
      expect((await readMark(store.db))?.at).toBe(keeper.believedNow());
    }
  };

  test('is written at the start, every ten seconds and at the stop', () =>
    inStore(async (parts) => {
      const kept = await open(parts);
      expect((await readMark(parts.store.db))?.at).toBe(start);
      await pass(parts, kept, 2 * markEveryMs);
      expect((await readMark(parts.store.db))?.at).toBe(start + 2 * markEveryMs);
      parts.wall.advance(3000);
      await kept.keeper.stop();
      expect((await readMark(parts.store.db))?.at).toBe(start + 2 * markEveryMs + 3000);
      expect(parts.log).toEqual([]);
    }));

  test.each([hourMs, dayMs])('is where a start goes on when the clock was set back by %i ms meanwhile', (back) =>
    inStore(async (parts) => {
      await (await open(parts)).keeper.stop();
      parts.wall.jump(-back);
      const { clock, keeper } = await open(parts);
      expect(clock.now()).toBe(start);
      parts.wall.advance(5000);
      expect(clock.now()).toBe(start + 5000);
      expect(parts.log.join('')).toContain('farol control reset-clock');
      expect(parts.log.join('')).toContain(`"machine":"${new Date(start - back).toISOString()}"`);
      await keeper.stop();
    }),
  );

  test('does not follow a clock that is 48 h ahead for some minutes: a restart with the right one is as before', () =>
    inStore(async (parts) => {
      const kept = await open(parts);
      const { clock, keeper } = kept;
      parts.wall.jump(2 * dayMs);
      await pass(parts, kept, jumpLastsMs - 2 * markEveryMs);
      expect(clock.now()).toBeGreaterThan(start + 2 * dayMs);
      expect(keeper.isSettled()).toBe(false);
      expect(keeper.believedNow()).toBeLessThan(start + hourMs);
      expect(parts.log.join('')).toContain('jumped ahead');
      await keeper.stop();
      parts.wall.jump(-2 * dayMs);
      const again = await open(parts);
      expect(again.clock.now()).toBe(parts.wall.now());
      expect(again.keeper.isSettled()).toBe(true);
      await again.keeper.stop();
    }));

  test('follows a jump of 48 h that lasts, and lets nothing be removed by age for a day after it', () =>
    inStore(async (parts) => {
      const first = await open(parts);
      parts.wall.jump(2 * dayMs);
      await pass(parts, first, jumpLastsMs + 2 * markEveryMs);
      expect(first.keeper.isSettled()).toBe(false);
      await first.keeper.stop();
      parts.wall.jump(-2 * dayMs);
      const { clock, keeper } = await open(parts);
      expect(clock.now()).toBeGreaterThan(start + 2 * dayMs);
      expect(keeper.isSettled()).toBe(false);
      parts.wall.advance(settleMs);
      expect(keeper.isSettled()).toBe(true);
      await keeper.stop();
    }));

  test('after an outage of two weeks the time of the machine counts at once', () =>
    inStore(async (parts) => {
      await (await open(parts)).keeper.stop();
      parts.wall.jump(14 * dayMs);
      const { clock, keeper } = await open(parts);
      expect(clock.now()).toBe(start + 14 * dayMs);
      expect(keeper.isSettled()).toBe(false);
      await keeper.stop();
    }));

  test('is shared: what one process has reached, another does not go behind', () =>
    inStore(async (parts) => {
      const one = await open(parts);
      const other = await open({ ...parts, wall: new ManualClock(start - hourMs) });
      expect(other.clock.now()).toBe(start);
      parts.wall.advance(1000);
      await one.keeper.stop();
      await other.keeper.stop();
      expect(other.clock.now()).toBe(start + 1000);
    }));
});
