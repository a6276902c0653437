/** One capture of a running server under its part of the planned load. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFreshCgroup } from '../bench.ts';
import { runPtop } from '../run-ptop.ts';
import { portsOf } from './backends.ts';
import { addToIndex, type CaptureEntry } from './capture-index.ts';
import type { PlannedCapture } from './capture-plan.ts';
import { type ClosedLoop, startClosedLoop } from './closed-loop.ts';
import { factorsOfCapture } from './load-plan.ts';
import { loseProbe } from './lose-probe.ts';
import { storeCapture } from './stored-captures.ts';

export interface CaptureRun {
  readonly repository: string;
  /** Where captures are stored. */
  readonly folder: string;
  readonly windowSec: number;
  readonly signal: AbortSignal;
}

/** About a third of one processor in each server. */
const requestsPerSec = 250;
const connections = 8;
/** A server that has just been idle is slower at first. */
const warmUpMs = 1500;
const firstWarmUpMs = 8000;

/** Until caches are filled and a runtime has compiled what is run often. */
export async function warmUp(planned: PlannedCapture, { signal }: CaptureRun): Promise<void> {
  const load = await startLoad(planned);
  try {
    await sleep(firstWarmUpMs, undefined, { signal });
  } finally {
    await load.stop();
  }
}

export async function takeCapture(planned: PlannedCapture, pid: number, run: CaptureRun): Promise<CaptureEntry> {
  const { id, server, variant, round, pair, also } = planned;
  const { repository, folder, windowSec: durationSec, signal } = run;
  const load = await startLoad(planned);
  try {
    await sleep(warmUpMs, undefined, { signal });
    mkdirSync(folder, { recursive: true });
    const out = path.join(folder, 'record.json');
    const { record } = await inFreshCgroup((cgroup) =>
      runPtop({ repository, pids: [pid], durationSec, also, out, signal }, cgroup),
    );
    rmSync(out);
    const startMs = Date.parse(record.window.start_wall);
    const measuredSec = record.window.measured_ns / 1e9;
    const sent = load.sentBetween(startMs, startMs + measuredSec * 1000);
    const entry: CaptureEntry = {
      id,
      server,
      variant: variant.name,
      ...(pair !== undefined && { pair }),
      round,
      start: new Date(startMs).toISOString(),
      measured_sec: measuredSec,
      requests_sent: sent,
      load_factor: sent / (requestsPerSec * measuredSec),
      load_average: os.loadavg()[0] ?? 0,
    };
    storeCapture(folder, entry, variant.lostProbe === undefined ? record : loseProbe(record, variant.lostProbe));
    addToIndex(folder, entry);
    return entry;
  } finally {
    await load.stop();
  }
}

function startLoad({ server, variant, place, seed }: PlannedCapture): Promise<ClosedLoop> {
  const times = variant.load ?? 1;
  return startClosedLoop({
    port: portsOf.server[server],
    connections: connections * times,
    rate: requestsPerSec * times,
    factors: factorsOfCapture(seed, place),
    seed: seed * 10_000 + place,
  });
}
