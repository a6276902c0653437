/** What the guard costs a question, for `./farol bench`: every statement of the corpus, through the worker, once warm. */
import { Fault } from '../../../src/core/fault.ts';
import { accepted, refused } from './corpus/corpus.ts';
import type { GoodStatement } from './corpus/statement.ts';
import { SqlGuard } from './sql-guard.ts';

export interface GuardTiming {
  readonly statements: number;
  /** Milliseconds: of a statement in the middle. */
  readonly medianMs: number;
  /** Milliseconds: of the slowest statement, by the median of its rounds. None is left out. */
  readonly worstMs: number;
  /** Title of that statement. */
  readonly worst: string;
  /** Milliseconds: the longest single wait, whatever else the machine did. */
  readonly longestMs: number;
}

export interface GuardTimes {
  /** Milliseconds of the very first statement, the worker's start and the grammar's loading included. */
  readonly firstMs: number;
  readonly accepted: GuardTiming;
  readonly refused: GuardTiming;
}

/** `rounds` warm passes over the corpus are timed, after `warmUps` that are not. */
export async function measureGuard({ rounds = 5, warmUps = 3 } = {}): Promise<GuardTimes> {
  const guard = new SqlGuard();
  try {
    const firstMs = await timeOne(guard, { title: 'first', dialect: 'athena', sql: 'SELECT 1' });
    for (let pass = 0; pass < warmUps; pass++) {
      await timeAll(guard, accepted);
      await timeAll(guard, refused);
    }
    return {
      firstMs,
      accepted: await timeRounds(guard, accepted, rounds),
      refused: await timeRounds(guard, refused, rounds),
    };
  } finally {
    await guard.close();
  }
}

async function timeRounds(guard: SqlGuard, statements: readonly GoodStatement[], rounds: number): Promise<GuardTiming> {
  const samples: number[][] = statements.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const times = await timeAll(guard, statements);
    for (const [index, ms] of times.entries()) samples[index]?.push(ms);
  }
  const usual = statements.map(({ title }, index) => ({ title, ms: medianOf(samples[index] ?? []) }));
  const worst = usual.toSorted((a, b) => b.ms - a.ms)[0];
  if (worst === undefined) throw new Error('there is no statement to time');
  return {
    statements: statements.length,
    medianMs: medianOf(usual.map(({ ms }) => ms)),
    worstMs: worst.ms,
    worst: worst.title,
    longestMs: Math.max(...samples.flat()),
  };
}

/** Milliseconds of each statement, in their order. */
async function timeAll(guard: SqlGuard, statements: readonly GoodStatement[]): Promise<number[]> {
  const times: number[] = [];
  for (const statement of statements) times.push(await timeOne(guard, statement));
  return times;
}

function medianOf(samples: readonly number[]): number {
  const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new Error('nothing was timed');
  return middle;
}

async function timeOne(guard: SqlGuard, { dialect, sql }: GoodStatement): Promise<number> {
  const started = performance.now();
  try {
    await guard.check(dialect, sql);
  } catch (error) {
    // A refusal is an answer like any other here; a failure is not.
    if (!(error instanceof Fault) || error.kind !== 'refused') throw error;
  }
  return performance.now() - started;
}
