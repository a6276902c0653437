/** The list without reports, and one instance with its own, over the real application with real instances. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, CaptureList, InstanceDetail, InstanceList, TokenList } from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
let tunnel: TunnelClient;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  tunnel = await startInstance(running, { class: 'agent', instance: 'agent-1', owner, handlers: {} });
});
afterAll(async () => {
  await tunnel.close();
  await running.close();
});

const read = async (path: string, headers = owner) => running.send({ path, headers });
const list = async (query = '', headers = owner): Promise<InstanceList> =>
  InstanceList.parse((await read(`/api/instances${query}`, headers)).json());

test('the list has the state of each instance, and no report', async () => {
  await expect.poll(async () => (await list()).instances.map(({ state }) => state)).toEqual(['live']);
  const answer = await read('/api/instances');
  expect(InstanceList.parse(answer.json()).instances).toMatchObject([{ instance: 'agent-1', version: '1.2.3' }]);
  expect(answer.text).not.toContain('"checks"');
});

test('a bootstrap token lists what it enrolled, for pages that wait for the first connection', async () => {
  const { tokens } = TokenList.parse((await read('/api/tokens')).json());
  const token = tokens.find(({ name }) => name === 'agent-1');
  expect((await list(`?token=${token?.id}`)).instances).toMatchObject([{ instance: 'agent-1', state: 'live' }]);
  expect((await list('?token=none')).instances).toEqual([]);
});

test('one instance comes with its identity and what it trusts', async () => {
  const { instance, identity, expiries } = InstanceDetail.parse((await read('/api/fleet/agent-1')).json());
  expect(instance).toMatchObject({ instance: 'agent-1', state: 'live', checks: [] });
  expect(identity).toMatchObject({ command_key: 'current', authority: 'current' });
  expect(identity.key_sha256).toMatch(/^[0-9a-f]{64}$/u);
  expect(Date.parse(identity.authority_ends_at ?? '')).toBeGreaterThan(Date.now());
  expect(expiries).toEqual([]);
});

test('neither shows anything of another organization', async () => {
  const stranger = await running.signIn('owner', 'globex');
  expect((await list('', stranger)).instances).toEqual([]);
  for (const name of ['agent-1', 'agent-9', '%00', '..%2Frevoke', 'x'.repeat(201)]) {
    expect((await read(`/api/fleet/${name}`, stranger)).status).toBeOneOf([400, 404]);
  }
  expect((await read('/api/fleet/agent-1', stranger)).status).toBe(404);
});

test('a query that names nothing known is refused with its field', async () => {
  for (const [query, field] of [
    ['tokens=1', 'tokens'],
    [`token=${'x'.repeat(65)}`, 'token'],
    ['token=%00', 'token'],
  ]) {
    const refused = await read(`/api/instances?${query}`);
    expect([refused.status, ApiError.parse(refused.json()).error.field]).toEqual([400, field]);
  }
});

test('captures are listed by the Profiler that took part', async () => {
  const captures = async (instance: string) =>
    CaptureList.parse((await read(`/api/profiling/captures?instance=${instance}`)).json()).captures;
  const { organization_id } = await running.store.db
    .selectFrom('instances')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const row = { organization_id, workload: 'api', version: '1', env: '', kind: 'head', duration_sec: 60 } as const;
  for (const [id, instance] of [
    ['one', 'node-a'],
    ['two', 'node-b'],
  ] as const) {
    await running.store.db
      .insertInto('capture_requests')
      .values({
        ...row,
        id,
        warmup_sec: 5,
        requested_by_type: 'token',
        requested_by: 'ci',
        requested_at: 0,
        status: 'failed',
        running_since: 0,
        phase: null,
        recorded: 0,
        reason_code: 'expired',
        reason_text: 'x',
        finished_at: 0,
      })
      .execute();
    const result = { outcome: 'failed', reason_code: 'expired', reason_text: 'x', probes: null } as const;
    await running.store.db
      .insertInto('capture_instances')
      .values({ request_id: id, instance, taken_at: 0, ...result, collector: null, bundle_id: null })
      .execute();
  }
  expect((await captures('node-a')).map(({ request_id: id }) => id)).toEqual(['one']);
  expect(await captures('node-c')).toEqual([]);
});

test('the own authority is served as a file to everyone, before a certificate can be trusted', async () => {
  const file = await read('/api/ca.pem', {});
  expect([file.status, file.text]).toEqual([200, running.caPem]);
  expect(file.headers['content-disposition']).toBe('attachment; filename="ca.pem"');
});
