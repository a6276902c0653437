/**
 * Whether the collector's memory grows with the size of its target: peak RSS on the same program as a small,
 * a middle and a large executable, all of whose code runs.
 */
import path from 'node:path';
import type { Findings, Row } from './bench-report.ts';
import { startBigTarget } from './big-target.ts';
import { type Bench, inFreshCgroup, takeTurns } from './bench.ts';
import { runPtop } from './run-ptop.ts';

const smallest = 10;
const larger = [100, 1000] as const;
const mebibyte = 1 << 20;

export async function measureSize(bench: Bench): Promise<Findings> {
  const sizes = [smallest, ...larger.filter((megabytes) => megabytes < 1000 || bench.big)];
  const samples = new Map<number, number[]>(sizes.map((megabytes) => [megabytes, []]));
  const turns = sizes.map((megabytes) => async () => samples.get(megabytes)?.push(await takePeak(bench, megabytes)));
  await takeTurns(bench.repeat, turns, (round) => bench.narrator.say(round));
  const peer = { name: `executable of ${smallest} MB`, samples: samples.get(smallest) ?? [] };
  const rows: Row[] = sizes.slice(1).map((megabytes) => ({
    name: `executable of ${megabytes} MB: peak RSS`,
    unit: 'MiB',
    samples: samples.get(megabytes) ?? [],
    peer,
  }));
  return { rows, unmeasured: bench.big ? [] : [{ name: 'executable of 1000 MB', why: 'only with --big' }] };
}

async function takePeak(bench: Bench, megabytes: number): Promise<number> {
  const { repository, workspace, windowSec: durationSec, signal } = bench;
  const target = await startBigTarget(bench, megabytes);
  const out = path.join(workspace.folder, 'size.json');
  try {
    return await inFreshCgroup(async (cgroup) => {
      const run = await runPtop({ repository, pids: [target.pid], durationSec, out, signal }, cgroup);
      return run.peakRssBytes / mebibyte;
    });
  } finally {
    await target.stop();
  }
}
