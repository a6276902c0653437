/**
 * Rows and the word that they changed, in one statement instead of a transaction of four: commands and sessions
 * come in hundreds a second, and each statement is a way to the store and back.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../store/database.ts';
import { channel } from './replica-channel.ts';

/** `change` returns columns. Gives its rows; the others hear `text` once for each, when it commits. */
export function withSignal<T>({ dialect }: Pick<Store, 'dialect'>, change: RawBuilder<T>, text: string): RawBuilder<T> {
  // The embedded store has one process, which needs no waking.
  if (dialect === 'sqlite') return change;
  return sql<T>`with changed as (${change}) select changed.*, pg_notify(${channel}, ${text}) from changed`;
}
