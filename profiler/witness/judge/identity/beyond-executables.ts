/**
 * What two versions ran besides equal executables: a library or a file of an image can hold what changed. Libraries are
 * known by the names of those that were sampled, and by the build of their functions that have no name.
 */
import { compareText, moduleOf } from '../../bundle/keys/key-text.ts';
import { withFunctions } from '../../bundle/features/nameless.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

export interface BeyondExecutables {
  /** `one_side`: only the captures of one version were requested with a digest. */
  readonly images: 'same' | 'different' | 'one_side' | 'unknown';
  /** Of which the sides ran others, as far as they were sampled. */
  readonly libraries: readonly string[];
}

type Side = readonly CaptureVector[];

/** `digests`: of the images of each side. */
export function compareBeyond(
  before: Side,
  after: Side,
  [a, b]: readonly [readonly string[], readonly string[]],
): BeyondExecutables {
  return { images: compareImages(a, b), libraries: findOtherLibraries(before, after) };
}

export function isSameBeyond({ images, libraries }: BeyondExecutables): boolean {
  return (images === 'same' || images === 'unknown') && libraries.length === 0;
}

function compareImages(a: readonly string[], b: readonly string[]): BeyondExecutables['images'] {
  if (a.length === 0 && b.length === 0) return 'unknown';
  if (a.length === 0 || b.length === 0) return 'one_side';
  return a.join() === b.join() ? 'same' : 'different';
}

/** A function without a name begins with the build of its module. */
const builtPattern = /\[unknown (?<build>[\da-f]{2,8})\+[\da-f]+\] \([^()]+\)$/u;
const libraryPattern = /^(?<name>.+?)(?:-[\d.]+)?\.so(?:\.[\w.]+)?$/u;

interface Libraries {
  /** Files and builds of each, by the name without its version. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
}

function findOtherLibraries(before: Side, after: Side): string[] {
  const [a, b] = [librariesOf(before), librariesOf(after)];
  const others = (['files', 'builds'] as const).flatMap((what) =>
    [...a[what]].flatMap(([name, own]) => {
      const other = b[what].get(name);
      return other === undefined || [...own].some((one) => other.has(one)) ? [] : [name];
    }),
  );
  return [...new Set(others)].toSorted(compareText);
}

function librariesOf(side: Side): Libraries {
  const files = new Map<string, Set<string>>();
  const builds = new Map<string, Set<string>>();
  for (const axis of side.flatMap(({ axes }) => axes)) {
    if (axis.state === 'missing' || !withFunctions.has(axis.axis)) continue;
    for (const key of axis.columns.keys) {
      const file = moduleOf(key);
      const name = libraryPattern.exec(file)?.groups?.['name'];
      if (name === undefined) continue;
      add(files, name, file);
      const build = builtPattern.exec(key)?.groups?.['build'];
      if (build !== undefined) add(builds, name, build);
    }
  }
  return { files, builds };
}

function add(sets: Map<string, Set<string>>, name: string, value: string): void {
  const own = sets.get(name);
  if (own === undefined) sets.set(name, new Set([value]));
  else own.add(value);
}
