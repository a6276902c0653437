import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { registry } from '../../../connectors/registry.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../core/log.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import { HealthScheduler } from './health-scheduler.ts';
import { runChecks } from './run-check.ts';

let upstream: FakeUpstream;
let agent: AgentUnderTest;

beforeEach(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 503, body: '' }));
  const grafana = registry.filter(({ manifest }) => manifest.id === 'grafana');
  agent = new AgentUnderTest({ registry: grafana, env: { GRAFANA_METRICS_URL: upstream.url } });
});

afterEach(async () => {
  agent.close();
  await upstream.close();
});

function schedulerWith(send: (report: HealthReport) => Promise<unknown>) {
  const clock = new ManualClock();
  const { redactor, hosts } = agent;
  const log = createLog('health', { redactor, destination: { write: (line) => agent.written.push(line) } });
  return { scheduler: new HealthScheduler({ hosts, redactor, clock, log, send }), clock };
}

describe('the health scheduler', () => {
  test('reports when the tunnel comes up, every minute after, and not while it is down', async () => {
    const reports: HealthReport[] = [];
    const { scheduler, clock } = schedulerWith((report) => Promise.resolve(reports.push(report)));
    scheduler.start();
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]?.checks.slice(0, 2).map(({ connector, check }) => `${connector}.${check}`)).toEqual([
      'grafana.metrics_read',
      'grafana.token_kind',
    ]);
    clock.advance(59_999);
    await scheduler.run();
    expect(reports).toHaveLength(1);
    clock.advance(1);
    await expect.poll(() => reports.length).toBe(2);
    scheduler.pause();
    clock.advance(600_000);
    await scheduler.run();
    expect(reports).toHaveLength(2);
    scheduler.stop();
  });

  test('shares one run between those who ask while it is under way', async () => {
    const { scheduler } = schedulerWith(() => Promise.resolve());
    const [first, second] = await Promise.all([scheduler.run(), scheduler.run()]);
    expect(first).toBe(second);
    expect(await scheduler.run()).not.toBe(first);
  });

  test('goes on when a report is not taken, and says so', async () => {
    const { scheduler, clock } = schedulerWith(() => Promise.reject(new Error('tunnel is gone')));
    scheduler.start();
    await expect.poll(() => agent.written.join('')).toContain('the health report was not taken');
    agent.written.length = 0;
    clock.advance(60_000);
    await expect.poll(() => agent.written.join('')).toContain('the health report was not taken');
    scheduler.stop();
  });

  test('takes a check that does not end for a system that does not answer', async () => {
    upstream.answerWith('silence');
    const log = createLog('health', { redactor: agent.redactor, destination: { write: () => undefined } });
    const ports = { redactor: agent.redactor, log, signal: new AbortController().signal, timeoutMs: 50 };
    const [check] = await runChecks(agent.hosts[0]!, ports);
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'upstream_down', data: { code: 'TIMEOUT' } } });
    expect(check?.evidence).toEqual({ code: 'TIMEOUT' });
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
