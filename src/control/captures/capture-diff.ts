/** The comparison of two versions: which captures are compared, loaded one after the other. */
import { isPaired, type NoPairing, pairCaptures } from '../../../profiler/witness/baseline.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Db, Store } from '../store/database.ts';
import {
  captureRemoved,
  describeRemoved,
  findRemoved,
  findRemovedVersion,
  sayRemoved,
} from '../retention/removed-captures.ts';
import type { CaptureRows } from './capture-rows.ts';
import {
  inNamespace,
  listComparable,
  type Listing,
  maxReplicates,
  namespaceOf,
  pushedOn,
} from './comparable-captures.ts';

export interface DiffQuery {
  readonly workload: string;
  readonly env: string;
  /** Versions; without them the rule chooses. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly format?: 'json' | 'markdown' | undefined;
}

export class CaptureDiff {
  readonly #db: Db;
  readonly #bundles: BundleDesk;

  constructor(store: Store, bundles: BundleDesk) {
    this.#db = store.db;
    this.#bundles = bundles;
  }

  /** A Diff as JSON, or rendered. @throws ApiProblem 404 when no pair of captures exists, saying which is missing. */
  async read(organization: string, { workload, env, from, to, format = 'json' }: DiffQuery): Promise<string> {
    const listed = await listComparable(this.#db, organization, { workload, env });
    const head = pairCaptures(listed, { from, to });
    // The head decides the namespace.
    const own = isPaired(head) ? inNamespace(listed, namespaceOf(head.head.rows)) : listed;
    const pair = pairCaptures(own, { from, to });
    if (!isPaired(pair)) throw await this.#explain(organization, { workload, env, from, to }, pair);
    const node = pushedOn(pair.head.rows)?.instance;
    const loadAll = async (some: readonly Listing[]): Promise<StoredCapture[]> => {
      const loaded: StoredCapture[] = [];
      for (const one of some) loaded.push(await this.#load(organization, one.rows, node));
      return loaded;
    };
    return this.#bundles.read(organization, {
      kind: 'compare',
      format,
      workload,
      env,
      head: await this.#load(organization, pair.head.rows, node),
      headReplicates: await loadAll(pair.headReplicates.slice(0, maxReplicates)),
      baseline: await this.#load(organization, pair.baseline.rows, node),
      baselineReplicates: await loadAll(pair.baselineReplicates.slice(0, maxReplicates)),
      choice: { why: pair.why, skipped: pair.skipped },
    });
  }

  /** A side that was named and removed is gone; without one, what was removed explains why nothing is found. */
  async #explain(
    organization: string,
    { workload, env, from, to }: DiffQuery,
    { code, message }: NoPairing,
  ): Promise<ApiProblem> {
    const version = code === 'no_head' ? to : from;
    const removed = await findRemovedVersion(this.#db, organization, { workload, env, version });
    if (removed === undefined) return new ApiProblem({ status: 404, code, message });
    if (version !== undefined) return captureRemoved(removed);
    const why = sayRemoved(describeRemoved(removed));
    return new ApiProblem({ status: 404, code, message: `${message} ${why}`, removed: describeRemoved(removed) });
  }

  /** Of the node that the head was captured on, when it pushed too; another machine would differ by itself. */
  async #load(organization: string, rows: CaptureRows, node: string | undefined): Promise<StoredCapture> {
    const bundleId = pushedOn(rows, node)?.bundle_id ?? '';
    const stored = await this.#db
      .selectFrom('bundles')
      .select(['id', 'bytes'])
      .where('organization_id', '=', organization)
      .where('id', '=', bundleId)
      .executeTakeFirst();
    if (stored === undefined) {
      // Removed since it was listed.
      const removed = await findRemoved(this.#db, organization, rows.request.id);
      if (removed !== undefined) throw captureRemoved(removed);
      throw new Error(`the bundle of capture ${rows.request.id} is not in the store`);
    }
    return { requestId: rows.request.id, bundleId: stored.id, bytes: stored.bytes };
  }
}
