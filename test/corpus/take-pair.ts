/** Three captures of each version of a pair, in turn, so that a slow minute of the machine falls on both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../demo/free-ports.ts';
import { aggregate } from '../../profiler/witness/bundle/aggregate.ts';
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';
import { type Addresses, buildProgram, protocolOf } from './build-program.ts';
import { descendantsOf, growthOf, type Outside, reportProcesses } from './outside.ts';
import type { Pair, Side } from './pair.ts';
import { startLoad, startPeers, startService } from './start-program.ts';
import type { StoredPair } from './stored-pair.ts';

const captures = 3;
const windowSec = 10;
/** Until caches are filled and a runtime has compiled what is run often. */
const warmUpMs = { java: 12_000, node: 6000, others: 2000 } as const;

/** `root`: a folder of the run. @throws NotInstalled without a compiler or a package; Error when a program fails. */
export async function takePair(root: string, pair: Pair): Promise<StoredPair> {
  // The same for both versions, as where services run: they are part of what is captured.
  const [port = 0, peerPort = 0] = await findFreePorts(2);
  const addresses = { port, peerPort, namePort: 53 };
  const taken = { before: [] as Taken[], after: [] as Taken[] };
  for (let round = 1; round <= captures; round++) {
    for (const side of ['before', 'after'] as const) {
      const id = `${pair.id}-${side}-${round}`;
      taken[side].push(
        await takeSide(root, pair, { ...pair[side], id, name: side === 'before' ? '1.0' : '2.0', addresses }),
      );
    }
  }
  const { before, after } = taken;
  return {
    bundles: { before: before.map(({ bundle }) => bundle), after: after.map(({ bundle }) => bundle) },
    outside: { before: before.map(({ outside }) => outside), after: after.map(({ outside }) => outside) },
  };
}

interface Taken {
  readonly bundle: Bundle;
  readonly outside: Outside;
}

interface NamedSide extends Side {
  readonly id: string;
  /** What was deployed, as a comparison calls it. */
  readonly name: string;
  readonly addresses: Addresses;
}

async function takeSide(root: string, pair: Pair, side: NamedSide): Promise<Taken> {
  const stops: (() => unknown)[] = [];
  try {
    const peers = await startPeers(side.addresses);
    stops.push(() => peers.stop());
    const service = await startService(buildProgram(root, pair, side.version), side.addresses);
    stops.push(() => service.stop());
    const load = await startLoad(side.addresses.port, side.requestsPerSec, protocolOf(pair));
    stops.push(() => load.stop());
    await sleep(pair.language === 'java' || pair.language === 'node' ? warmUpMs[pair.language] : warmUpMs.others);

    const look = async () => ({
      atMs: performance.now(),
      processes: reportProcesses(descendantsOf(service.pid)),
      peers: await peers.report(),
    });
    let begun: Awaited<ReturnType<typeof look>> | undefined;
    let outside: Outside | undefined;
    const record = await runCollector(path.join(root, `${side.id}.json`), descendantsOf(service.pid), async (phase) => {
      if (phase === 'measuring') {
        load.begin();
        begun = await look();
      }
      if (phase === 'draining' && begun !== undefined) {
        const [ended, asked] = [await look(), await load.end()];
        outside = {
          seconds: (ended.atMs - begun.atMs) / 1000,
          load: asked,
          peers: growthOf(begun.peers, ended.peers),
          processes: growthOf(begun.processes, ended.processes),
        };
      }
    });
    if (outside === undefined) throw new Error(`${side.id}: the collector did not say when its window was`);
    return { bundle: bundleOf(pair, side, record), outside };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** As the Profiler makes it of the same record. */
function bundleOf({ program }: Pair, { id, name }: NamedSide, record: CollectorRecord): Bundle {
  return aggregate(record, {
    request: {
      request_id: id,
      workload: program,
      version: name,
      env: 'production',
      kind: id.endsWith('-1') ? 'head' : 'replicate',
      requested_by: 'corpus',
      requested_at: record.window.start_wall,
    },
    instance: 'corpus',
  });
}

/** @throws Error with what it said, when it fails. */
async function runCollector(
  out: string,
  pids: readonly number[],
  onPhase: (phase: string) => Promise<void>,
): Promise<CollectorRecord> {
  const targets = pids.flatMap((pid) => ['--pid', String(pid)]);
  const args = ['capture', '--unlisted', ...targets, '--duration', String(windowSec), '--out', out, '--json'];
  // The collector stops when its standard input closes: it must not outlive this process.
  const child = spawn(collector(), args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const phases = new Map<string, Promise<void>>();
  let last = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = line;
    const phase = /"phase":"(\w+)"/u.exec(line)?.[1];
    // A phase is reported again while it lasts.
    if (phase !== undefined && !phases.has(phase)) phases.set(phase, onPhase(phase));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  await Promise.all(phases.values());
  if (code !== 0) throw new Error(`the collector ended with ${code}: ${last}`);
  const record = CollectorRecord.parse(JSON.parse(readFileSync(out, 'utf8')));
  rmSync(out);
  return record;
}

/** The release build, or the one for tests. */
function collector(): string {
  const builds = ['release', 'debug'].map((kind) =>
    path.join(import.meta.dirname, '../../profiler/ptop/target', kind, 'ptop'),
  );
  const found = builds.find((file) => existsSync(file));
  if (found === undefined) throw new Error('the collector is not built: see profiler/ptop/README.md');
  return found;
}
