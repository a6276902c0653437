import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { systemClock } from '../../core/clock.ts';
import { CaptureAccepted, CaptureRecord, Me } from '../api/api.ts';
import { findFirstOrganization } from '../people/organization.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import { CaptureQueue } from '../captures/capture-queue.ts';

let running: TestControl;
let organization: string;
type Headers = Readonly<Record<string, string>>;

beforeAll(async () => {
  running = await startTestControl();
  organization = (await findFirstOrganization(running.store))?.id ?? '';
  await new ProfilerSettings(running.store, systemClock).change(organization, true, { id: 'p', name: 'Olga' });
});
afterAll(() => running.close());

let versions = 0;
async function request(headers: Headers): Promise<string> {
  const body = { workload: 'api', version: `1.${versions++}` };
  const answer = await running.send({ method: 'POST', path: '/api/profiling/requests', body, headers });
  return CaptureAccepted.parse(answer.json()).request_id;
}

const cancel = (id: string, headers: Headers) =>
  running.send({ method: 'POST', path: `/api/profiling/captures/${id}/cancel`, headers });

test('the person who asked cancels; the record names who did, and says it again', async () => {
  const member = await running.signIn('member');
  const id = await request(member);
  const answer = await cancel(id, member);
  expect(answer.status).toBe(200);
  const record = CaptureRecord.parse(answer.json());
  expect(record).toMatchObject({ status: 'failed', reason: { code: 'cancelled' } });
  expect(record.reason?.text).toContain('Cancelled by member of acme (member).');
  const again = await cancel(id, await running.signIn('admin'));
  expect(again.status).toBe(200);
  expect(CaptureRecord.parse(again.json())).toEqual(record);
});

test('another member may not, an admin and an owner may', async () => {
  const [asker, other] = [await running.signIn('member'), await running.signIn('member')];
  const me = Me.parse((await running.send({ path: '/api/me', headers: asker })).json());
  for (const role of ['admin', 'owner'] as const) {
    const id = await request(asker);
    const refused = await cancel(id, other);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Only the person who requested')]);
    const record = CaptureRecord.parse((await cancel(id, await running.signIn(role))).json());
    expect(record.reason?.text).toContain(`(${role})`);
    expect(record.requested_by).toEqual({ type: 'person', name: me.person.name, id: me.person.id });
  }
});

test('a request of a pipeline is cancelled by an admin and not by a member', async () => {
  const queue = new CaptureQueue(running.store, systemClock);
  const body = { workload: 'api', version: '9', env: '', kind: 'head', duration_sec: 60, warmup_sec: 5 } as const;
  const queued = await queue.enqueue(organization, body, { type: 'token', name: 'ci' });
  const id = queued.answer === 'queued' ? queued.id : '';
  expect((await cancel(id, await running.signIn('member'))).status).toBe(403);
  expect((await cancel(id, await running.signIn('admin'))).status).toBe(200);
});

test('one that ended by itself is answered with 409 and stays as it ended', async () => {
  const owner = await running.signIn('owner');
  const id = await request(owner);
  const reason = { code: 'measured', text: 'It was measured.' };
  await new CaptureQueue(running.store, systemClock).recordOutcome({
    organization,
    instance: 'node-1',
    report: { request_id: id, outcome: 'nothing_to_push', reason },
    bundle: undefined,
  });
  const answer = await cancel(id, owner);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('its outcome is nothing_to_push');
});

test('is 404 for an id that is not one, and for a capture of another organization', async () => {
  const owner = await running.signIn('owner');
  expect((await cancel('nothing', owner)).status).toBe(404);
  expect((await cancel(await request(owner), await running.signIn('owner', 'globex'))).status).toBe(404);
});
