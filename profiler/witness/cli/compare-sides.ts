import { type Command, InvalidArgumentError } from 'commander';
import { compare, type ComparedCapture } from '../compare.ts';
import type { Diff } from '../diff.ts';
import { defaultSpacingMs } from '../judge/occasions.ts';
import { measureOwnFalseAlarms } from '../judge/own-false-alarms.ts';
import type { CaptureVector } from '../vector/capture-vector.ts';
import { vectorOf } from '../vector/vector-of.ts';
import type { ChosenCapture, ChosenSides } from './choose-sides.ts';
import { CliError } from './cli-error.ts';
import { readBundleFile } from './read-bundle-file.ts';

export interface Judging {
  /** Seconds between two captures of a version that count as two. */
  readonly spacing?: number;
  /** Files with further captures of the workload. */
  readonly history?: readonly string[];
}

/** What a comparison of files asks beside them: the spacing of captures, and what is known of the workload's noise. */
export function addJudging(command: Command): Command {
  const text = `seconds between two captures of a version that count as two; default ${defaultSpacingMs / 1000}`;
  return command
    .option('--spacing <seconds>', text, readSeconds)
    .option('--history <file...>', 'further bundles of the workload: how often comparisons of one version are wrong');
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

/** @throws CliError that names a file of the history that cannot be read or is of something else. */
export function compareSides({ notes: _notes, ...sides }: ChosenSides, { spacing, history = [] }: Judging = {}): Diff {
  const spacingMs = spacing === undefined ? defaultSpacingMs : spacing * 1000;
  const compared = {
    head: comparedOf(sides.head),
    headReplicates: sides.headReplicates.map(comparedOf),
    baseline: comparedOf(sides.baseline),
    baselineReplicates: sides.baselineReplicates.map(comparedOf),
  };
  const { head, headReplicates, baseline, baselineReplicates } = compared;
  const own = [head, ...headReplicates, baseline, ...baselineReplicates].map(({ vector }) => vector);
  const known = [...own, ...history.map((file) => readHistory(file, sides))];
  return compare({ ...sides, ...compared, spacingMs, ownFalseAlarms: measureOwnFalseAlarms(known, spacingMs) });
}

function readHistory(
  file: string,
  { workload, env, head }: Pick<ChosenSides, 'workload' | 'env' | 'head'>,
): CaptureVector {
  const { bundle } = readBundleFile(file);
  const { request, target } = bundle;
  if (request.workload !== workload || request.env !== env || target.namespace !== head.bundle.target.namespace) {
    throw new CliError(`--history ${file}: is a capture of another workload, environment or namespace`);
  }
  return vectorOf(bundle);
}

/** What a comparison reads of a capture. */
function comparedOf({ ref, bundle }: ChosenCapture): ComparedCapture {
  return { ref, vector: vectorOf(bundle) };
}
