/** The store's own clock, in milliseconds since the epoch: the one that processes on different machines share. */
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

/** For use inside a statement. The embedded store has no clock but that of its one process. */
export function storeNow({ dialect }: Pick<Store, 'dialect'>, clock: Clock): RawBuilder<number> {
  return dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(${Math.floor(clock.now())} as bigint)`;
}
