import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import type { HealthCheck, HealthReport } from '../../tunnel/messages.ts';
import { type CheckRun, HealthScheduler } from './health-scheduler.ts';

const minuteMs = 60_000;

let clock: ManualClock;
let written: string[];
let runs: number;
let status: HealthCheck['status'];
let cpuMs: number | undefined;
let reports: HealthReport[];

beforeEach(() => {
  clock = new ManualClock();
  [written, runs, status, cpuMs, reports] = [[], 0, 'ok', 100, []];
});

type Ports = ConstructorParameters<typeof HealthScheduler>[0];

function schedulerWith(send: Ports['send'], check: Ports['check'] = runNow): HealthScheduler {
  const log = createLog('health', { redactor: new Redactor(), destination: { write: (line) => written.push(line) } });
  return new HealthScheduler({ check, clock, log, send });
}

const taken = (report: HealthReport): Promise<unknown> => Promise.resolve(reports.push(report));

function runNow(): Promise<CheckRun> {
  runs += 1;
  return Promise.resolve({ checks: [resultOf('metrics_read', status), resultOf('none', 'skipped')], cpuMs });
}

function resultOf(check: string, is: HealthCheck['status']): HealthCheck {
  const lists = { affects: [], needed: [], missing: [], excess: [] };
  return { connector: 'grafana', check, status: is, summary: '', ...lists, evidence: {}, remedy: '' };
}

/** Moves the clock, and lets what became due end. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the health scheduler', () => {
  test('reports when the tunnel comes up, every five minutes after while all is well, and not while it is down', async () => {
    const scheduler = schedulerWith(taken);
    scheduler.start();
    await pass(0);
    expect(reports.map(({ checks }) => checks.length)).toEqual([2]);
    await pass(5 * minuteMs - 1);
    expect(reports).toHaveLength(1);
    await pass(1);
    expect(reports).toHaveLength(2);
    scheduler.pause();
    await pass(60 * minuteMs);
    expect([reports.length, runs]).toEqual([2, 2]);
    scheduler.start();
    await pass(0);
    expect([reports.length, runs]).toEqual([3, 3]);
    scheduler.stop();
  });

  test.each(['failed', 'degraded', 'pending_configuration'] as const)(
    'looks again after a minute while something is %s',
    async (is) => {
      status = is;
      const scheduler = schedulerWith(taken);
      scheduler.start();
      await pass(0);
      await pass(minuteMs - 1);
      expect(runs).toBe(1);
      status = 'ok';
      await pass(1);
      expect(runs).toBe(2);
      await pass(minuteMs);
      expect(runs).toBe(2);
      scheduler.stop();
    },
  );

  test.each([
    ['a second of processor time', 'failed', 1_000, 100_000],
    ['four seconds', 'ok', 4_000, 400_000],
    ['a minute', 'failed', 60_000, 15 * minuteMs],
    ['nobody knows how much', 'ok', undefined, 15 * minuteMs],
  ] as const)('pauses after a run that took %s, so that its share of a processor stays small', async (...row) => {
    const [, is, tookMs, pauseMs] = row;
    [status, cpuMs] = [is, tookMs];
    const scheduler = schedulerWith(taken);
    scheduler.start();
    await pass(0);
    await pass(pauseMs - 1);
    expect(runs).toBe(1);
    await pass(1);
    expect(runs).toBe(2);
    scheduler.stop();
  });

  test('gives a tunnel that comes and goes the last report, and makes no run of it', async () => {
    const scheduler = schedulerWith(taken);
    scheduler.start();
    await pass(0);
    for (let times = 0; times < 10; times++) {
      scheduler.pause();
      await pass(1_000);
      scheduler.start();
      await pass(0);
    }
    expect([runs, new Set(reports).size, reports.length]).toEqual([1, 1, 11]);
    await pass(5 * minuteMs - 10_000);
    expect(runs).toBe(2);
    scheduler.stop();
  });

  test('runs at once when it is asked, and counts the pause from there', async () => {
    const scheduler = schedulerWith(taken);
    scheduler.start();
    await pass(0);
    await pass(4 * minuteMs);
    expect((await scheduler.run()).checks).toHaveLength(2);
    expect(runs).toBe(2);
    await pass(5 * minuteMs - 1);
    expect(runs).toBe(2);
    await pass(1);
    expect(runs).toBe(3);
    scheduler.stop();
  });

  test('shares one run between those who ask while it is under way', async () => {
    const scheduler = schedulerWith(taken);
    const [first, second] = await Promise.all([scheduler.run(), scheduler.run()]);
    expect(first).toBe(second);
    expect(await scheduler.run()).not.toBe(first);
  });

  test('goes on when a report is not taken, and says so', async () => {
    const scheduler = schedulerWith(() => Promise.reject(new Error('tunnel is gone')));
    scheduler.start();
    await pass(0);
    expect(written.join('')).toContain('the health report was not accepted');
    written.length = 0;
    await pass(5 * minuteMs);
    expect(written.join('')).toContain('the health report was not accepted');
    scheduler.stop();
  });

  test('hands each run what the one before found, and the first nothing', async () => {
    const given: string[][] = [];
    const scheduler = schedulerWith(taken, ({ before }) => {
      given.push(before.map(({ check }) => check));
      return runNow();
    });
    await scheduler.run();
    await scheduler.run();
    expect(given).toEqual([[], ['metrics_read', 'none']]);
  });

  test('ends its checks when it is stopped, and sends nothing then', async () => {
    const untilStopped: Ports['check'] = async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return runNow();
    };
    const scheduler = schedulerWith(taken, untilStopped);
    scheduler.start();
    const asked = scheduler.run();
    scheduler.stop();
    expect((await asked).checks).toHaveLength(2);
    await pass(60 * minuteMs);
    expect([reports.length, runs]).toEqual([0, 1]);
  });
});
