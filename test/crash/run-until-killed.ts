/** Runs a program that dies after its n-th commit, and reads what it has promised until then. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export interface KilledRun {
  readonly signal: string | null;
  readonly status: number | null;
  readonly stderr: string;
  /** One value for each line of standard output. */
  readonly said: readonly unknown[];
}

export interface RunOptions {
  readonly args: readonly string[];
  /** Counted from 1; 0 for never. */
  readonly dieAfter: number;
  /** File that receives the name of each commit. */
  readonly commits?: string;
}

/** `program`: file name beside this one. */
export function runUntilKilled(program: string, { args, dieAfter, commits = '' }: RunOptions): KilledRun {
  const [hook, file] = ['die-after-commit.ts', program].map((name) => path.join(import.meta.dirname, name));
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', hook ?? '', file ?? '', ...args],
    {
      env: { ...process.env, FAROL_TEST_DIE_AFTER: String(dieAfter), FAROL_TEST_COMMITS: commits },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  const said = stdout
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
  return { signal, status, stderr, said };
}

/** How many commits must be alike, in their order, for two places to be one and the same. */
const alike = 6;

/** Numbers of the commits to die after: each that comes behind others than any before it, counted from 1. */
export function placesToDie(commits: readonly string[]): number[] {
  const seen = new Set<string>();
  return commits.flatMap((_, index) => {
    const context = commits.slice(Math.max(0, index + 1 - alike), index + 1).join('\n');
    if (seen.has(context)) return [];
    seen.add(context);
    return [index + 1];
  });
}
