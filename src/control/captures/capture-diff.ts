/** The comparison of two versions: which captures stand against which, loaded one after the other. */
import { isPaired, pairCaptures } from '../../../profiler/witness/baseline.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../problem.ts';
import type { Db, Store } from '../store/database.ts';
import { type CaptureRows, withInstances } from './capture-rows.ts';

export interface DiffQuery {
  readonly workload: string;
  readonly env: string;
  /** Versions; without them the rule chooses. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Captures of one version that a comparison uses; more add memory and no certainty. */
const maxReplicates = 10;
/** How far back a comparison looks for its captures. */
const maxListed = 500;

interface Listing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: string;
  readonly requested_at: string;
  readonly rows: CaptureRows;
}

export class CaptureDiff {
  readonly #db: Db;
  readonly #bundles: BundleDesk;

  constructor(store: Store, bundles: BundleDesk) {
    this.#db = store.db;
    this.#bundles = bundles;
  }

  /** A Diff as JSON. @throws ApiProblem 404 when no pair of captures exists, saying which is missing. */
  async read(organization: string, { workload, env, from, to }: DiffQuery): Promise<string> {
    const listed = await this.#list(organization, workload, env);
    const head = pairCaptures(listed, { from, to });
    // The head decides the namespace; the same process elsewhere is another target.
    const inNamespace = isPaired(head)
      ? listed.filter(({ status, rows }) => status !== 'pushed' || namespaceOf(rows) === namespaceOf(head.head.rows))
      : listed;
    const pair = pairCaptures(inNamespace, { from, to });
    if (!isPaired(pair)) throw new ApiProblem({ status: 404, code: pair.code, message: pair.message });
    const node = pushedOn(pair.head.rows)?.instance;
    const loadAll = async (some: readonly Listing[]): Promise<StoredCapture[]> => {
      const loaded: StoredCapture[] = [];
      for (const one of some) loaded.push(await this.#load(organization, one.rows, node));
      return loaded;
    };
    return this.#bundles.read(organization, {
      kind: 'compare',
      workload,
      env,
      head: await this.#load(organization, pair.head.rows, node),
      headReplicates: await loadAll(pair.headReplicates.slice(0, maxReplicates)),
      baseline: await this.#load(organization, pair.baseline.rows, node),
      baselineReplicates: await loadAll(pair.baselineReplicates.slice(0, maxReplicates)),
      choice: { why: pair.why, skipped: pair.skipped },
    });
  }

  async #list(organization: string, workload: string, env: string): Promise<readonly Listing[]> {
    const requests = await this.#db
      .selectFrom('capture_requests')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('workload', '=', workload)
      .where('env', '=', env)
      .where('status', '!=', 'queued')
      .orderBy('requested_at', 'desc')
      .limit(maxListed)
      .execute();
    return (await withInstances(this.#db, requests)).map((rows) => ({
      request_id: rows.request.id,
      version: rows.request.version,
      kind: rows.request.kind,
      status: rows.request.status,
      requested_at: new Date(rows.request.requested_at).toISOString(),
      rows,
    }));
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
    if (stored === undefined) throw new Error(`the bundle of capture ${rows.request.id} is not in the store`);
    return { requestId: rows.request.id, bundleId: stored.id, bytes: stored.bytes };
  }
}

function pushedOn({ instances }: CaptureRows, node?: string): CaptureRows['instances'][number] | undefined {
  const pushed = instances.filter((one) => one.bundle_id !== null);
  return pushed.find(({ instance }) => instance === node) ?? pushed[0];
}

function namespaceOf(rows: CaptureRows): string | null | undefined {
  return pushedOn(rows)?.namespace;
}
