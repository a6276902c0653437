/** The rows of leases: the few statements on them. */
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';
import { storeNow } from './shared-statements.ts';

export class LeaseTable {
  /** False where this process is the only one there can be, so that no lease ends. */
  readonly isShared: boolean;
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.isShared = store.dialect !== 'sqlite';
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes a lease of so long. Sessions of an earlier one of this process are over, whatever their sockets look like. */
  async register(id: string, leaseMs: number): Promise<void> {
    const now = storeNow(this.#store, this.#clock);
    const lease = sql<number>`${now} + ${sql.lit(leaseMs)}`;
    await this.#store.urgent.transaction().execute(async (transaction) => {
      const over = transaction
        .updateTable('tunnel_owners')
        .set({ released_at: now, is_moving: 1 })
        .where('released_at', 'is', null);
      await (this.isShared ? over.where('replica_id', '=', id) : over).execute();
      // The embedded store has one process: what an earlier one left behind has no lease that could end.
      if (!this.isShared) await transaction.deleteFrom('replicas').execute();
      await transaction
        .insertInto('replicas')
        .values({ id, started_at: now, lease_until: lease })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ lease_until: lease }))
        .execute();
    });
  }

  /** False when the lease has ended already: it is then not prolonged. */
  async renew(id: string, leaseMs: number): Promise<boolean> {
    const now = storeNow(this.#store, this.#clock);
    const { numUpdatedRows } = await this.#store.urgent
      .updateTable('replicas')
      .set({ lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` })
      .where('id', '=', id)
      .where('lease_until', '>', now)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** Whether anybody else has one that has not ended. */
  async hasOthers(id: string): Promise<boolean> {
    const other = await this.#store.urgent
      .selectFrom('replicas')
      .select('id')
      .where('id', '!=', id)
      .where('lease_until', '>', storeNow(this.#store, this.#clock))
      .limit(1)
      .executeTakeFirst();
    return other !== undefined;
  }

  async remove(id: string): Promise<void> {
    await this.#store.urgent.deleteFrom('replicas').where('id', '=', id).execute();
  }
}

/** As the holder of a lease sees it. */
export type Leases = Pick<LeaseTable, keyof LeaseTable>;
