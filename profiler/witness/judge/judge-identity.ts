/**
 * What the sides of a comparison were: captures of a version have to be of the same executables, and where both
 * versions ran the same native ones, nothing that differs is a change of the code.
 */
import type { Build } from '../bundle.ts';
import { compareText } from '../compare-text.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';

/** `same_runtime`: equal executables that load the program from elsewhere; `unknown`: a side has no executables. */
export type Identity = 'different' | 'same_binary' | 'same_runtime' | 'unknown';

export interface SideIdentity {
  readonly identity: Identity;
  /** Why the captures of a side are not of one build; nothing is compared then. */
  readonly mixed?: string | undefined;
}

/** Runtimes that load the program from files beside the executable. */
const loadsPrograms: ReadonlySet<string> = new Set(['node', 'python', 'java', 'ruby', 'dotnet', 'php', 'beam', 'perl']);

export function judgeIdentity(before: readonly CaptureVector[], after: readonly CaptureVector[]): SideIdentity {
  const mixed = findMixed(before) ?? findMixed(after);
  if (mixed !== undefined) return { identity: 'unknown', mixed };
  const [a, b] = [initialBuilds(before[0]), initialBuilds(after[0])];
  if (a.length === 0 || b.length === 0) return { identity: 'unknown' };
  if (digestOf(a) !== digestOf(b)) return { identity: 'different' };
  const isLoaded = [...a, ...b].some(({ runtime }) => runtime !== undefined && loadsPrograms.has(runtime.kind));
  return { identity: isLoaded ? 'same_runtime' : 'same_binary' };
}

/** Two files at one place in a capture, as in a rolling deploy, or other files in another capture of the version. */
function findMixed(side: readonly CaptureVector[]): string | undefined {
  const version = side[0]?.request.version ?? '';
  for (const vector of side) {
    const builds = initialBuilds(vector);
    const path = builds.map(({ exe_path: own }) => own).find((own, at, all) => all.indexOf(own) !== at);
    if (path !== undefined) return `a capture of ${version} measured two builds of ${path} at once`;
  }
  const digests = new Set(side.map((vector) => digestOf(initialBuilds(vector))).filter((one) => one !== ''));
  if (digests.size < 2) return undefined;
  return `captures of ${version} ran different executables: ${[...digests].toSorted(compareText).join(' and ')}`;
}

function initialBuilds(vector: CaptureVector | undefined): readonly Build[] {
  return vector?.builds.filter(({ initial }) => initial > 0) ?? [];
}

/** As a reader can check them: path, and the beginning of the build id or else of the hash. */
function digestOf(builds: readonly Build[]): string {
  return builds
    .map(({ exe_path: path, exe_sha256: hash, build_id: id }) => `${path} ${(id ?? hash).slice(0, 12)}`)
    .toSorted(compareText)
    .join(', ');
}
