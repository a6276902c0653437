/**
 * What the sides of a comparison were: captures of a version have to be of the same executables and of the same image.
 * Where both versions ran the same native ones, the cause of what differs is not in them; it is no less of a difference.
 */
import { type Build, digestOfImage } from '../../bundle/record/bundle.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import type { CodeOrigin, IdentityBasis } from '../../diff/diff.ts';
import { type Caveat, caveat } from '../comparable/caveat.ts';
import { mostHelperShare } from '../comparable/host-limits.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { type BeyondExecutables, compareBeyond, isSameBeyond } from './beyond-executables.ts';
import { type Helpers, leaveOutHelpers } from './helpers.ts';
import { findMixed, initialBuilds, nameOfBuild, findOwnBuilds } from './own-builds.ts';
import { readSampledCode } from './sampled-code.ts';

/**
 * `same_runtime`: equal executables that load the program from elsewhere; `unknown`: a side has no executables, or equal
 * ones of which nobody knows whether the rest of the image is the same, or the code that they ran from elsewhere.
 */
export type Identity = 'different' | 'same_binary' | 'same_runtime' | 'unknown';

export interface SideIdentity {
  readonly identity: Identity;
  readonly basis: { readonly before: IdentityBasis; readonly after: IdentityBasis };
  /** Why the captures of a side are not of one build: what is not known by build cannot be compared then. */
  readonly mixed?: string | undefined;
  /** Of equal executables that hold the program: what else was compared. */
  readonly beyond?: BeyondExecutables | undefined;
  /** Programs that are no part of what a version is. */
  readonly helpers: readonly Caveat[];
  /** Of mixed sides, SHA-256 of the executables that each version means, where that is known. */
  readonly own?: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> } | undefined;
}

/** The one runtime whose executables hold the program. */
const compiled = 'go';

export function judgeIdentity(
  wholeBefore: readonly CaptureVector[],
  wholeAfter: readonly CaptureVector[],
): SideIdentity {
  const [a, b] = leaveOutHelpers(wholeBefore, wholeAfter);
  const [before, after] = [a.side, b.side];
  const sides = [before, after] as const;
  const code = [
    readSampledCode(before, a.helpers?.builds ?? []),
    readSampledCode(after, b.helpers?.builds ?? []),
  ] as const;
  const helpers = [a.helpers, b.helpers].flatMap((some) => (some === undefined ? [] : [explainHelpers(some)]));
  const images = sides.flatMap((side) => explainImages(side));
  const mixed = findMixed(before, after).flatMap((captures) => explainMixed(captures));
  if (images.length === 0 && mixed.length === 0) {
    const builds = sides.map((side) => initialBuilds(side.find((one) => initialBuilds(one).length > 0)));
    return { ...identify(sides, builds, code), helpers };
  }
  const own = images.length === 0 ? findOwnBuilds(before, after) : undefined;
  if (own === undefined) {
    const unknown = mixed.length === 0 ? [] : ['no other capture shows which build a version is'];
    const nobodys = { identity: 'unknown', basis: basisOf(sides, [[], []], code) } as const;
    return { ...nobodys, helpers, mixed: [...images, ...mixed, ...unknown].join('; ') };
  }
  const all = [...before, ...after].flatMap((one) => one.builds);
  const [x, y] = [own.before, own.after].map((names) => all.filter((build) => names.has(nameOfBuild(build))));
  const hashesOf = (some: readonly Build[] = []) => new Set(some.map(({ exe_sha256: hash }) => hash));
  return {
    ...identify(sides, [x ?? [], y ?? []], code),
    helpers,
    mixed: mixed.join('; '),
    own: { before: hashesOf(x), after: hashesOf(y) },
  };
}

type Sides = readonly [readonly CaptureVector[], readonly CaptureVector[]];
type Code = readonly [CodeOrigin, CodeOrigin];

function identify(sides: Sides, builds: readonly (readonly Build[])[], code: Code): Omit<SideIdentity, 'helpers'> {
  const [before = [], after = []] = builds;
  const without = (identity: Identity) => ({ identity, basis: basisOf(sides, builds, code) });
  if (before.length === 0 || after.length === 0) return without('unknown');
  const namesOf = (some: readonly Build[]) => [...new Set(some.map(nameOfBuild))].toSorted(compareText).join();
  if (namesOf(before) !== namesOf(after)) return without('different');
  if ([...before, ...after].some(isLoaded)) return without('same_runtime');
  const beyond = compareBeyond(...sides, [digestsOf(sides[0]), digestsOf(sides[1])]);
  const isOfFiles = code.every(({ from }) => from === 'files');
  return { identity: identityBeyond(beyond, isOfFiles), basis: basisOf(sides, builds, code, beyond), beyond };
}

/** `isOfFiles`: all that was sampled is code of the executables and their libraries. */
function identityBeyond(beyond: BeyondExecutables, isOfFiles: boolean): Identity {
  if (isSameBeyond(beyond)) return isOfFiles ? 'same_binary' : 'unknown';
  return beyond.images === 'different' || beyond.libraries.length > 0 ? 'different' : 'unknown';
}

/** What they cost is judged with the target's: little enough changes no verdict. */
function explainHelpers({ side, captures, builds, share }: Helpers): Caveat {
  const isLittle = share !== undefined && share <= mostHelperShare;
  const some = `${captures} of ${side.length} captures of ${versionOf(side)}`;
  const text = `${some} also ran ${nameBuilds(builds).join(' and ')}, which is counted with the target`;
  return caveat(text, isLittle ? 'nothing' : 'everything');
}

function isLoaded({ runtime }: Build): boolean {
  return runtime !== undefined && runtime.kind !== compiled;
}

function explainImages(side: readonly CaptureVector[]): string[] {
  const digests = digestsOf(side);
  if (digests.length < 2) return [];
  return [`captures of ${versionOf(side)} ran different images: ${digests.join(' and ')}`];
}

function explainMixed(captures: readonly CaptureVector[]): string[] {
  const [first, other] = captures;
  if (first === undefined) return [];
  const version = versionOf(captures);
  if (other === undefined) return [`a capture of ${version} measured two builds at once: ${describeBuilds(first)}`];
  const both = [...new Set(captures.map(describeBuilds))];
  return [`captures of ${version} ran different executables: ${both.join(', and ')}`];
}

function describeBuilds(vector: CaptureVector): string {
  return nameBuilds(initialBuilds(vector)).join(' and ');
}

/** As a reader can check them: path, and the beginning of the build id or else of the hash. */
export function nameBuilds(builds: readonly Build[]): string[] {
  const named = builds.map((build) => `${build.exe_path} ${nameOfBuild(build).slice(0, 12)}`);
  return [...new Set(named)].toSorted(compareText);
}

function basisOf(
  [before, after]: readonly (readonly CaptureVector[])[],
  [a = [], b = []]: readonly (readonly Build[])[],
  [x, y]: Code,
  beyond?: BeyondExecutables,
): SideIdentity['basis'] {
  return { before: basisOfSide(before, a, x, beyond), after: basisOfSide(after, b, y, beyond) };
}

/** An image counts where every capture of the side was said to be of it. */
function basisOfSide(
  side: readonly CaptureVector[] = [],
  builds: readonly Build[],
  code: CodeOrigin,
  beyond: BeyondExecutables | undefined,
): IdentityBasis {
  const [image, ...others] = digestsOf(side);
  const isSaid = others.length === 0 && side.every(({ request }) => request.image !== undefined);
  const runtimes = builds.filter(isLoaded).flatMap(({ runtime }) => {
    const version = runtime?.version;
    return runtime === undefined ? [] : [version === undefined ? runtime.kind : `${runtime.kind} ${version}`];
  });
  const isInImage = beyond?.images === 'different' && image !== undefined && isSaid;
  // Of other executables it does not matter what else they ran.
  const isElsewhere = beyond !== undefined && code.from === 'elsewhere';
  const holdsProgram = builds.length > 0 && runtimes.length === 0 && !isInImage && !isElsewhere;
  const fallback = image !== undefined && isSaid ? 'image' : 'version';
  return {
    by: holdsProgram ? 'executables' : fallback,
    executables: nameBuilds(builds),
    runtimes: [...new Set(runtimes)].toSorted(compareText),
    ...(image !== undefined && isSaid && { image }),
    code,
  };
}

function digestsOf(side: readonly CaptureVector[]): string[] {
  const said = side.flatMap(({ request: { image } }) => (image === undefined ? [] : [digestOfImage(image)]));
  return [...new Set(said)].toSorted(compareText);
}

function versionOf(captures: readonly CaptureVector[]): string {
  return captures[0]?.request.version ?? '';
}
