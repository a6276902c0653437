/**
 * Stored captures with the comparison that `witness diff --json` makes of them, to the byte: on every machine the same.
 * A change of the judgement changes the stored answers; `node test/same-bytes/comparisons.ts` writes them again, from
 * the sources.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

if (import.meta.main) {
  for (const one of storedComparisons) writeFileSync(one.answerFile, runStored(one, witnessHere));
}
