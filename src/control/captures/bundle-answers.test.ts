import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { readRecorded } from '../../../test/pushed-captures.ts';
import { systemClock } from '../../core/clock.ts';
import { CaptureAccepted, ProfilingVerdicts } from '../api/api.ts';
import { CaptureQueue } from './capture-queue.ts';

/** What the real application answers of pushed bundles. */
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let head = '';

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
  await push('1.0.0', 1);
  head = await push('2.0.0', 4);
});
afterAll(() => running.close());

/** Pushes a recorded capture as if it had just been measured. */
async function push(version: string, recording: 1 | 4): Promise<string> {
  const body = { workload: 'demo', version, env: 'prod' };
  const queued = await running.send({ method: 'POST', path: '/api/profiling/requests', headers: owner, body });
  const { request_id: id } = CaptureAccepted.parse(queued.json());
  const measured = await readRecorded(recording);
  const request = { ...measured.request, ...body, request_id: id, kind: 'head' as const };
  const stored = encodeBundle({ ...measured, instance: 'node-1', request });
  const { id: organization } = await running.store.db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'acme')
    .executeTakeFirstOrThrow();
  await new CaptureQueue(running.store, systemClock).recordOutcome({
    organization,
    instance: 'node-1',
    report: { request_id: id, outcome: 'pushed', reason: { code: 'measured', text: 'Measured.' } },
    bundle: { ...stored, recorded: false, namespace: undefined },
  });
  return id;
}

test.each([
  ['the flame graph of a capture', () => `/api/profiling/captures/${head}/flame`],
  ['the flame graph of two versions', () => '/api/profiling/diff/flame?workload=demo&env=prod'],
  ['a comparison', () => '/api/profiling/diff?workload=demo&env=prod'],
  ['a comparison without its rows', () => '/api/profiling/diff/summary?workload=demo&env=prod'],
  ['the rows of one axis', () => '/api/profiling/diff/table?workload=demo&env=prod&axis=syscalls'],
  ['a comparison in Markdown', () => '/api/profiling/diff?workload=demo&env=prod&format=markdown'],
])('%s is sent compressed to a browser', async (_name, path) => {
  const plain = await running.send({ path: path(), headers: owner });
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
  for (const encoding of ['gzip', 'br']) {
    const sent = await running.send({ path: path(), headers: { ...owner, 'accept-encoding': encoding } });
    expect(sent.headers['content-encoding']).toBe(encoding);
    const size = Number(sent.headers['content-length']);
    expect([size > 0, size < plain.text.length / 2]).toEqual([true, true]);
  }
});

test('the verdicts of all processes come at once, pending, and soon after with what their bundles say', async () => {
  const read = async () => {
    const answer = await running.send({ path: '/api/profiling/verdicts', headers: owner });
    return ProfilingVerdicts.parse(answer.json()).targets;
  };
  expect(await read()).toEqual([{ workload: 'demo', env: 'prod', state: 'pending' }]);
  const [target] = await vi.waitFor(async () => {
    const targets = await read();
    if (targets[0]?.state === 'pending') throw new Error('it is pending');
    return targets;
  }, 20_000);
  expect(target).toMatchObject({ state: 'ready', headline: { from: '1.0.0', to: '2.0.0' } });
  expect(target?.headline?.sentences.en).toContain('2.0.0');
  expect(target?.cpu?.versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0']);
  for (const { ms } of target?.cpu?.versions ?? []) expect(ms).toBeGreaterThan(0);
});
