import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ApiError, CaptureAccepted, CapturedVersions, CaptureList, CaptureRecord, Me } from '../api/api.ts';

/** What a person may do from the page beyond the form, over the real application. */
let running: TestControl;
let member: Readonly<Record<string, string>>;

beforeAll(async () => {
  running = await startTestControl();
  const owner = await running.signIn('owner');
  await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
  member = await running.signIn('member');
});
afterAll(() => running.close());

interface Stored {
  readonly version: string;
  readonly kind?: 'head' | 'replicate';
  readonly recorded?: number;
  /** Before now, outside the rolling hour. */
  readonly hoursAgo: number;
  readonly workload?: string;
  readonly status?: 'pushed' | 'failed';
}

const image = `registry.example.com/checkout@sha256:${'0'.repeat(64)}`;

/** A pushed capture of `checkout`, as a pipeline with a window of its own left it. */
async function store({ version, kind = 'head', recorded = 0, hoursAgo, ...rest }: Stored): Promise<string> {
  const { id: organization } = await running.store.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'acme')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await running.store.db
    .insertInto('capture_requests')
    .values({
      id,
      organization_id: organization,
      workload: rest.workload ?? 'checkout',
      version,
      env: 'prod',
      kind,
      duration_sec: 30,
      warmup_sec: 11,
      image,
      requested_by_type: 'token',
      requested_by: 'pipeline',
      requested_by_id: null,
      requested_at: Date.now() - hoursAgo * 3_600_000,
      status: rest.status ?? 'pushed',
      running_since: null,
      phase: null,
      reason_code: 'measured',
      reason_text: 'Measured.',
      finished_at: Date.now(),
      recorded,
    })
    .execute();
  return id;
}

const replicate = (id: string) =>
  running.send({ method: 'POST', path: `/api/profiling/captures/${id}/replicates`, headers: member });

test('a member requests a replicate, which has the window and warm-up of its head and names the member', async () => {
  const head = await store({ version: '1.0.0', hoursAgo: 30 });
  const before = await listHour();
  const answer = await replicate(head);
  expect(answer.status).toBe(202);
  const { request_id: id } = CaptureAccepted.parse(answer.json());
  const record = CaptureRecord.parse(
    (await running.send({ path: `/api/profiling/captures/${id}`, headers: member })).json(),
  );
  expect(record).toMatchObject({
    workload: 'checkout',
    version: '1.0.0',
    env: 'prod',
    kind: 'replicate',
    duration_sec: 30,
    warmup_sec: 11,
    image,
    requested_by: { type: 'person', name: 'member of acme' },
  });
  expect(CaptureAccepted.parse((await replicate(head)).json())).toEqual({
    request_id: id,
    status: 'queued',
    deduped: true,
  });
  expect(await listHour()).toEqual({ left: before.left - 1, of: 20 });
});

test.each([
  ['a replicate', { version: '1.1.0', kind: 'replicate', hoursAgo: 29 }],
  ['a recorded capture', { version: '1.2.0', recorded: 1, hoursAgo: 28 }],
] as const)('refuses a replicate of %s', async (_name, stored) => {
  const answer = await replicate(await store(stored));
  expect([answer.status, ApiError.parse(answer.json()).error.code]).toEqual([409, 'not_a_pushed_head']);
});

test('lists every version with the head that a replicate repeats, the latest first', async () => {
  const head = await store({ version: '2.0.0', hoursAgo: 20 });
  await store({ version: '2.0.0', kind: 'replicate', hoursAgo: 19 });
  const latest = await store({ version: '2.1.0', hoursAgo: 18 });
  const answer = await running.send({ path: '/api/profiling/versions', headers: member });
  const { targets, complete } = CapturedVersions.parse(answer.json());
  const target = targets.find(({ workload, env }) => workload === 'checkout' && env === 'prod');
  expect(complete).toBe(true);
  expect(
    target?.versions.map(({ version, captures, recorded, head: one }) => [
      version,
      captures,
      recorded,
      one?.request_id,
    ]),
  ).toMatchObject([
    ['2.1.0', 1, false, latest],
    ['2.0.0', 2, false, head],
    ['1.2.0', 0, true, undefined],
    ['1.1.0', 1, false, undefined],
    ['1.0.0', 1, false, expect.any(String)],
  ]);
  expect(target?.versions[0]?.head).toEqual({ request_id: latest, duration_sec: 30, warmup_sec: 11, image });
});

test('says when there is room again once the hour is used up, and by what', async () => {
  const { left } = await listHour();
  for (let index = 0; index < left; index += 1) {
    await running.send({
      method: 'POST',
      path: '/api/profiling/requests',
      headers: member,
      body: { workload: 'filler', version: String(index) },
    });
  }
  const { next_at: next, used_by: usedBy, ...rest } = await listHour();
  expect(rest).toEqual({ left: 0, of: 20 });
  expect(usedBy?.[0]).toEqual({ workload: 'filler', requests: left });
  expect(usedBy?.reduce((sum, { requests }) => sum + requests, 0)).toBe(20);
  expect(Date.parse(next ?? '') - Date.now()).toBeGreaterThan(3_400_000);
  const refused = ApiError.parse((await replicate(await store({ version: '3.0.0', hoursAgo: 10 }))).json());
  expect(refused.error.code).toBe('too_many_captures');
});

test('says that the authority of the control plane is its own, which commands must then name', async () => {
  const me = Me.parse((await running.send({ path: '/api/me', headers: member })).json());
  expect(me.own_authority).toBe(true);
});

describe('what a version still needs', () => {
  async function versionsOf(workload: string) {
    const answer = await running.send({ path: '/api/profiling/versions', headers: member });
    const { targets } = CapturedVersions.parse(answer.json());
    return targets.find((one) => one.workload === workload)?.versions ?? [];
  }
  async function confirmationOf(workload: string) {
    return (await versionsOf(workload))[0]?.confirmation;
  }

  test('is asked for a version that is rolled back to as for a new one', async () => {
    for (const hoursAgo of [20, 19, 18]) {
      await store({ workload: 'back', version: '1', kind: hoursAgo === 20 ? 'head' : 'replicate', hoursAgo });
    }
    await store({ workload: 'back', version: '2', hoursAgo: 10 });
    const head = await store({ workload: 'back', version: '1', hoursAgo: 2 });
    const [version] = await versionsOf('back');
    expect(version).toMatchObject({
      version: '1',
      head: { request_id: head },
      confirmation: { state: 'open', occasions: 1, missing: 2 },
    });
  });

  test('stays what it was after a replicate of the older version, which makes that no newer', async () => {
    await store({ workload: 'beside', version: '1', hoursAgo: 5 });
    const head = await store({ workload: 'beside', version: '2', hoursAgo: 4 });
    await store({ workload: 'beside', version: '1', kind: 'replicate', hoursAgo: 3 });
    const [latest, before] = await versionsOf('beside');
    expect(latest).toMatchObject({
      version: '2',
      head: { request_id: head },
      confirmation: { state: 'open', missing: 2 },
    });
    expect(before).toMatchObject({ version: '1', captures: 2 });
  });

  test('counts captures shortly after each other once, and says when the next one counts', async () => {
    await store({ workload: 'spaced', version: '1', hoursAgo: 2.1 });
    await store({ workload: 'spaced', version: '1', kind: 'replicate', hoursAgo: 2 });
    expect(await confirmationOf('spaced')).toMatchObject({ state: 'open', occasions: 1, missing: 2 });
    expect(await confirmationOf('spaced')).not.toHaveProperty('next_at');
    await store({ workload: 'spaced', version: '1', kind: 'replicate', hoursAgo: 0.1 });
    const { next_at: next = '', ...rest } = (await confirmationOf('spaced')) ?? {};
    expect(rest).toMatchObject({ state: 'open', occasions: 2, missing: 1 });
    const minutes = (Date.parse(next) - Date.now()) / 60_000;
    expect([minutes > 8, minutes < 10]).toEqual([true, true]);
  });

  test('is over a day after the head, and once another version was requested, even in vain', async () => {
    await store({ workload: 'late', version: '1', hoursAgo: 25 });
    await store({ workload: 'late', version: '1', kind: 'replicate', hoursAgo: 0.5 });
    expect(await confirmationOf('late')).toMatchObject({ state: 'closed', occasions: 1, missing: 2 });
    await store({ workload: 'passed', version: '1', hoursAgo: 3 });
    expect(await confirmationOf('passed')).toMatchObject({ state: 'open', missing: 2 });
    await store({ workload: 'passed', version: '2', status: 'failed', hoursAgo: 2 });
    expect(await confirmationOf('passed')).toMatchObject({ state: 'closed', missing: 2 });
  });
});

async function listHour(): Promise<NonNullable<CaptureList['hour']>> {
  const answer = await running.send({ path: '/api/profiling/captures?limit=1', headers: member });
  return CaptureList.parse(answer.json()).hour!;
}
