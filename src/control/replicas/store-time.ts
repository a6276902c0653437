/** The store's own clock, in milliseconds since the epoch: the one that processes on different machines share. */
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

/** For use inside a statement. */
export function storeNow(store: Pick<Store, 'dialect'>, clock: Clock): RawBuilder<number> {
  return storeTime(store, Math.floor(clock.now()));
}

/** The same; `now` is what the process says, and counts for the embedded store alone, which has no other clock. */
export function storeTime({ dialect }: Pick<Store, 'dialect'>, now: number): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(${now} as bigint)`;
}
