/** The comparison of two versions: which captures are compared. */
import { isPaired, type NoPairing, pairCaptures } from '../../../profiler/witness/baseline.ts';
import type { Clock } from '../../core/clock.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { ChosenCaptures, DiffFormat, StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Db, Store } from '../store/database.ts';
import { captureRemoved, describeRemoved, findRemovedVersion, sayRemoved } from '../retention/removed-captures.ts';
import { findNextVersion } from './captured-versions.ts';
import { CaptureVectors } from './capture-vectors.ts';
import { OwnComparisons } from './own-false-alarms.ts';
import { readBundle, type WantedCapture } from './stored-bundles.ts';
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
  readonly format?: DiffFormat | 'headline' | undefined;
}

/** What else the store has of the workload in the head's namespace, and the node of the head. */
interface Chosen {
  readonly own: readonly Listing[];
  readonly node: string | undefined;
}

export class CaptureDiff {
  readonly #db: Db;
  readonly #bundles: BundleDesk;
  readonly #vectors: CaptureVectors;
  readonly #own: OwnComparisons;
  readonly #spacingMs: number;
  readonly #clock: Clock;

  /** `spacingMs`: between two captures of a version that count as two. */
  constructor(
    store: Store,
    bundles: BundleDesk,
    { spacingMs, clock }: { readonly spacingMs: number; readonly clock: Clock },
  ) {
    this.#spacingMs = spacingMs;
    this.#clock = clock;
    this.#db = store.db;
    this.#bundles = bundles;
    this.#vectors = new CaptureVectors(store, bundles);
    this.#own = new OwnComparisons(this.#vectors, bundles, spacingMs);
  }

  /** A Diff as JSON, or rendered. @throws ApiProblem 404 when no pair of captures exists, saying which is missing. */
  async read(organization: string, query: DiffQuery): Promise<string> {
    const load = (wanted: readonly WantedCapture[]) => this.#vectors.load(organization, wanted);
    const { format = 'json' } = query;
    const { own, node, ...chosen } = await this.#choose(organization, query, load);
    const ownFalseAlarms = await this.#own.measure(organization, own, node);
    return this.#bundles.compare(organization, { format, ...chosen, ownFalseAlarms });
  }

  /** A FlameGraph of the same captures as JSON. @throws ApiProblem as `read` does. */
  async readFlame(organization: string, query: DiffQuery): Promise<string> {
    const load = async (wanted: readonly WantedCapture[]): Promise<StoredCapture[]> => {
      const loaded: StoredCapture[] = [];
      for (const one of wanted) loaded.push({ ...one, bytes: await readBundle(this.#db, organization, one) });
      return loaded;
    };
    const { own: _own, node: _node, ...chosen } = await this.#choose(organization, query, load);
    return this.#bundles.read(organization, { kind: 'compare-flame', ...chosen });
  }

  async #choose(
    organization: string,
    { workload, env, from, to }: DiffQuery,
    load: (wanted: readonly WantedCapture[]) => Promise<StoredCapture[]>,
  ): Promise<ChosenCaptures & Chosen> {
    const listed = await listComparable(this.#db, organization, { workload, env });
    const head = pairCaptures(listed, { from, to });
    // The head decides the namespace.
    const own = isPaired(head) ? inNamespace(listed, namespaceOf(head.head.rows)) : listed;
    const pair = pairCaptures(own, { from, to });
    if (!isPaired(pair)) throw await this.#explain(organization, { workload, env, from, to }, pair);
    const node = pushedOn(pair.head.rows)?.instance;
    const sides = [
      [pair.head, ...pair.headReplicates.slice(0, maxReplicates)],
      [pair.baseline, ...pair.baselineReplicates.slice(0, maxReplicates)],
    ];
    const loaded = await load(sides.flat().map((one) => wantedOf(one, node)));
    return {
      workload,
      env,
      head: loaded.slice(0, sides[0]?.length),
      baseline: loaded.slice(sides[0]?.length),
      choice: { why: pair.why, skipped: pair.skipped },
      spacingMs: this.#spacingMs,
      fresh: { now: this.#clock.now(), nextVersionAt: findNextVersion(own.map(requestOf), requestOf(pair.head)) },
      own,
      node,
    };
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
}

function requestOf({ rows: { request } }: Listing): Listing['rows']['request'] {
  return request;
}

/** Of the node that the head was captured on, when it pushed too; another machine would differ by itself. */
function wantedOf({ rows }: Listing, node: string | undefined): WantedCapture {
  return { requestId: rows.request.id, bundleId: pushedOn(rows, node)?.bundle_id ?? '' };
}
