import { type Command, InvalidArgumentError } from 'commander';
import { compare } from '../say/compare.ts';
import type { ComparedCapture } from '../judge/comparable/counted-captures.ts';
import { Diff } from '../diff/diff.ts';
import { defaultSpacingMs } from '../judge/captures/occasions.ts';
import { measureOwnFalseAlarms, mostOwnCaptures } from '../judge/verdicts/own-false-alarms.ts';
import type { CaptureVector } from '../bundle/vector/capture-vector.ts';
import { measureFamily } from '../judge/likely/measure-family.ts';
import { vectorOf } from '../bundle/vector/vector-of.ts';
import { type ChosenCapture, type ChosenSides, chooseSides, type WantedFiles } from './choose-sides.ts';
import { CliError } from './exit-codes.ts';
import { explainSpacing } from './explain-spacing.ts';
import { type BundleFile, readBundleFile } from './read-bundle-file.ts';

export interface Judging {
  /** Seconds between two captures of a version that count as two. */
  readonly spacing?: number;
  /** Files with further captures of the workload. */
  readonly history?: readonly string[];
  /** Milliseconds. */
  readonly asOf?: number;
}

/** What a comparison of files asks beside them: the spacing of captures, and what is known of the workload's noise. */
export function addJudging(command: Command): Command {
  const text = `seconds between two captures of a version that count as two; default ${defaultSpacingMs / 1000}`;
  return command
    .option('--spacing <seconds>', text, readSeconds)
    .option(
      '--as-of <time>',
      'answer as a control plane with these captures would have at this time, RFC 3339; without it all captures of both deployments count',
      readTime,
    )
    .option(
      '--history <file...>',
      'further bundles of the workload: how far its captures differ, and how often comparisons of one version are wrong',
    );
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/u;

function readTime(text: string): number {
  const time = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-20T10:00:00Z.');
}

/** @throws CliError when the files do not determine one pair of sides. */
export function sidesOf(
  files: readonly BundleFile[],
  { spacing, asOf, ...wanted }: WantedFiles & Judging,
): ChosenSides {
  const spacingMs = spacingOf(spacing);
  const sides = chooseSides(files, { ...wanted, asOf, spacingMs });
  return { ...sides, notes: [...sides.notes, ...explainSpacing(sides, spacingMs)] };
}

/** @throws CliError that names a file of the history that cannot be read or is of something else. */
export function compareSides({ notes: _notes, ...sides }: ChosenSides, { spacing, history = [] }: Judging = {}): Diff {
  const spacingMs = spacingOf(spacing);
  const vectors = new Map<ChosenCapture['bundle'], CaptureVector>();
  const vectorOnce = (bundle: ChosenCapture['bundle']): CaptureVector => {
    const vector = vectors.get(bundle) ?? vectorOf(bundle);
    vectors.set(bundle, vector);
    return vector;
  };
  // What a comparison reads of a capture.
  const comparedOf = ({ ref, bundle }: ChosenCapture): ComparedCapture => ({ ref, vector: vectorOnce(bundle) });
  const compared = {
    head: comparedOf(sides.head),
    headReplicates: sides.headReplicates.map(comparedOf),
    baseline: comparedOf(sides.baseline),
    baselineReplicates: sides.baselineReplicates.map(comparedOf),
  };
  const own = sides.history.slice(-mostOwnCaptures).map(({ bundle }) => vectorOnce(bundle));
  const known = [...own, ...history.map((file) => readHistory(file, sides))];
  const ownFalseAlarms = measureOwnFalseAlarms(known, spacingMs);
  const families = known.map(measureFamily);
  // In the order of the schema, as a control plane writes it.
  return Diff.parse(compare({ ...sides, ...compared, spacingMs, ownFalseAlarms, history: families }));
}

function spacingOf(seconds: number | undefined): number {
  return seconds === undefined ? defaultSpacingMs : seconds * 1000;
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
