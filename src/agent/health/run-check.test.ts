import { expect, test } from 'vitest';
import { registry } from '../../../connectors/registry.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { createLog } from '../../core/log.ts';
import { runChecks } from './run-check.ts';

test('takes a check that does not end for a system that does not answer', async () => {
  const upstream = await FakeUpstream.start(() => 'silence');
  const grafana = registry.filter(({ manifest }) => manifest.id === 'grafana');
  const agent = new AgentUnderTest({ registry: grafana, env: { GRAFANA_METRICS_URL: upstream.url } });
  const log = createLog('health', { redactor: agent.redactor, destination: { write: () => undefined } });
  const ports = {
    redactor: agent.redactor,
    log,
    signal: new AbortController().signal,
    timeoutMs: 50,
    nowMs: 0,
    before: [],
  };
  const [check] = await runChecks(agent.hosts[0]!, ports);
  expect(check).toMatchObject({ status: 'failed', fault: { code: 'upstream_down', data: { code: 'TIMEOUT' } } });
  expect(check?.evidence).toEqual({ code: 'TIMEOUT' });
  agent.close();
  await upstream.close();
});
