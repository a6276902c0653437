/** What sampled time was spent for: by the target's own functions, and by the kind of work of what they called. */
import { isOwnCode, programsOf } from '../keys/own-code.ts';
import { functionOf, moduleOf } from '../keys/key-text.ts';
import { workKindOf } from '../keys/work-kinds.ts';
import type { Bundle, Feature } from '../record/bundle.ts';

/** Samples of each feature, in the order of the features. A sample counts once in each, or for nobody. */
export interface SamplesBehind {
  /** In which it is the innermost function of the target's own code. */
  readonly own: Float64Array;
  /** In which it is the innermost function whose kind of work is known; those of own code have none. */
  readonly work: Float64Array;
  /** In which it is anywhere on the stack; NaN of all other code. */
  readonly within: Float64Array;
}

export function samplesBehind(
  features: readonly Feature[],
  { stacks }: NonNullable<Bundle['stacks']>,
  builds: Bundle['builds'],
): SamplesBehind {
  const programs = programsOf(builds);
  const isOwn: boolean[] = [];
  const hasKind: boolean[] = [];
  for (const { key, place } of features) {
    const module = moduleOf(key);
    const name = functionOf(key);
    const own = isOwnCode({ name, module, file: place?.file }, programs);
    isOwn.push(own);
    hasKind.push(!own && workKindOf(name, module) !== undefined);
  }
  const [own, work] = [new Float64Array(features.length), new Float64Array(features.length)];
  for (const { frames, count } of stacks) {
    addTo(
      own,
      frames.findLast((frame) => isOwn[frame] === true),
      count,
    );
    addTo(
      work,
      frames.findLast((frame) => hasKind[frame] === true),
      count,
    );
  }
  const within = Float64Array.from(features, ({ inclusive }, at) =>
    isOwn[at] === true ? (inclusive ?? 0) : Number.NaN,
  );
  return { own, work, within };
}

function addTo(samples: Float64Array, frame: number | undefined, count: number): void {
  if (frame !== undefined) samples[frame] = (samples[frame] ?? 0) + count;
}
