import { compare, type ComparedCapture } from '../compare.ts';
import type { Diff } from '../diff.ts';
import { vectorOf } from '../vector/vector-of.ts';
import type { ChosenCapture, ChosenSides } from './choose-sides.ts';

export function compareSides({ notes: _notes, ...sides }: ChosenSides): Diff {
  return compare({
    ...sides,
    head: comparedOf(sides.head),
    headReplicates: sides.headReplicates.map(comparedOf),
    baseline: comparedOf(sides.baseline),
    baselineReplicates: sides.baselineReplicates.map(comparedOf),
  });
}

/** What a comparison reads of a capture. */
function comparedOf({ ref, bundle }: ChosenCapture): ComparedCapture {
  return { ref, vector: vectorOf(bundle) };
}
