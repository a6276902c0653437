/** What the statements of all replicas share: the time of the store, and the word that something changed. */
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

/** The store's own clock, in milliseconds since the epoch, which processes on different machines share; inside a statement. */
export function storeNow(store: Pick<Store, 'dialect'>, clock: Clock): RawBuilder<number> {
  return storeTime(store, Math.floor(clock.now()));
}

/** The same; `now` is what the process says, and counts for the embedded store alone, which has no other clock. */
export function storeTime({ dialect }: Pick<Store, 'dialect'>, now: number): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(${now} as bigint)`;
}

/** Where replicas hear each other. */
export const channel = 'farol_replicas';

/**
 * Rows and the word that they changed, in one statement instead of a transaction of four: commands and sessions come in
 * hundreds a second, and each statement is a way to the store and back. `change` returns columns. Gives its rows; the
 * others hear `text` once for each, when it commits.
 */
export function withSignal<T>({ dialect }: Pick<Store, 'dialect'>, change: RawBuilder<T>, text: string): RawBuilder<T> {
  // The embedded store has one process, which needs no waking.
  if (dialect === 'sqlite') return change;
  return sql<T>`with changed as (${change}) select changed.*, pg_notify(${channel}, ${text}) from changed`;
}
