import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { registry } from '../../../connectors/registry.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import { HealthScheduler } from './health-scheduler.ts';

let upstream: FakeUpstream;
let agent: AgentUnderTest;

beforeEach(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 503, body: '' }));
  agent = new AgentUnderTest({ registry, env: { GRAFANA_METRICS_URL: upstream.url } });
});

afterEach(async () => {
  agent.close();
  await upstream.close();
});

/** Real time, but for `after`: what is due waits until the test says so. */
function handClock(): { clock: Clock; due: { delayMs: number; run: () => void }[] } {
  const due: { delayMs: number; run: () => void }[] = [];
  const after: Clock['after'] = (delayMs, run) => {
    const entry = { delayMs, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), 1);
  };
  return { clock: { ...systemClock, after }, due };
}

function schedulerWith(send: (report: HealthReport) => Promise<unknown>) {
  const { clock, due } = handClock();
  const { redactor, hosts } = agent;
  const log = createLog('health', { redactor, destination: { write: (line) => agent.written.push(line) } });
  return { scheduler: new HealthScheduler({ hosts, redactor, clock, log, send }), due };
}

describe('the health scheduler', () => {
  test('reports when the tunnel comes up, every minute after, and not while it is down', async () => {
    const reports: HealthReport[] = [];
    const { scheduler, due } = schedulerWith((report) => Promise.resolve(reports.push(report)));
    scheduler.start();
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]?.checks.map(({ connector, check }) => `${connector}.${check}`)).toEqual([
      'grafana.metrics_read',
      'grafana.token_kind',
    ]);
    expect(due.map(({ delayMs }) => delayMs)).toEqual([60_000]);
    due.splice(0)[0]?.run();
    await expect.poll(() => reports.length).toBe(2);
    scheduler.pause();
    expect(due).toEqual([]);
    scheduler.stop();
  });

  test('shares one run between those who ask while it is under way', async () => {
    const { scheduler } = schedulerWith(() => Promise.resolve());
    const [first, second] = await Promise.all([scheduler.run(), scheduler.run()]);
    expect(first).toBe(second);
    expect(await scheduler.run()).not.toBe(first);
  });

  test('goes on when a report is not taken, and says so', async () => {
    const { scheduler, due } = schedulerWith(() => Promise.reject(new Error('tunnel is gone')));
    scheduler.start();
    await expect.poll(() => agent.written.join('')).toContain('the health report was not taken');
    expect(due).toHaveLength(1);
    scheduler.stop();
  });

  test('ends its checks when it is stopped, and sends nothing then', async () => {
    upstream.answerWith('silence');
    let sent = 0;
    const { scheduler } = schedulerWith(() => Promise.resolve((sent += 1)));
    scheduler.start();
    await expect.poll(() => upstream.calls.length).toBeGreaterThan(0);
    scheduler.stop();
    expect((await scheduler.run()).checks.find(({ check }) => check === 'metrics_read')?.status).toBe('failed');
    expect(sent).toBe(0);
  });
});
