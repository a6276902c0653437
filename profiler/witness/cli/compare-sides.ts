import { type Command, InvalidArgumentError } from 'commander';
import { compare, type ComparedCapture } from '../compare.ts';
import type { Diff } from '../diff.ts';
import { defaultSpacingMs } from '../judge/occasions.ts';
import { vectorOf } from '../vector/vector-of.ts';
import type { ChosenCapture, ChosenSides } from './choose-sides.ts';

export interface Spacing {
  /** Seconds between two captures of a version that count as two. */
  readonly spacing?: number;
}

export function addSpacing(command: Command): Command {
  const text = `seconds between two captures of a version that count as two; default ${defaultSpacingMs / 1000}`;
  return command.option('--spacing <seconds>', text, readSeconds);
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

export function compareSides({ notes: _notes, ...sides }: ChosenSides, { spacing }: Spacing = {}): Diff {
  return compare({
    ...sides,
    head: comparedOf(sides.head),
    headReplicates: sides.headReplicates.map(comparedOf),
    baseline: comparedOf(sides.baseline),
    baselineReplicates: sides.baselineReplicates.map(comparedOf),
    spacingMs: spacing === undefined ? undefined : spacing * 1000,
  });
}

/** What a comparison reads of a capture. */
function comparedOf({ ref, bundle }: ChosenCapture): ComparedCapture {
  return { ref, vector: vectorOf(bundle) };
}
