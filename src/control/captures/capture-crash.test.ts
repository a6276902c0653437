/** The real control plane process is killed again and again while captures are asked for, taken and reported. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ControlProcess } from '../../../test/control-process.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ControlApi } from '../api/api-client.ts';
import { systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { Secret } from '../../core/secret.ts';
import { enrol } from '../../tunnel/instance/enrol.ts';
import { openTunnel } from '../../tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import { CaptureAccepted, CaptureList, ProfilerSetting, TokenCreated } from '../api/api.ts';
import { openLog } from '../http/log.ts';

const log = openLog('fatal');

/** After two requests were sent: while they are inserted, offered, measured (60 ms) and reported. */
const killMoments = [0, 3, 6, 10, 20, 50, 80, 130];
const measureMs = 60;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'])('a control plane on %s that is killed', (dialect) => {
  test(
    'loses no request it answered 202 for, and each ends in exactly one outcome [P-STATE-4]',
    { tags: ['deep'], timeout: 180_000 },
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'farol-crash-'));
      const env: Record<string, string> =
        dialect === 'sqlite' ? {} : { FAROL_DATABASE_URL: await postgres.createDatabase() };
      const control = await ControlProcess.prepare(folder, env);
      const ownerLink = await control.start();
      const { caPem } = control;
      const owner = new ControlApi(control.app, caPem);
      const pipeline = new ControlApi(control.app, caPem);
      let profiler: ScriptedProfiler | undefined;
      try {
        await owner.signIn(ownerLink);
        await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
        const mint = async (body: unknown): Promise<string> =>
          (await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value;
        pipeline.useToken(await mint({ kind: 'capture', name: 'pipeline' }));
        const bootstrap = await mint({ kind: 'bootstrap', class: 'profiler', name: 'node-1' });
        profiler = await ScriptedProfiler.start(control, { folder, caPem, token: bootstrap });

        const accepted = new Set<string>();
        for (const [round, killAfterMs] of killMoments.entries()) {
          const versions = [`${round}.0`, `${round}.1`];
          const asking = Promise.all(versions.map((version) => askUntilAccepted(pipeline, version)));
          await sleep(killAfterMs);
          await control.kill();
          await control.start();
          for (const id of await asking) accepted.add(id);
        }
        expect(accepted.size).toBe(killMoments.length * 2);

        const read = async () =>
          (await owner.call({ method: 'GET', path: '/api/profiling/captures?limit=200' }, CaptureList)).captures;
        await expect
          .poll(async () => (await read()).filter(({ status }) => status === 'queued').length, { timeout: 60_000 })
          .toBe(0);
        const records = await read();
        const ids = new Set(records.map(({ request_id }) => request_id));
        expect([...accepted].filter((id) => !ids.has(id))).toEqual([]);
        for (const record of records) {
          expect(record).toMatchObject({ outcome: 'nothing_to_push', reason: { code: 'no_events' } });
          expect(record.instances.map(({ instance }) => instance)).toEqual(['node-1']);
        }
        expect(profiler.taken).toEqual(ids);
      } finally {
        await profiler?.stop();
        owner.close();
        pipeline.close();
        await control.kill();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

/** A pipeline step that repeats its call until it is answered; what was queued unheard is found again by dedupe. */
async function askUntilAccepted(pipeline: ControlApi, version: string): Promise<string> {
  const body = { workload: 'checkout', version, duration_sec: 5, warmup_sec: 0 };
  for (;;) {
    try {
      const call = { method: 'POST', path: '/api/profiling/captures', body } as const;
      return (await pipeline.call(call, CaptureAccepted)).request_id;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && lostConnection.has(String(error.code)))) throw error;
      await sleep(50);
    }
  }
}

const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** The Profiler's end of the real tunnel: takes every request once, and reports its outcome until it is acknowledged. */
class ScriptedProfiler {
  readonly taken = new Set<string>();
  readonly #tunnel: TunnelClient;
  readonly #pending = new Set<string>();
  readonly #delivering: Promise<void>;
  #isStopped = false;

  static async start(
    control: ControlProcess,
    { folder, caPem, token }: { folder: string; caPem: string; token: string },
  ): Promise<ScriptedProfiler> {
    const config = {
      tenant: 'acme',
      instance: 'node-1',
      tunnelUrl: control.tunnel,
      enrollUrl: new URL('/enroll', control.app),
      identityDir: path.join(folder, 'node-1'),
      ca: caPem,
    };
    const common = { config, agent: createAgents({ ca: caPem, env: {} }).https, clock: systemClock, log };
    const secret = new Secret(token);
    const identity = await enrol({
      ...common,
      class: 'profiler',
      token: () => Promise.resolve(secret),
      maxAttempts: 3,
    });
    return new ScriptedProfiler((take) =>
      openTunnel({
        ...common,
        identity,
        versions: { profiler: '1.2.3' },
        targets: 1,
        handlers: { 'capture.start': async ({ request_id }) => take(request_id) },
      }),
    );
  }

  constructor(open: (take: (id: string) => { answer: 'taken'; processes: number }) => TunnelClient) {
    this.#tunnel = open((id) => {
      if (!this.taken.has(id)) setTimeout(() => this.#pending.add(id), measureMs);
      this.taken.add(id);
      return { answer: 'taken', processes: 1 };
    });
    this.#delivering = this.#deliver();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#tunnel.close();
    await this.#delivering;
  }

  async #deliver(): Promise<void> {
    while (!this.#isStopped) {
      for (const request_id of this.#pending) {
        const reason = { code: 'no_events', text: 'It slept.' };
        const report = { request_id, outcome: 'nothing_to_push', reason } as const;
        const isStored = await this.#tunnel.report('capture.outcome', report, { timeoutMs: 3000 }).then(
          () => true,
          () => false,
        );
        if (isStored) this.#pending.delete(request_id);
      }
      await sleep(20);
    }
  }
}
