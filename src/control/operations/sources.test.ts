/** Sources with names of their own, as the control plane learns of them from health reports. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import type { HealthCheck } from '../../tunnel/messages.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { CatalogList, InstanceDetail, InstanceList, OperationResponse, QuestionList } from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
const tunnels: TunnelClient[] = [];

/** The Agent that has been connected longest has none of what the other one has. */
beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  await startAgent('agent-1', [checkOf('vercel', 'vercel', 'ok')], {});
  await startAgent(
    'agent-2',
    [
      checkOf('grafana', 'constructor', 'ok'),
      checkOf('grafana', 'g-east', 'ok'),
      checkOf('grafana', 'g-west', 'failed'),
      checkOf('aws', 'aws', 'skipped'),
    ],
    { 'g-west': 'West, two sites' },
  );
});
afterAll(async () => {
  for (const tunnel of tunnels) await tunnel.close();
  await running.close();
});

function checkOf(connector: string, source: string, status: HealthCheck['status']): HealthCheck {
  return {
    connector,
    ...(source !== connector && { source }),
    check: 'reads',
    status,
    summary: 'It was asked.',
    affects: [],
    needed: [],
    missing: [],
    excess: [],
    evidence: {},
    remedy: status === 'failed' ? 'Mend it.' : '',
  };
}

async function startAgent(instance: string, checks: HealthCheck[], about: Record<string, string>): Promise<void> {
  const result = { data: [instance], complete: true, truncated: false, source: 'g-west', upstreamCalls: 1 };
  const fault = { code: 'credential_rejected', actor: 'operator' as const, summary: 's', remedy: 'r' };
  const refused = { ok: false as const, fault: { ...fault, data: { source: 'g-west' } } };
  const handlers = {
    'operation.run': ({ operation }: { operation: string }) =>
      Promise.resolve(operation === 'metrics.list' ? refused : { ok: true as const, result }),
  };
  const tunnel = await startInstance(running, { class: 'agent', instance, owner, handlers });
  tunnels.push(tunnel);
  while (tunnel.state().state !== 'live') await new Promise((resolve) => setTimeout(resolve, 50));
  await tunnel.report('health.report', { at: new Date().toISOString(), checks, about });
}

const read = async (path: string): Promise<unknown> => (await running.send({ path, headers: owner })).json();

async function answeredFor(operation: string, body: object): Promise<string> {
  const path = `/api/operations/${operation}`;
  const given = await running.send({ method: 'POST', path, headers: owner, body: { args: {}, ...body } });
  return OperationResponse.parse(given.json()).instance;
}

test('are listed under their connector, each with what its file says and who has it', async () => {
  const { connectors } = CatalogList.parse(await read('/api/catalog?names=metrics.query'));
  expect(connectors.find(({ connector }) => connector === 'grafana')).toMatchObject({
    agents: ['agent-2'],
    sources: [
      { source: 'constructor', agents: ['agent-2'] },
      { source: 'g-east', agents: ['agent-2'] },
      { source: 'g-west', about: 'West, two sites', agents: ['agent-2'] },
    ],
    further_sources: 0,
  });
  expect(connectors.find(({ connector }) => connector === 'aws')).toMatchObject({ agents: [], sources: [] });
});

test.each([
  ['a source', 'metrics.query', { source: 'g-west' }, 'agent-2'],
  ['a connector', 'metrics.query', { source: 'grafana' }, 'agent-2'],
  ['nothing', 'metrics.query', {}, 'agent-2'],
  ['an Agent', 'metrics.query', { instance: 'agent-1', source: 'g-west' }, 'agent-1'],
  ['a source that nobody has', 'metrics.query', { source: 'g-north' }, 'agent-1'],
  ['nothing, of an operation that nobody has', 'tickets.get', {}, 'agent-1'],
])('a question that names %s goes to the Agent that can answer it', async (_what, operation, body, instance) => {
  expect(await answeredFor(operation, body)).toBe(instance);
});

test('are in the record of a question, also of one that was refused', async () => {
  const path = '/api/operations/metrics.list';
  const body = { args: {}, source: 'g-west' };
  expect((await running.send({ method: 'POST', path, headers: owner, body })).status).toBe(502);
  const { questions } = QuestionList.parse(await read('/api/questions?limit=1'));
  expect(questions[0]).toMatchObject({ source: 'g-west', outcome: 'credential_rejected', instance: 'agent-2' });
});

test('count each for itself in the fleet, and the one that needs somebody is named', async () => {
  const { instances } = InstanceList.parse(await read('/api/instances'));
  expect(instances.find(({ instance }) => instance === 'agent-2')).toMatchObject({
    connectors: { ok: 2, failed: 1, skipped: 1 },
    first: { connector: 'grafana', source: 'g-west', text: 'Mend it.' },
  });
  const { instance } = InstanceDetail.parse(await read('/api/fleet/agent-2'));
  expect(instance.about).toEqual({ 'g-west': 'West, two sites' });
});
