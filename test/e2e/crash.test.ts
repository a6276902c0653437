import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CrashFleet, startCrashFleet, type Victim } from './crash-fleet.ts';

let fleet: CrashFleet;
beforeAll(async () => {
  fleet = await startCrashFleet();
}, 120_000);
afterAll(() => fleet.close(), 60_000);

/** Milliseconds after the request: offered, canary, measuring, and naming or delivering. */
const moments: Record<Victim, number[]> = {
  control: [150, 900, 3000, 6200],
  profiler: [150, 900, 3000, 6200],
  // By 6.2 s the collector has ended by itself.
  collector: [150, 900, 3000],
};
const reasons: Record<Victim, RegExp> = {
  control: /^measured$/u,
  profiler: /^(?:measured|profiler_restarted)$/u,
  collector: /^collector_killed$/u,
};

test('a Profiler without a request measures nothing, whatever starts or restarts around it [P-SVC-5] [P-SVC-8]', async () => {
  let sawCollector = false;
  for (let look = 0; look < 30; look++) {
    sawCollector ||= fleet.isMeasuring();
    await sleep(100);
  }
  expect(sawCollector).toBe(false);
  expect(await fleet.list()).toEqual([]);
});

describe.each(['control', 'profiler', 'collector'] as const)('kill -9 of the %s', (victim) => {
  test.each(moments[victim])(
    '%i ms after a request leaves exactly one outcome, which stays [P-STATE-4]',
    { tags: ['deep'], timeout: 240_000 },
    async (moment) => {
      const id = await fleet.request(`${victim}-${moment}`);
      await sleep(moment);
      await fleet.crash(victim);
      const record = await fleet.waitForOutcome(id);
      expect(record.reason?.code).toMatch(reasons[victim]);
      expect(record.instances).toHaveLength(1);
      expect(record.instances[0]?.outcome).toBe(record.outcome);
      await sleep(1500);
      expect(await fleet.read(id)).toEqual(record);
    },
  );
});
