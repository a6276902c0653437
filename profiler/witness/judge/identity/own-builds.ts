/**
 * Which build a version means where one of its captures measured several at once, as in a rolling deploy. Nothing is
 * guessed: another capture of the version ran that build alone, or the other version is known to be the other build.
 */
import type { Build } from '../../bundle/record/bundle.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

/** Names of the builds that a capture ran of each program. */
type Programs = ReadonlyMap<string, ReadonlySet<string>>;
/** Of one program, the builds of each capture of a side. */
type Builds = readonly ReadonlySet<string>[];

export interface OwnBuilds {
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

/** Undefined where it is not known which builds a version means. */
export function findOwnBuilds(
  before: readonly CaptureVector[],
  after: readonly CaptureVector[],
): OwnBuilds | undefined {
  const programOf = namePrograms([...before, ...after]);
  const a = before.map((one) => programsOf(one, programOf));
  const b = after.map((one) => programsOf(one, programOf));
  const own = { before: new Set<string>(), after: new Set<string>() };
  for (const program of new Set([...a, ...b].flatMap((one) => [...one.keys()]))) {
    const found = ownOfProgram(setsOf(a, program), setsOf(b, program));
    if (found === undefined) return undefined;
    for (const name of found.before) own.before.add(name);
    for (const name of found.after) own.after.add(name);
  }
  return own;
}

interface OwnOfProgram {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function ownOfProgram(before: Builds, after: Builds): OwnOfProgram | undefined {
  let [a, b] = [ownOfSide(before, onlyOf(after)), ownOfSide(after, onlyOf(before))];
  // The build of one side is known: in a capture with two builds the other one is left.
  a ??= ownOfSide(before, b?.[0]);
  b ??= ownOfSide(after, a?.[0]);
  return a === undefined || b === undefined ? undefined : { before: a, after: b };
}

/** The build that every capture ran alone. */
function onlyOf(captures: Builds): string | undefined {
  const names = new Set(captures.flatMap((one) => [...one]));
  const isAlone = names.size === 1 && captures.every(({ size }) => size === 1);
  return isAlone ? [...names][0] : undefined;
}

/** `others`: the build that the other version means, where that is known. None where no capture ran the program. */
function ownOfSide(own: Builds, others: string | undefined): readonly string[] | undefined {
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
export function namePrograms(captures: readonly CaptureVector[]): (build: Build) => string {
  const single = new Set<string>();
  for (const capture of captures) {
    for (const [name, builds] of Map.groupBy(initialBuilds(capture), fileNameOf)) {
      if (new Set(builds.map(nameOfBuild)).size === 1) single.add(name);
    }
  }
  return (build) => (single.has(fileNameOf(build)) ? fileNameOf(build) : build.exe_path);
}

export function fileNameOf({ exe_path: path }: Build): string {
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
