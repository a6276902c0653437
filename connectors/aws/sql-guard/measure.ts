/** What the guard costs a question, for `./farol bench`: every statement of the corpus, through the worker, once warm. */
import { Fault } from '../../../src/core/fault.ts';
import { accepted, refused } from './corpus/corpus.ts';
import type { GoodStatement } from './corpus/statement.ts';
import { SqlGuard } from './sql-guard.ts';

/** Milliseconds, of one pass over the whole corpus. */
export interface GuardRound {
  /** Of the statement in the middle. */
  readonly medianMs: number;
  /** Of the slowest one; none is left out. */
  readonly slowestMs: number;
}

export interface GuardTimes {
  /** The very first statement, the start of the worker and the loading of the grammar included. */
  readonly firstMs: number;
  readonly statements: number;
  readonly rounds: readonly GuardRound[];
}

/** `rounds` warm passes over the corpus are timed, after `warmUps` that are not. */
export async function measureGuard({ rounds, warmUps }: { rounds: number; warmUps: number }): Promise<GuardTimes> {
  const guard = new SqlGuard();
  const statements = [...accepted, ...refused];
  try {
    const firstMs = await timeOne(guard, { title: 'first', dialect: 'athena', sql: 'SELECT 1' });
    for (let pass = 0; pass < warmUps; pass++) await timeAll(guard, statements);
    const timed: GuardRound[] = [];
    for (let round = 0; round < rounds; round++) timed.push(summarize(await timeAll(guard, statements)));
    return { firstMs, statements: statements.length, rounds: timed };
  } finally {
    await guard.close();
  }
}

function summarize(times: readonly number[]): GuardRound {
  return { medianMs: medianOf(times), slowestMs: Math.max(...times) };
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
