import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { followEvents } from '../../../test/follow-events.ts';
import { startInstance } from '../../../test/instance.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import {
  ApiError,
  CaptureAccepted,
  CaptureRecord,
  type LiveEvent,
  ProfilerHistory,
  ProfilerSetting,
} from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
let profiler: TunnelClient;
/** Requests that the Profiler was asked to stop, with the code of the reason. */
const aborted: string[] = [];
let events: readonly LiveEvent[] = [];

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  events = await followEvents(running.control.addresses.app, { ca: running.caPem, headers: owner });
});
afterAll(async () => {
  await profiler.close();
  await running.close();
});

test('until somebody enables it, captures are refused', async () => {
  const refused = await running.send({ ...form('api'), headers: owner });
  expect(refused.status).toBe(403);
  expect(ApiError.parse(refused.json()).error.code).toBe('profiler_not_enabled');
});

test('a member may ask for captures but not enable the Profiler', async () => {
  const member = await running.signIn('member');
  expect((await put(true, member)).status).toBe(403);
});

test('enabling is recorded with who did it [P-AUTH-2]', async () => {
  const setting = ProfilerSetting.parse((await put(true)).json());
  expect(setting).toMatchObject({ enabled: true, changed_by: 'owner of acme' });
});

test('a Profiler enrols and accepts queued captures, and pages receive each change', async () => {
  profiler = await startInstance(running, {
    class: 'profiler',
    instance: 'node-1',
    owner,
    handlers: {
      'capture.start': () => Promise.resolve({ answer: 'taken', processes: 1 }),
      'capture.abort': ({ request_id, reason }) => {
        aborted.push(`${request_id} ${reason.code}`);
        return Promise.resolve({});
      },
    },
  });
  await expect.poll(() => profiler.state().state, { timeout: 10_000 }).toBe('live');
  const id = await queue('api');
  await expect
    .poll(async () => (await read(id)).progress, { timeout: 10_000 })
    .toMatchObject({ step: 'running', taken_by: ['node-1'] });
  await expect.poll(() => events).toContainEqual({ type: 'capture', request_id: id });
  expect(events).toContainEqual({ type: 'fleet' });
});

test('disabling aborts running captures, fails queued ones and closes the tunnels', async () => {
  const running1 = await queue('web');
  await expect.poll(async () => (await read(running1)).progress?.step, { timeout: 10_000 }).toBe('running');
  expect(ProfilerSetting.parse((await put(false)).json())).toMatchObject({ enabled: false });
  const record = await read(running1);
  expect(record).toMatchObject({ status: 'failed', reason: { code: 'profiler_disabled' } });
  expect(aborted).toContain(`${running1} profiler_disabled`);
  await expect
    .poll(() => profiler.state(), { timeout: 1000 })
    .toMatchObject({ state: 'stopped', code: 'profiler_disabled' });
  expect((await running.send({ ...form('api'), headers: owner })).status).toBe(403);
});

test('the history keeps every change, newest first', async () => {
  const answer = await running.send({ path: '/api/settings/profiler/history', headers: owner });
  expect(ProfilerHistory.parse(answer.json()).changes.map(({ enabled }) => enabled)).toEqual([false, true]);
});

test('after disabling, a Profiler is refused before its token is checked [P-ENR-1]', async () => {
  const body = { tenant: 'acme', class: 'profiler', token: 'not even a token' };
  const refused = await running.send({ method: 'POST', path: '/enroll/begin', body });
  expect(refused.status).toBe(403);
  const unknown = await running.send({ method: 'POST', path: '/enroll/begin', body: { ...body, tenant: 'nobody' } });
  expect(ApiError.parse(unknown.json()).error.code).toBe(ApiError.parse(refused.json()).error.code);
});

function form(workload: string) {
  return { method: 'POST', path: '/api/profiling/requests', body: { workload, version: '1' } };
}

function put(enabled: boolean, headers = owner) {
  return running.send({ method: 'PUT', path: '/api/settings/profiler', headers, body: { enabled } });
}

async function queue(workload: string): Promise<string> {
  const answer = await running.send({ ...form(workload), headers: owner });
  return CaptureAccepted.parse(answer.json()).request_id;
}

async function read(id: string): Promise<CaptureRecord> {
  return CaptureRecord.parse((await running.send({ path: `/api/profiling/captures/${id}`, headers: owner })).json());
}
