/** Many pipelines at once over https, with an enrolled Profiler at the other end of a real tunnel. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import type { CaptureStart } from '../../tunnel/messages.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { ApiError, CaptureAccepted, CaptureList, CaptureRecord, TokenCreated } from '../api/api.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'])('pipelines that ask at once, on %s', (dialect) => {
  let running: TestControl;
  let owner: Readonly<Record<string, string>>;
  let pipeline: Readonly<Record<string, string>>;
  let profiler: TunnelClient;
  const started: CaptureStart[] = [];

  beforeAll(async () => {
    running = await startTestControl(
      dialect === 'sqlite' ? {} : { FAROL_DATABASE_URL: await postgres.createDatabase() },
    );
    owner = await running.signIn('owner');
    await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
    const body = { kind: 'capture', name: 'release' };
    const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
    pipeline = { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` };
    profiler = await startInstance(running, {
      class: 'profiler',
      instance: 'node-1',
      owner,
      handlers: {
        'capture.start': (request) => {
          started.push(request);
          return Promise.resolve({ answer: 'taken', processes: 1 });
        },
        'capture.abort': () => Promise.resolve({}),
      },
    });
    await vi.waitUntil(() => profiler.state().state === 'live', { timeout: 10_000 });
  });
  afterEach(() => started.splice(0));
  afterAll(async () => {
    await profiler.close();
    await running.close();
  });

  const post = (body: unknown) =>
    running.send({ method: 'POST', path: '/api/profiling/captures', headers: pipeline, body });

  test('a hundred identical requests have one id, one of them not deduped, and start one capture [P-RES-3] [P-STATE-2]', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => post({ workload: 'checkout', version: '7' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const accepted = answers.map((answer) => CaptureAccepted.parse(answer.json()));
    const ids = new Set(accepted.map(({ request_id: id }) => id));
    expect(ids.size).toBe(1);
    expect(accepted.filter(({ deduped }) => !deduped)).toHaveLength(1);
    const [id = ''] = ids;
    await expect.poll(() => started.map((request) => request.request_id), { timeout: 10_000 }).toEqual([id]);
    await finish(id);
    const list = await running.send({ path: '/api/profiling/captures', headers: owner });
    expect(CaptureList.parse(list.json()).captures.map((one) => [one.request_id, one.outcome])).toEqual([
      [id, 'nothing_to_push'],
    ]);
    expect(started).toHaveLength(1);
  });

  test('forty different ones fill the hour exactly: the rest learn when to retry [P-LIM-1] [P-ERR-4]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => post({ workload: 'checkout', version: `v${at}` })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // The request of the test before had nothing to push, and does not count.
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(refused).toHaveLength(20);
    for (const answer of refused) {
      const { retry_after_seconds: wait = 0 } = ApiError.parse(answer.json());
      expect(wait).toBeGreaterThan(3500);
      expect(wait).toBeLessThanOrEqual(3600);
      expect(answer.headers['retry-after']).toBe(String(wait));
    }
  });

  async function finish(id: string): Promise<void> {
    const reason = { code: 'nothing_measured', text: 'Every axis measured zero.' };
    await profiler.report('capture.outcome', { request_id: id, outcome: 'nothing_to_push', reason });
    const record = await running.send({ path: `/api/profiling/captures/${id}`, headers: owner });
    expect(CaptureRecord.parse(record.json()).status).not.toBe('queued');
  }
});
