/** The main job: two versions, each with two replicates, and the comparison of the two. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Diff } from '../profiler/witness/diff/diff.ts';
import { CaptureAccepted, CaptureRecord } from '../src/control/api/api.ts';
import type { ControlApi } from '../src/control/api/api-client.ts';
import type { DemoCapture } from './demo-report.ts';
import type { Fleet } from './fleet.ts';
import type { Narrator } from './narrator.ts';
import { QuietHost } from './quiet-host.ts';
import type { Workload } from './workload.ts';

export const plan = [
  { version: '1.0.0', build: 1, kind: 'head' },
  { version: '1.0.0', build: 1, kind: 'replicate' },
  { version: '1.0.0', build: 1, kind: 'replicate' },
  { version: '2.0.0', build: 2, kind: 'head' },
  { version: '2.0.0', build: 2, kind: 'replicate' },
  { version: '2.0.0', build: 2, kind: 'replicate' },
] as const;
const durationSec = 10;
const warmupSec = 1;

export interface CaptureJob {
  readonly api: ControlApi;
  readonly fleet: Fleet;
  readonly workload: Workload;
  readonly narrator: Narrator;
}

export async function takeCaptures(job: CaptureJob): Promise<{ captures: DemoCapture[]; diff: Diff | undefined }> {
  const { narrator, fleet, workload, api } = job;
  if (!fleet.isProfilerLive) return { captures: [], diff: undefined };
  const captures: DemoCapture[] = [];
  const host = new QuietHost({ say: (text) => narrator.say(text) });
  let build: 1 | 2 = 1;
  for (const one of plan) {
    if (one.build !== build) {
      narrator.step('Replacing version 1.0.0 with 2.0.0, in which five things were changed on purpose');
      build = one.build;
      await workload.start(build);
      await sleep(1000);
    }
    narrator.step(`Capturing ${workload.name} ${one.version} (${one.kind}) for ${durationSec} s`);
    await host.wait();
    const record = await captureOnce(job, one);
    const capture = describe(record);
    captures.push(capture);
    narrator.say(
      `${capture.outcome}: ${capture.probes.measured} of ${capture.probes.total} probes, collector peak ${mebibytes(capture.collector.peak_rss_bytes)}`,
    );
    for (const { probe, why } of capture.probes.missing) narrator.say(`missing ${probe}: ${why}`);
    if (capture.outcome !== 'pushed') narrator.say(capture.reason.text);
  }
  const isComparable = captures.every(({ outcome }) => outcome === 'pushed');
  if (!isComparable) return { captures, diff: undefined };
  const diff = await api.call(
    {
      method: 'GET',
      path: `/api/profiling/diff?workload=${encodeURIComponent(workload.name)}&env=demo&from=1.0.0&to=2.0.0`,
    },
    Diff,
  );
  return { captures, diff };
}

async function captureOnce(
  { api, fleet, workload }: CaptureJob,
  { version, kind }: { version: string; kind: string },
): Promise<CaptureRecord> {
  const pipeline = fleet.pipelineApi();
  const accepted = await pipeline.call(
    {
      method: 'POST',
      path: '/api/profiling/captures',
      body: { workload: workload.name, version, env: 'demo', kind, duration_sec: durationSec, warmup_sec: warmupSec },
    },
    CaptureAccepted,
  );
  const deadline = Date.now() + (durationSec + warmupSec + 60) * 1000;
  for (;;) {
    const record = await api.call(
      { method: 'GET', path: `/api/profiling/captures/${accepted.request_id}` },
      CaptureRecord,
    );
    if (record.status !== 'queued') return record;
    if (Date.now() > deadline) {
      throw new Error(`capture ${accepted.request_id} had no outcome within ${durationSec + warmupSec + 60} s`);
    }
    await sleep(250);
  }
}

function describe(record: CaptureRecord): DemoCapture {
  const [result] = record.instances;
  return {
    request_id: record.request_id,
    version: record.version,
    kind: record.kind,
    outcome: record.outcome ?? record.status,
    reason: record.reason ?? { code: 'none', text: 'no reason was recorded' },
    probes: result?.probes ?? { measured: 0, total: 0, missing: [] },
    collector: result?.collector ?? { peak_rss_bytes: 0 },
  };
}

function mebibytes(bytes: number): string {
  return `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}
