/**
 * Stored captures with the comparison that `witness diff --json` makes of them, to the byte: on every machine the same.
 * A change of the judgement changes the stored answers; `node test/same-bytes/comparisons.ts` writes them again, from
 * the sources.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Diff } from '../../profiler/witness/diff/diff.ts';
import { judgementVersion } from '../../profiler/witness/judge/verdicts/own-false-alarms.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface StoredComparison {
  readonly name: string;
  /** Arguments of `witness`. */
  readonly args: readonly string[];
  readonly answerFile: string;
}

const stored = (name: string, folder: string, spacingSec: number): StoredComparison => ({
  name,
  args: [
    'diff',
    '--json',
    '--spacing',
    String(spacingSec),
    ...globSync(path.join(root, folder, '*.json.gz')).toSorted(),
  ],
  answerFile: path.join(import.meta.dirname, `${name}.txt`),
});

export const storedComparisons: readonly StoredComparison[] = [
  // The recording of the demo: three captures of each version.
  stored('pair', 'demo/recorded', 5),
  // Bundles of the first version, without replicates of the newer version.
  stored('old-pair', 'test/captures-v1', 5),
];

/** The arguments before a program's own start `witness` on some machine. */
export function runStored({ args }: StoredComparison, [command = '', ...first]: readonly string[]): string {
  return execFileSync(command, [...first, ...args], { encoding: 'utf8', env: {}, maxBuffer: 64 << 20 });
}

export function readAnswer({ answerFile }: StoredComparison): string {
  return readFileSync(answerFile, 'utf8');
}

/** Of the sources. */
export const witnessHere: readonly string[] = [process.execPath, path.join(root, 'profiler/witness/cli/bin.ts')];

/** Version of the judgement, and the digest of what it judged of the stored captures. */
export const judgedFile = path.join(import.meta.dirname, 'judged-by.txt');

/** Of verdicts alone: sentences may change without another judgement. */
export function digestVerdicts(): string {
  const digest = createHash('sha256');
  for (const one of storedComparisons) {
    const { axes } = Diff.parse(JSON.parse(readAnswer(one)));
    for (const { axis, changes, totals } of axes) {
      const rows = changes.map(({ key, change, verdict }) => [key, change, verdict?.p]);
      digest.update(JSON.stringify([axis, rows, totals?.change, totals?.verdict?.p]));
    }
  }
  return digest.digest('hex');
}

if (import.meta.main) {
  for (const one of storedComparisons) writeFileSync(one.answerFile, runStored(one, witnessHere));
  const [version = '', digest] = readFileSync(judgedFile, 'utf8').trim().split(' ');
  const found = digestVerdicts();
  if (found !== digest && version === String(judgementVersion)) {
    throw new Error(`verdicts of stored captures changed: raise judgementVersion above ${version}`);
  }
  writeFileSync(judgedFile, `${judgementVersion} ${found}\n`);
}
