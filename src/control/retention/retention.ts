/**
 * Removes what is older or more than an organization keeps, and what has expired. Deleting is by the
 * time that is believed, not by a clock that has just jumped: see the mark of the clock.
 */
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import type { Store } from '../store/database.ts';
import { freeSpace } from './free-space.ts';
import { bytesPerGigabyte, dayMs, type RetentionLimits } from '../captures/removed-captures.ts';
import { deleteUnused, removeCaptures } from './remove-captures.ts';
import { removeExpired } from './remove-expired.ts';
import { removeMarkers, removeRecords } from './remove-records.ts';

export interface RetentionDeps {
  readonly store: Store;
  readonly limits: RetentionLimits;
  /** In bytes, unless said otherwise the unit of that name. */
  readonly gigabyte?: number;
  readonly time: {
    /** Milliseconds since the epoch, without a jump that has not lasted. */
    believedNow(): number;
    /** False soon after a jump ahead. */
    isSettled(): boolean;
  };
  readonly log: Log;
}

export interface Removed {
  readonly byAge: number;
  readonly bySize: number;
  readonly orphans: number;
}

/** A bundle is stored with the row that names it in one transaction; this is for clocks of replicas that differ. */
const orphanMs = 3_600_000;
const orphanBatch = 20;

export class Retention {
  readonly #deps: RetentionDeps;
  #isStopped = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /** Ends a run after the transaction that it is in. */
  stop(): void {
    this.#isStopped = true;
  }

  /** One run over every organization. */
  async run(): Promise<Removed> {
    const { store, time, log } = this.#deps;
    const total = { byAge: 0, bySize: 0, orphans: 0 };
    if (time.isSettled()) await removeExpired(store, { now: time.believedNow(), days: this.#deps.limits.days });
    else log.warn('nothing is removed by age: the clock of this machine jumped ahead less than a day ago');
    for (const { id: organization } of await store.db.selectFrom('organizations').select('id').execute()) {
      if (time.isSettled()) {
        const old = {
          organization,
          before: time.believedNow() - this.#deps.limits.days * dayMs,
          now: time.believedNow(),
          isStopped: () => this.#isStopped,
        };
        await removeRecords(store.db, old);
        await removeMarkers(store.db, old);
        total.byAge += await this.#removeByAge(organization);
      }
      total.orphans += await this.#removeOrphans(organization);
      total.bySize += await this.#removeBySize(organization);
    }
    if (total.byAge + total.bySize + total.orphans > 0) {
      log.info(total, 'retention removed captures and bundles');
      await freeSpace(store);
    }
    return total;
  }

  #removeByAge(organization: string): Promise<number> {
    const { store, limits, time } = this.#deps;
    const now = time.believedNow();
    return removeCaptures(store, {
      organization,
      reason: 'age',
      limit: limits.days,
      now,
      before: now - limits.days * dayMs,
      excess: () => Promise.resolve(this.#isStopped ? 0 : Infinity),
    });
  }

  async #removeBySize(organization: string): Promise<number> {
    const { store, limits, time, log, gigabyte = bytesPerGigabyte } = this.#deps;
    const measure = async (): Promise<number> => (await this.#sizeOf(organization)) - limits.gigabytes * gigabyte;
    const removed = await removeCaptures(store, {
      organization,
      reason: 'size',
      limit: limits.gigabytes,
      now: time.believedNow(),
      before: Number.MAX_SAFE_INTEGER,
      excess: async () => (this.#isStopped ? 0 : measure()),
    });
    const excess = this.#isStopped ? 0 : await measure();
    if (excess > 0) {
      log.warn(
        { organization, excess_bytes: excess },
        `the captures used as a baseline exceed FAROL_RETENTION_GB (${limits.gigabytes}) and are not removed; raise it`,
      );
    }
    return removed;
  }

  async #sizeOf(organization: string): Promise<number> {
    let bytes = 0;
    for (const table of ['bundles', 'capture_vectors'] as const) {
      const row = await this.#deps.store.db
        .selectFrom(table)
        .select((select) => select.fn.sum<number | string | null>('size').as('bytes'))
        .where('organization_id', '=', organization)
        .executeTakeFirstOrThrow();
      bytes += Number(row.bytes ?? 0);
    }
    return bytes;
  }

  /** Bundles that no capture names, as a restored backup or an older version may leave them. */
  async #removeOrphans(organization: string): Promise<number> {
    const { store, time } = this.#deps;
    let removed = 0;
    while (!this.#isStopped) {
      const orphans = await store.db
        .selectFrom('bundles')
        .leftJoin('capture_instances', 'capture_instances.bundle_id', 'bundles.id')
        .select('bundles.id')
        .where('bundles.organization_id', '=', organization)
        .where('bundles.stored_at', '<', time.believedNow() - orphanMs)
        .where('capture_instances.request_id', 'is', null)
        .limit(orphanBatch)
        .execute();
      const ids = orphans.map(({ id }) => id);
      if (ids.length === 0) break;
      const isMine = await store.tryExclusive(`retention ${organization}`, async (transaction) => {
        await deleteUnused(transaction, organization, ids);
        return true as const;
      });
      if (!isMine) break;
      removed += ids.length;
      await setImmediate();
    }
    return removed;
  }
}
