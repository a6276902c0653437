/**
 * From a pipeline's request to a Profiler that measures, through the whole fleet: control plane,
 * tunnel, signed command, Profiler. There is no peer; the figures are absolute.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureAccepted, CaptureRecord } from '../src/control/api/api.ts';
import { ControlApi } from '../src/control/api/api-client.ts';
import { type Fleet, startFleet } from '../demo/fleet.ts';
import { prepareWorkload } from '../demo/workload.ts';
import type { Findings } from './bench-report.ts';
import type { Bench } from './bench.ts';

/** The shortest capture that a request may ask for. */
const durationSec = 5;
const warmupSec = 0;
const fewestCaptures = 5;
const pollMs = 10;
const outcomeTimeoutMs = 90_000;

interface Latency {
  /** By the control plane's clock: request stored → a Profiler took it. */
  readonly storedMs: number;
  /** By the client's clock: request sent → a record that says `running` received. */
  readonly seenMs: number;
  /** Request → outcome stored, less warm-up and window. */
  readonly aroundMs: number;
}

export async function measureStart(bench: Bench): Promise<Findings> {
  const { repository, workspace, narrator, onStarted, repeat } = bench;
  const workload = await prepareWorkload(repository, workspace);
  onStarted(() => workload.stop());
  await workload.start(1);
  const fleet = await startFleet({ repository, workspace, workload, narrator, recorded: false, onStarted });
  if (!fleet.isProfilerLive) {
    const why = fleet.checks.map(({ detail }) => detail).join('; ');
    return { rows: [], unmeasured: [{ name: 'request → running', why: `the Profiler refuses to boot: ${why}` }] };
  }
  const api = new ControlApi(fleet.app, readFileSync(fleet.caFile, 'utf8'));
  onStarted(() => api.close());
  await fleet.signIn(api);
  const pipeline = fleet.pipelineApi();
  const captures = Math.max(repeat, fewestCaptures);
  const latencies: Latency[] = [];
  for (let round = 1; round <= captures; round++) {
    narrator.say(`capture ${round} of ${captures}`);
    latencies.push(await captureOnce(api, pipeline, workload.name));
  }
  const of = (field: keyof Latency): number[] => latencies.map((one) => one[field]);
  return {
    rows: [
      { name: 'request stored → Profiler took it', unit: 'ms', samples: of('storedMs') },
      { name: 'request sent → client sees running', unit: 'ms', samples: of('seenMs') },
      { name: 'whole capture less warm-up and window', unit: 'ms', samples: of('aroundMs') },
    ],
    unmeasured: [],
  };
}

async function captureOnce(
  api: ControlApi,
  pipeline: ReturnType<Fleet['pipelineApi']>,
  workload: string,
): Promise<Latency> {
  const started = performance.now();
  const body = {
    workload,
    version: '1.0.0',
    env: 'bench',
    kind: 'replicate',
    duration_sec: durationSec,
    warmup_sec: warmupSec,
  };
  const request = { method: 'POST', path: '/api/profiling/captures', body } as const;
  const { request_id } = await pipeline.call(request, CaptureAccepted);
  const running = await waitFor(api, request_id, ({ progress, status }) => {
    return status !== 'queued' || progress?.step === 'running';
  });
  const seenMs = performance.now() - started;
  if (running.progress?.step !== 'running') {
    throw new Error(`capture ${request_id} ended before it ran: ${words(running)}`);
  }
  const requestedAt = Date.parse(running.requested_at);
  const storedMs = Date.parse(running.progress.since) - requestedAt;
  await sleep((durationSec + warmupSec) * 1000);
  const ended = await waitFor(api, request_id, ({ status }) => status !== 'queued');
  if (ended.finished_at === undefined || ended.status !== 'pushed') {
    throw new Error(`capture ${request_id} was not pushed: ${words(ended)}`);
  }
  const aroundMs = Date.parse(ended.finished_at) - requestedAt - (durationSec + warmupSec) * 1000;
  return { storedMs, seenMs, aroundMs };
}

async function waitFor(
  api: ControlApi,
  requestId: string,
  isEnough: (record: CaptureRecord) => boolean,
): Promise<CaptureRecord> {
  const deadline = performance.now() + outcomeTimeoutMs;
  for (;;) {
    const record = await api.call({ method: 'GET', path: `/api/profiling/captures/${requestId}` }, CaptureRecord);
    if (isEnough(record)) return record;
    if (performance.now() > deadline) throw new Error(`capture ${requestId} had no outcome in time`);
    await sleep(pollMs);
  }
}

function words({ status, reason }: CaptureRecord): string {
  return `${status}, ${reason?.text ?? 'no reason'}`;
}
