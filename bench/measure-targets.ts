/**
 * What a capture of a real program is worth and costs: which probes measured, how many stacks are whole and
 * frames named, whether perf sees the same functions running, and memory and processor time of the collector.
 */
import path from 'node:path';
import { isNameless } from '../profiler/witness/bundle/features/nameless.ts';
import { type Bench, inFreshCgroup } from './bench.ts';
import type { Findings, Peer, Row, Unmeasured } from './bench-report.ts';
import { runPerfProfile } from './perf-profile.ts';
import { bigProgram, type Program, programs } from './programs.ts';
import { type NativeOverlap, nativeOverlapOf, type Overlap, overlapOf, type SelfSamples } from './self-shares.ts';
import type { CountedStacks } from './otlp-profiles.ts';
import { findOtelProblem, otelName, runOtelProfiler } from './run-otel-profiler.ts';
import { type LanguageSampler, readLanguageSelf, runLanguageSampler } from './run-language-sampler.ts';
import { findPerfProblem } from './run-perf.ts';
import { type PtopCapture, runPtop } from './run-ptop.ts';
import type { RunningProgram } from './running-program.ts';
import { whileCapturing } from './while-capturing.ts';

interface Sample extends PtopCapture {
  readonly chargeBytes: number | undefined;
  readonly agreement: Agreement | undefined;
  readonly ofOtel: CountedStacks | undefined;
  /** With the language's own sampler, on which function of the language was running. */
  readonly ofLanguage: Overlap | undefined;
}

/** What this machine has to compare with. */
interface Peers {
  readonly hasPerf: boolean;
  readonly hasOtel: boolean;
  /** The language's own. */
  readonly sampler: LanguageSampler | undefined;
}

/** Shares of the functions that were running, compared. */
interface Agreement {
  readonly ofPtop: Overlap | undefined;
  /** Of a second perf with the first: what two samplers of one program can agree on. */
  readonly ofPerf: Overlap | undefined;
  /** Where only native functions are compared, because a runtime runs the rest. */
  readonly native: NativeOverlap | undefined;
}

/** Two recordings at one rate would take most of their samples at the same instants, and agree for that alone. */
const perfHz = [99, 97] as const;

export async function measureTargets(bench: Bench): Promise<Findings> {
  const perfProblem = findPerfProblem();
  const rows: Row[] = [];
  const otelProblem = await findOtelProblem(bench.signal);
  const unmeasured: Unmeasured[] = [
    ...(perfProblem === undefined ? [] : [{ name: 'agreement with perf', why: perfProblem }]),
    ...(otelProblem === undefined ? [] : [{ name: `whole stacks of the peer ${otelName}`, why: otelProblem }]),
  ];
  for (const program of bench.big ? [...programs, bigProgram] : programs) {
    const { name, perfProblem: why, sampler } = program;
    const samplerProblem = sampler?.findProblem();
    if (samplerProblem !== undefined) {
      unmeasured.push({ name: `${name}, agreement with its sampler`, why: samplerProblem });
    }
    if (perfProblem === undefined && why !== undefined) unmeasured.push({ name: `${name}, agreement with perf`, why });
    try {
      const peers = {
        hasPerf: (perfProblem ?? why) === undefined,
        hasOtel: otelProblem === undefined,
        sampler: samplerProblem === undefined ? sampler : undefined,
      };
      const samples = await sampleProgram(bench, program, peers);
      rows.push(...renderRows(program, samples, bench.windowSec));
      unmeasured.push(...listUnmeasuredProbes(name, samples), ...listSilentPeers(name, samples));
    } catch (error) {
      if (bench.signal.aborted) throw error;
      // What one program lacks says nothing about the others.
      unmeasured.push({ name, why: error instanceof Error ? error.message : String(error) });
    }
  }
  return { rows, unmeasured };
}

async function sampleProgram(bench: Bench, program: Program, peers: Peers): Promise<Sample[]> {
  bench.narrator.say(`${program.name}: starting`);
  const running = await program.start(bench);
  const samples: Sample[] = [];
  for (let round = 1; round <= bench.repeat; round++) {
    bench.narrator.say(`${program.name}: round ${round} of ${bench.repeat}`);
    samples.push(await takeSample(bench, running, { ...peers, hasRuntime: program.hasRuntime === true }));
  }
  await running.stop();
  return samples;
}

/** The other profilers come after: that of OpenTelemetry loads its programs for seconds, and takes both processors for that. */
async function takeSample(
  bench: Bench,
  running: RunningProgram,
  { hasPerf, hasOtel, sampler, hasRuntime }: Peers & { readonly hasRuntime: boolean },
): Promise<Sample> {
  const capture = await takeCapture(bench, running, { hasPerf, hasRuntime });
  const { windowSec: durationSec, workspace, signal } = bench;
  const run = { pids: running.pids(), durationSec, signal };
  const ofOtel = hasOtel ? await inFreshCgroup((cgroup) => runOtelProfiler(run, cgroup)) : undefined;
  const [pid = 0] = running.pids();
  const alone = { pid, durationSec, signal, out: path.join(workspace.folder, 'collapsed') };
  const others = sampler && (await inFreshCgroup((cgroup) => runLanguageSampler(sampler, alone, cgroup)));
  const ofLanguage = sampler && others && overlapOf(readLanguageSelf(capture.record, sampler), others);
  return { ...capture, ofOtel, ofLanguage };
}

/** Two recordings of perf run beside the capture, so that all three look at the same seconds. */
function takeCapture(
  bench: Bench,
  running: RunningProgram,
  { hasPerf, hasRuntime }: { readonly hasPerf: boolean; readonly hasRuntime: boolean },
): Promise<Omit<Sample, 'ofOtel' | 'ofLanguage'>> {
  const { repository, workspace, windowSec: durationSec, signal } = bench;
  const pids = running.pids();
  const out = path.join(workspace.folder, 'capture.json');
  const recordPerf = (hz: number): Promise<SelfSamples[]> =>
    inFreshCgroup((cgroup) =>
      runPerfProfile({ pids, durationSec, hz, data: path.join(workspace.folder, `${hz}.data`), signal }, cgroup),
    );
  return inFreshCgroup(async (cgroup) => {
    const run = { repository, pids, durationSec, out, signal };
    if (!hasPerf) return { ...(await runPtop(run, cgroup)), chargeBytes: cgroup.peakBytes(), agreement: undefined };
    const { capture, reading } = await whileCapturing(run, cgroup, () => Promise.all(perfHz.map(recordPerf)));
    const [one = [], other = []] = reading;
    const own = readSelfSamples(capture);
    const native = hasRuntime ? nativeOverlapOf(own, one) : undefined;
    const agreement = {
      ofPtop: native === undefined ? overlapOf(own, one) : native.native,
      ofPerf: hasRuntime ? nativeOverlapOf(other, one).native : overlapOf(other, one),
      native,
    };
    return { ...capture, chargeBytes: cgroup.peakBytes(), agreement };
  });
}

function readSelfSamples({ record }: PtopCapture): SelfSamples[] {
  return (record.axes.cpu_stacks?.functions ?? []).map(({ name, module, self }) => ({
    module,
    name: isNameless(name) ? undefined : name,
    count: self,
  }));
}

interface Quantity extends Pick<Row, 'unit'> {
  readonly name: string;
  readonly of: (sample: Sample) => number | undefined;
  readonly peer?: { readonly name: string; readonly of: (sample: Sample) => number | undefined };
}

const mebibyte = 1 << 20;
const percent = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : (100 * part) / whole);

function renderRows({ name, hasRuntime }: Program, samples: readonly Sample[], windowSec: number): Row[] {
  const quantities: readonly Quantity[] = [
    {
      name: 'probes that measured',
      unit: 'probes',
      of: ({ record }) => askedProbes(record).filter(({ state }) => state === 'measured').length,
      peer: { name: 'all that were asked for', of: ({ record }) => askedProbes(record).length },
    },
    { name: 'stacks', unit: 'stacks', of: ({ stacks }) => stacks },
    {
      name: 'whole stacks',
      unit: '%',
      of: ({ record: { axes } }) => axes.cpu_stacks && percent(axes.cpu_stacks.whole, axes.cpu_stacks.samples),
      peer: { name: otelName, of: ({ ofOtel }) => ofOtel && percent(ofOtel.whole, ofOtel.stacks) },
    },
    {
      name: 'named frames',
      unit: '%',
      of: ({ record: { axes } }) => axes.cpu_stacks && percent(axes.cpu_stacks.named, axes.cpu_stacks.frames),
    },
    {
      name: hasRuntime
        ? 'named native functions running, agreement with perf'
        : 'functions running, agreement with perf',
      unit: '%',
      of: ({ agreement }) => agreement?.ofPtop && 100 * agreement.ofPtop.share,
      peer: { name: 'two runs of perf', of: ({ agreement }) => agreement?.ofPerf && 100 * agreement.ofPerf.share },
    },
    {
      name: 'stacks compared with perf',
      unit: 'stacks',
      of: ({ agreement }) => agreement?.ofPtop?.samples,
      peer: { name: 'two runs of perf', of: ({ agreement }) => agreement?.ofPerf?.samples },
    },
    {
      name: 'in the language or unnamed, not compared with perf',
      unit: '%',
      of: ({ agreement }) => agreement?.native && 100 * agreement.native.otherShare,
      peer: { name: 'perf', of: ({ agreement }) => agreement?.native && 100 * agreement.native.otherShareOfOther },
    },
    {
      name: 'functions of the language running, agreement with its sampler',
      unit: '%',
      of: ({ ofLanguage }) => ofLanguage && 100 * ofLanguage.share,
    },
    { name: 'peak RSS', unit: 'MiB', of: ({ peakRssBytes }) => peakRssBytes / mebibyte },
    { name: 'peak cgroup charge', unit: 'MiB', of: ({ chargeBytes }) => chargeBytes && chargeBytes / mebibyte },
    { name: 'CPU', unit: '% of a core', of: ({ cpuSec }) => (100 * cpuSec) / windowSec },
  ];
  return quantities.flatMap(({ name: quantity, unit, of, peer }) => {
    const kept = samples.filter((sample) => of(sample) !== undefined);
    if (kept.length === 0) return [];
    const read = (from: Quantity['of']): number[] => kept.map((sample) => from(sample) ?? 0);
    const hasPeer = kept.some((sample) => peer?.of(sample) !== undefined);
    const beside: Peer | undefined = hasPeer && peer ? { name: peer.name, samples: read(peer.of) } : undefined;
    return [{ name: `${name}: ${quantity}`, unit, samples: read(of), peer: beside }];
  });
}

type Probe = PtopCapture['record']['probes'][number];

/** Without those of axes that nobody asked for. */
function askedProbes({ probes }: PtopCapture['record']): Probe[] {
  return probes.filter(({ state }) => state !== 'disabled');
}

/** Peers that ran and had nothing that could be compared. */
function listSilentPeers(program: string, samples: readonly Sample[]): Unmeasured[] {
  const isSilent = samples.every(({ ofOtel }) => ofOtel?.stacks === 0);
  const hasFew = samples.every(
    ({ agreement }) => agreement?.native !== undefined && agreement.native.native === undefined,
  );
  return [
    ...(isSilent ? [{ name: `${program}, peer ${otelName}`, why: 'it reported no stack of the program' }] : []),
    ...(hasFew
      ? [{ name: `${program}, agreement with perf`, why: 'too few samples ran in native functions that both name' }]
      : []),
  ];
}

/** Each probe that did not measure, once, with the reason that the collector gives. */
function listUnmeasuredProbes(program: string, samples: readonly Sample[]): Unmeasured[] {
  const reasons = new Map<string, string>();
  for (const probe of samples.flatMap(({ record }) => askedProbes(record))) {
    if (probe.state !== 'measured') reasons.set(`${program}, probe ${probe.id}`, `${probe.state}: ${probe.reason}`);
  }
  return [...reasons].map(([name, why]) => ({ name, why }));
}
