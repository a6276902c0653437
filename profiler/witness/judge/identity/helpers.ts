/**
 * Programs that only some captures of a version ran beside it, such as a shell that a server started: they are no other
 * build of it. What a version is, is what each of its captures ran, and whatever used the most CPU time in one.
 */
import type { Build } from '../../bundle/record/bundle.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { initialBuilds, namePrograms } from './own-builds.ts';

export interface Helpers {
  /** Which of how many captures of the version ran them. */
  readonly side: readonly CaptureVector[];
  readonly captures: number;
  readonly builds: readonly Build[];
  /** Their part of the CPU time of the side, where it is known. */
  readonly share: number | undefined;
}

/** Captures of a version as if the helpers had not run. */
export interface WithoutHelpers {
  readonly side: readonly CaptureVector[];
  readonly helpers: Helpers | undefined;
}

export function leaveOutHelpers(
  before: readonly CaptureVector[],
  after: readonly CaptureVector[],
): readonly [WithoutHelpers, WithoutHelpers] {
  const programOf = namePrograms([...before, ...after]);
  return [leaveOut(before, programOf), leaveOut(after, programOf)];
}

function leaveOut(side: readonly CaptureVector[], programOf: (build: Build) => string): WithoutHelpers {
  const main = findMain(side.map(initialBuilds), programOf);
  const isHelper = (build: Build): boolean => build.initial > 0 && !main.has(programOf(build));
  const builds = side.map((one) => one.builds.filter(isHelper));
  const captures = builds.filter((some) => some.length > 0).length;
  if (captures === 0) return { side, helpers: undefined };
  const all = side.flatMap((one) => one.builds);
  const [own, whole] = [cpuOf(builds.flat()), cpuOf(all)];
  return {
    side: side.map((one) => ({ ...one, builds: one.builds.filter((build) => !isHelper(build)) })),
    helpers: {
      side,
      captures,
      builds: builds.flat(),
      share: own === undefined || whole === undefined || whole === 0 ? undefined : own / whole,
    },
  };
}

/** `captures`: what ran in each when its window began. */
function findMain(captures: readonly (readonly Build[])[], programOf: (build: Build) => string): ReadonlySet<string> {
  const known = captures.flatMap((builds) => (builds.length === 0 ? [] : [Map.groupBy(builds, programOf)]));
  const [first, ...others] = known;
  const common = [...(first?.keys() ?? [])].filter((program) => others.every((one) => one.has(program)));
  const main = new Set(common);
  const isAlone = common.length > 0 && known.some(({ size }) => size === common.length);
  for (const programs of known) {
    const top = findTop(programs);
    if (top !== undefined) main.add(top);
    // Where nobody knows what a capture spent, what is common to all has to have run alone in one of them.
    else if (!isAlone) for (const program of programs.keys()) main.add(program);
  }
  return main;
}

/** The program that used the most CPU time; undefined where it is not known of all. */
function findTop(programs: ReadonlyMap<string, readonly Build[]>): string | undefined {
  let [top, most]: [string | undefined, number] = [undefined, -1];
  for (const [program, builds] of programs) {
    const cpu = cpuOf(builds);
    if (cpu === undefined) return undefined;
    if (cpu > most) [top, most] = [program, cpu];
  }
  return top;
}

function cpuOf(builds: readonly Build[]): number | undefined {
  let total = 0;
  for (const { cpu_ns: cpu } of builds) {
    if (cpu === undefined) return undefined;
    total += cpu;
  }
  return total;
}
