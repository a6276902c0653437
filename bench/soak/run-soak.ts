/**
 * Programs under a steady load, sampled until the time is over or the run is interrupted. Descriptors are compared
 * between two moments at which nothing is asked: after the warm-up, and at the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureRecord } from '../../src/control/api/api.ts';
import { type Audited, compareWithAudit } from './audited.ts';
import { capturesPerHour, countQueued, Load } from './load.ts';
import type { Tally } from './outcomes.ts';
import { countAtRest, type Sample, takeSample } from './sample-process.ts';
import { type Soaked, type SoakedProgram, type SoakPlace, startSoaked } from './start-soaked.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Of the load that one team is expected to make. */
  readonly times: number;
  readonly sampleEverySec: number;
  /** Names that captures ask for; all are in the target list. */
  readonly workloads: readonly string[];
  /** The run ends early, with what it has. */
  readonly signal: AbortSignal;
  readonly say: (progress: string) => void;
}

export interface SoakedResult {
  readonly name: SoakedProgram['name'];
  /** From the end of the warm-up on. */
  readonly samples: readonly Sample[];
  /** Descriptors while nothing is asked. Undefined where the run ended before. */
  readonly atRest: { readonly afterWarmUp: number | undefined; readonly atEnd: number | undefined };
}

export interface CaptureEnds {
  readonly accepted: number;
  /** Records with a status that is final, one result of the Profiler, and no other status when they were read again. */
  readonly withOneOutcome: number;
  readonly ends: Readonly<Record<string, number>>;
}

export interface SoakResult {
  readonly programs: readonly SoakedResult[];
  readonly tallies: readonly Tally[];
  /** Read when everything has ended. Undefined where the run failed before. */
  readonly ends: { readonly captures: CaptureEnds; readonly audit: Audited } | undefined;
  /** How long the load lasted. */
  readonly minutes: number;
  readonly isInterrupted: boolean;
  /** Why it ended before its time, such as a program that ended. */
  readonly failure: string | undefined;
  readonly noProfiler: string | undefined;
}

const restMs = 8000;
const sayEverySec = 60;
const captureEndMs = 90_000;

/** What is known when the run ends, whatever ended it. */
interface Progress {
  afterWarmUp?: ReadonlyMap<string, number>;
  atEnd?: ReadonlyMap<string, number>;
  ends?: SoakResult['ends'];
  failure?: string;
}

/** @throws when a program does not come up. What fails later ends the run, with what was seen until then. */
export async function runSoak(place: SoakPlace, options: SoakOptions): Promise<SoakResult> {
  const { minutes, times, workloads, signal, say } = options;
  const soaked = await startSoaked(place, workloads);
  if (soaked.noProfiler !== undefined) say(soaked.noProfiler);
  const captureEverySec = (Math.min(minutes, 60) * 60) / capturesPerHour;
  const load = new Load(soaked, { times, workloads, captureEverySec });
  place.onStarted(() => load.stop());
  await load.start();
  const run = new Run(soaked, load, options);
  const progress: Progress = {};
  await soak(run, { soaked, load, progress, options }).catch((error: unknown) => {
    progress.failure = error instanceof Error ? error.message : String(error);
    say(`ending early: ${progress.failure}`);
  });
  return {
    programs: soaked.programs.map(({ name }) => ({
      name,
      samples: run.samplesOf(name),
      atRest: { afterWarmUp: progress.afterWarmUp?.get(name), atEnd: progress.atEnd?.get(name) },
    })),
    tallies: load.outcomes.tallies(),
    ends: progress.ends,
    minutes: run.loadedMs / 60_000,
    isInterrupted: signal.aborted,
    failure: progress.failure,
    noProfiler: soaked.noProfiler,
  };
}

interface Parts {
  readonly soaked: Soaked;
  readonly load: Load;
  readonly progress: Progress;
  readonly options: SoakOptions;
}

async function soak(run: Run, { soaked, load, progress, options }: Parts): Promise<void> {
  const { minutes, signal, say } = options;
  const warmUpSec = Math.min(600, minutes * 15);
  say(`warming up for ${Math.round(warmUpSec)} s`);
  await run.until(warmUpSec * 1000);
  if (!signal.aborted) {
    progress.afterWarmUp = await rest(load, soaked);
    run.forget();
    load.resume();
    await run.until(minutes * 60_000);
  }
  say('waiting until everything that was asked has ended');
  progress.atEnd = await rest(load, soaked);
  progress.ends = {
    captures: await readCaptureEnds(soaked, load),
    audit: await compareWithAudit(soaked.identityDir, load.operations),
  };
}

class Run {
  readonly #soaked: Soaked;
  readonly #load: Load;
  readonly #options: SoakOptions;
  readonly #startedMs = performance.now();
  readonly #samples = new Map<string, Sample[]>();
  #saidMs = 0;
  #loadedMs = 0;

  constructor(soaked: Soaked, load: Load, options: SoakOptions) {
    this.#soaked = soaked;
    this.#load = load;
    this.#options = options;
  }

  /** Until the last sample. */
  get loadedMs(): number {
    return this.#loadedMs;
  }

  samplesOf(name: string): readonly Sample[] {
    return this.#samples.get(name) ?? [];
  }

  /** Samples of the warm-up are not part of any slope. */
  forget(): void {
    this.#samples.clear();
  }

  /** Samples until so much time has passed since the start, or the run is interrupted. */
  async until(endMs: number): Promise<void> {
    const { signal, sampleEverySec } = this.#options;
    const passedMs = (): number => performance.now() - this.#startedMs;
    while (!signal.aborted && passedMs() < endMs) {
      const waitMs = Math.min(sampleEverySec * 1000, endMs - passedMs());
      await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#sample(passedMs());
    }
  }

  async #sample(atMs: number): Promise<void> {
    this.#loadedMs = atMs;
    for (const program of this.#soaked.programs) {
      const samples = this.#samples.get(program.name) ?? [];
      samples.push(await takeSample(program, atMs));
      this.#samples.set(program.name, samples);
    }
    if (atMs - this.#saidMs < sayEverySec * 1000) return;
    this.#saidMs = atMs;
    this.#options.say(this.#progress(atMs));
  }

  #progress(atMs: number): string {
    const of = [...this.#samples].map(([name, samples]) => {
      const { heapBytes, rssBytes, descriptors } = samples.at(-1) ?? { heapBytes: 0, rssBytes: 0, descriptors: 0 };
      return `${name} heap ${mib(heapBytes)} RSS ${mib(rssBytes)} MiB, ${descriptors} descriptors`;
    });
    const [asked, answered] = sumOf(this.#load.outcomes.tallies());
    const time = `${(atMs / 60_000).toFixed(0)} of ${this.#options.minutes} min`;
    return `${time}: ${of.join('; ')}; ${asked} asked, ${answered} answered`;
  }
}

/** Resolves with the descriptors while nothing is asked; the load stays paused. */
async function rest(load: Load, soaked: Soaked): Promise<ReadonlyMap<string, number>> {
  await load.pause();
  await untilNoneIsQueued(soaked);
  // Idle keep-alive connections are closed after five seconds without one.
  await sleep(restMs);
  return countAtRest(soaked.programs);
}

async function untilNoneIsQueued(soaked: Soaked): Promise<void> {
  const deadline = performance.now() + captureEndMs;
  // Nobody measures without a Profiler: what is queued stays so.
  while (soaked.noProfiler === undefined && (await countQueued(soaked)) > 0 && performance.now() < deadline) {
    await sleep(500);
  }
}

async function readCaptureEnds({ owner }: Soaked, { captures }: Load): Promise<CaptureEnds> {
  const read = (id: string) => owner.call({ method: 'GET', path: `/api/profiling/captures/${id}` }, CaptureRecord);
  const ends: Record<string, number> = {};
  let withOneOutcome = 0;
  for (const id of captures) {
    const record = await read(id);
    const end = record.reason?.code ?? record.status;
    ends[end] = (ends[end] ?? 0) + 1;
    const isSettled = record.outcome === record.status && record.instances.length === 1;
    if (isSettled && (await read(id)).status === record.status) withOneOutcome += 1;
  }
  return { accepted: captures.length, withOneOutcome, ends };
}

export function sumOf(tallies: readonly Tally[]): readonly [asked: number, answered: number] {
  return [tallies.reduce((sum, { asked }) => sum + asked, 0), tallies.reduce((sum, { answered }) => sum + answered, 0)];
}

function mib(bytes: number): string {
  return (bytes / (1 << 20)).toFixed(1);
}
