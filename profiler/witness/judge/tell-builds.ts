/**
 * Which build a version means where one of its captures measured several at once, as in a rolling deploy. Nothing is
 * guessed: another capture of the version ran that build alone, or the other version is known to be the other build.
 */
import type { Build } from '../bundle.ts';
import { compareText } from '../compare-text.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';

/** Names of the builds that a capture ran of each program. */
type Programs = ReadonlyMap<string, ReadonlySet<string>>;
/** Of one program, the builds of each capture of a side. */
type Builds = readonly ReadonlySet<string>[];

export interface ToldBuilds {
  /** Names of the builds that a version means. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** What identifies a build: its build id, else the hash of its file. */
export function nameOfBuild({ build_id: id, exe_sha256: hash }: Build): string {
  return id ?? hash;
}

export function initialBuilds(vector: CaptureVector | undefined): readonly Build[] {
  return vector?.builds.filter(({ initial }) => initial > 0) ?? [];
}

/** Of each side the captures that show that it is not of one build: one that ran two at once, or two that ran others. */
export function findMixed(before: readonly CaptureVector[], after: readonly CaptureVector[]): CaptureVector[][] {
  const programOf = namePrograms([...before, ...after]);
  return [before, after].map((side) => {
    const known = side.filter((one) => initialBuilds(one).length > 0);
    const several = known.find((one) => [...programsOf(one, programOf).values()].some(({ size }) => size > 1));
    if (several !== undefined) return [several];
    const [first, ...others] = known;
    const other = others.find((one) => namesOf(one) !== namesOf(first));
    return first === undefined || other === undefined ? [] : [first, other];
  });
}

/** Undefined where it cannot be told which builds a version means. */
export function tellBuilds(before: readonly CaptureVector[], after: readonly CaptureVector[]): ToldBuilds | undefined {
  const programOf = namePrograms([...before, ...after]);
  const a = before.map((one) => programsOf(one, programOf));
  const b = after.map((one) => programsOf(one, programOf));
  const own = { before: new Set<string>(), after: new Set<string>() };
  for (const program of new Set([...a, ...b].flatMap((one) => [...one.keys()]))) {
    const told = tellProgram(setsOf(a, program), setsOf(b, program));
    if (told === undefined) return undefined;
    for (const name of told.before) own.before.add(name);
    for (const name of told.after) own.after.add(name);
  }
  return own;
}

interface ToldProgram {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function tellProgram(before: Builds, after: Builds): ToldProgram | undefined {
  let [a, b] = [tellSide(before, onlyOf(after)), tellSide(after, onlyOf(before))];
  // What is told of one side tells of the other.
  a ??= tellSide(before, b?.[0]);
  b ??= tellSide(after, a?.[0]);
  return a === undefined || b === undefined ? undefined : { before: a, after: b };
}

/** The build that every capture ran alone. */
function onlyOf(captures: Builds): string | undefined {
  const names = new Set(captures.flatMap((one) => [...one]));
  const isAlone = names.size === 1 && captures.every(({ size }) => size === 1);
  return isAlone ? [...names][0] : undefined;
}

/** `others`: the build that the other version means, where that is known. None where no capture ran the program. */
function tellSide(own: Builds, others: string | undefined): readonly string[] | undefined {
  if (own.every(({ size }) => size === 0)) return [];
  const alone = own.filter(({ size }) => size === 1).flatMap((one) => [...one]);
  const beside = own
    .filter((one) => one.size > 1 && others !== undefined && one.has(others))
    .flatMap((one) => [...one].filter((name) => name !== others));
  const [name, ...further] = new Set([...alone, ...beside]);
  if (name === undefined || further.length > 0) return undefined;
  // A capture without it did not measure the version.
  return own.every((one) => one.has(name)) ? [name] : undefined;
}

/**
 * A program is the path of its file, or the name of the file where some capture ran one build of that name only:
 * releases that have a directory each are builds of one program, and two servers that always run beside each other are
 * not.
 */
function namePrograms(captures: readonly CaptureVector[]): (build: Build) => string {
  const single = new Set<string>();
  for (const capture of captures) {
    for (const [name, builds] of Map.groupBy(initialBuilds(capture), fileNameOf)) {
      if (new Set(builds.map(nameOfBuild)).size === 1) single.add(name);
    }
  }
  return (build) => (single.has(fileNameOf(build)) ? fileNameOf(build) : build.exe_path);
}

function fileNameOf({ exe_path: path }: Build): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function programsOf(vector: CaptureVector, programOf: (build: Build) => string): Programs {
  const groups = Map.groupBy(initialBuilds(vector), programOf);
  return new Map([...groups].map(([program, builds]) => [program, new Set(builds.map(nameOfBuild))]));
}

const nothing: ReadonlySet<string> = new Set();

function setsOf(captures: readonly Programs[], program: string): Builds {
  return captures.map((one) => one.get(program) ?? nothing);
}

function namesOf(vector: CaptureVector | undefined): string {
  return [...new Set(initialBuilds(vector).map(nameOfBuild))].toSorted(compareText).join(' ');
}
