/**
 * Removes captures that have ended, oldest first, a few in each transaction, so that nothing waits long
 * for the store. Of replicas one removes at a time. Baselines of comparisons are not removed.
 */
import { setImmediate } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { listBaselines, listComparable } from '../captures/comparable-captures.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import type { CaptureTables } from '../store/tables.ts';
import type { RemovalReason } from '../captures/removed-captures.ts';

interface Candidate extends Pick<
  Selectable<CaptureTables['capture_requests']>,
  'id' | 'workload' | 'version' | 'env' | 'status' | 'requested_at'
> {
  /** Of its bundles and their vectors; null without any. */
  readonly bytes: number | string | null;
}

export interface Removal {
  readonly organization: string;
  readonly reason: RemovalReason;
  readonly limit: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Only requests made before. */
  readonly before: number;
  /** How many bytes of bundles are too many, asked before each transaction; nothing is removed from 0 on. */
  readonly excess: () => Promise<number>;
}

/** Requests in one transaction. */
const batchSize = 20;

/** Returns how many were removed. Ends early when another process removes at the moment. */
export async function removeCaptures(store: Store, removal: Removal): Promise<number> {
  const baselines = new Baselines(store, removal.organization);
  let removed = 0;
  let after: Candidate | undefined;
  for (let excess = await removal.excess(); excess > 0; excess = await removal.excess()) {
    const candidates = await listCandidates(store, removal, after);
    after = candidates.at(-1);
    if (after === undefined) break;
    const free = await chooseUntil(excess, candidates, baselines);
    if (free.length === 0) continue;
    const isMine = await store.tryExclusive(`retention ${removal.organization}`, (transaction) =>
      removeBatch(transaction, removal, free),
    );
    if (!isMine) break;
    removed += free.length;
    await setImmediate();
  }
  return removed;
}

function listCandidates(
  { db }: Store,
  { organization, before, reason }: Removal,
  after: Candidate | undefined,
): Promise<Candidate[]> {
  let query = db
    .selectFrom('capture_requests')
    .select(['id', 'workload', 'version', 'env', 'status', 'requested_at'])
    .select((row) =>
      row
        .selectFrom('capture_instances')
        .innerJoin('bundles', 'bundles.id', 'capture_instances.bundle_id')
        .leftJoin('capture_vectors', (join) =>
          join
            .onRef('capture_vectors.organization_id', '=', 'bundles.organization_id')
            .onRef('capture_vectors.bundle_id', '=', 'bundles.id'),
        )
        .whereRef('capture_instances.request_id', '=', 'capture_requests.id')
        .whereRef('bundles.organization_id', '=', 'capture_requests.organization_id')
        .select(
          sql<
            number | string | null
          >`sum(${sql.ref('bundles.size')} + coalesce(${sql.ref('capture_vectors.size')}, 0))`.as('bytes'),
        )
        .as('bytes'),
    )
    .where('organization_id', '=', organization)
    // Without a bundle nothing is gained.
    .where('status', reason === 'size' ? '=' : '!=', reason === 'size' ? 'pushed' : 'queued')
    .where('requested_at', '<', before);
  if (after !== undefined) {
    const { id, requested_at: at } = after;
    query = query.where((row) =>
      row.or([row('requested_at', '>', at), row.and([row('requested_at', '=', at), row('id', '>', id)])]),
    );
  }
  return query.orderBy('requested_at').orderBy('id').limit(batchSize).execute();
}

/** As many as free `excess` bytes, without what comparisons start from. */
async function chooseUntil(
  excess: number,
  candidates: readonly Candidate[],
  baselines: Baselines,
): Promise<readonly Candidate[]> {
  const chosen: Candidate[] = [];
  let left = excess;
  for (const one of candidates) {
    if (left <= 0) break;
    if (await baselines.has(one)) continue;
    chosen.push(one);
    left -= Number(one.bytes ?? 0);
  }
  return chosen;
}

async function removeBatch(
  transaction: DbTransaction,
  { organization, reason, limit, now }: Removal,
  batch: readonly Candidate[],
): Promise<true> {
  const ids = batch.map(({ id }) => id);
  if (ids.length === 0) return true;
  await transaction
    .insertInto('removed_captures')
    .values(
      batch.map(({ id, workload, version, env, status, requested_at }) => ({
        id,
        organization_id: organization,
        workload,
        version,
        env,
        status: status === 'queued' ? 'failed' : status,
        requested_at,
        removed_at: now,
        reason,
        limit_value: limit,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const bundles = await transaction
    .selectFrom('capture_instances')
    .select('bundle_id')
    .where('request_id', 'in', ids)
    .where('bundle_id', 'is not', null)
    .execute();
  await transaction.deleteFrom('capture_instances').where('request_id', 'in', ids).execute();
  await transaction.deleteFrom('capture_requests').where('id', 'in', ids).execute();
  const bundleIds = bundles.flatMap(({ bundle_id: id }) => (id === null ? [] : [id]));
  if (bundleIds.length > 0) await deleteUnused(transaction, organization, bundleIds);
  return true;
}

/** Those that no capture refers to. */
export async function deleteUnused(
  transaction: DbTransaction,
  organization: string,
  bundleIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('bundles')
    .where('organization_id', '=', organization)
    .where('id', 'in', bundleIds)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('capture_instances')
            .select('capture_instances.request_id')
            .whereRef('capture_instances.bundle_id', '=', 'bundles.id'),
        ),
      ),
    )
    .execute();
}

/** What comparisons start from, read once for each workload of a run: what is newer later on keeps more, not less. */
class Baselines {
  readonly #store: Store;
  readonly #organization: string;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(store: Store, organization: string) {
    this.#store = store;
    this.#organization = organization;
  }

  async has({ id, workload, env }: Candidate): Promise<boolean> {
    const key = JSON.stringify([workload, env]);
    const known = this.#known.get(key) ?? (await this.#read(workload, env));
    this.#known.set(key, known);
    return known.has(id);
  }

  async #read(workload: string, env: string): Promise<ReadonlySet<string>> {
    const listed = await listComparable(this.#store.db, this.#organization, { workload, env, onlyPushed: true });
    return new Set(listBaselines(listed).map(({ request_id: id }) => id));
  }
}
