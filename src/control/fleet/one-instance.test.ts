/** What concerns one instance reads one instance, however many others the organization has and whatever they sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { FleetInstance, Me } from '../api/api.ts';

const result = { data: [1], complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let tunnels: TunnelClient[] = [];

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  const handlers = { 'operation.run': () => Promise.resolve({ ok: true as const, result }) };
  for (const instance of ['agent-1', 'agent-2']) {
    tunnels.push(await startInstance(running, { class: 'agent', instance, owner, handlers }));
  }
  const me = Me.parse((await running.send({ method: 'GET', path: '/api/me', headers: owner })).json());
  await running.store.db
    .insertInto('health_reports')
    .values({ organization_id: me.organization.id, instance: 'agent-9', received_at: 0, report: 'cut off in the mid' })
    .execute();
});
afterAll(async () => {
  for (const tunnel of tunnels) await tunnel.close();
  tunnels = [];
  await running.close();
});

test('an operation is asked of its Agent although the report of another one is damaged', async () => {
  const ask = () =>
    running.send({
      method: 'POST',
      path: '/api/operations/metrics.query',
      headers: owner,
      body: { args: {}, instance: 'agent-1' },
    });
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test('an instance is revoked, and the answer says so, although the report of another one is damaged', async () => {
  const revoked = await running.send({ method: 'POST', path: '/api/fleet/agent-2/revoke', headers: owner });
  expect(revoked.status).toBe(200);
  expect(FleetInstance.parse(revoked.json())).toMatchObject({ instance: 'agent-2', state: 'revoked' });
  expect((await running.send({ method: 'POST', path: '/api/fleet/agent-8/revoke', headers: owner })).status).toBe(404);
});
