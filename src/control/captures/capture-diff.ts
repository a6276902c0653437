/** The comparison of two versions: which captures are compared. */
import { createHash } from 'node:crypto';
import { vectorVersion } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import { admitCaptures } from '../../../profiler/witness/judge/captures/admit-captures.ts';
import { isPaired, type NoPairing, pairCaptures } from '../../../profiler/witness/judge/captures/baseline.ts';
import type { FamilyCapture } from '../../../profiler/witness/judge/likely/measure-family.ts';
import { judgementVersion, type OwnFalseAlarms } from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { Clock } from '../../core/clock.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { ChosenCaptures, DiffFormat, StoredCapture } from '../bundles/bundle-questions.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Db, Store } from '../store/database.ts';
import { captureRemoved, describeRemoved, findRemovedVersion, sayRemoved } from './removed-captures.ts';
import { listOpenIncidents } from '../markers/open-incidents.ts';
import { CaptureStarts } from './capture-starts.ts';
import { CaptureVectors } from './capture-vectors.ts';
import { EarlierCaptures } from './earlier-captures.ts';
import { capturedOn, OwnComparisons } from './own-false-alarms.ts';
import { readBundle, type WantedCapture } from './stored-bundles.ts';
import { StoredCounts } from './stored-counts.ts';
import { listComparable, type Listing, pushedOn } from './comparable-captures.ts';

export interface DiffQuery {
  readonly workload: string;
  readonly env: string;
  /** Versions; without them the rule chooses. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly format?: DiffFormat | 'headline' | undefined;
}

export interface TableQuery extends DiffQuery {
  readonly axis: string;
  /** The comparison that the table is to be of; whatever is compared now without it. */
  readonly comparison?: string | undefined;
}

/** What else was known of the workload in the head's namespace when the window closed, and the node of the head. */
interface Chosen {
  readonly history: readonly Listing[];
  readonly node: string | undefined;
  /** When the captures began, milliseconds. */
  readonly starts: readonly number[];
}

interface JudgedFacts extends ChosenCaptures {
  readonly ownFalseAlarms: OwnFalseAlarms;
  readonly history: readonly FamilyCapture[];
}

export class CaptureDiff {
  readonly #db: Db;
  readonly #bundles: BundleDesk;
  readonly #vectors: CaptureVectors;
  readonly #own: OwnComparisons;
  readonly #earlier: EarlierCaptures;
  readonly #starts: CaptureStarts;
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
    this.#starts = new CaptureStarts(this.#vectors, bundles);
    this.#earlier = new EarlierCaptures(this.#vectors, bundles);
    const stored = new StoredCounts(store);
    this.#own = new OwnComparisons({ vectors: this.#vectors, bundles, stored, spacingMs });
  }

  /** A Diff as JSON, or rendered. @throws ApiProblem 404 when no pair of captures exists, saying which is missing. */
  async read(organization: string, query: DiffQuery): Promise<string> {
    const { format = 'json' } = query;
    const { facts, starts } = await this.#chooseFacts(organization, query);
    const incidents = await listOpenIncidents(this.#db, organization, { ...query, starts });
    return this.#bundles.compare(organization, { kind: 'compare', format, ...facts, incidents });
  }

  /** A ComparisonSummary as JSON. @throws ApiProblem as `read` does. */
  async readSummary(organization: string, query: DiffQuery): Promise<string> {
    const { facts, starts } = await this.#chooseFacts(organization, query);
    const incidents = await listOpenIncidents(this.#db, organization, { ...query, starts });
    const comparison = idOf(organization, facts);
    return this.#bundles.compare(organization, { kind: 'compare-summary', comparison, ...facts, incidents });
  }

  /** A ComparisonTable as JSON. @throws ApiProblem as `read` does; 409 when other captures would be compared by now. */
  async readTable(organization: string, query: TableQuery): Promise<string> {
    const { facts } = await this.#chooseFacts(organization, query);
    const comparison = idOf(organization, facts);
    if (query.comparison !== undefined && query.comparison !== comparison) throw comparisonChanged();
    return this.#bundles.compare(organization, { kind: 'compare-table', comparison, axis: query.axis, ...facts });
  }

  async #chooseFacts(organization: string, query: DiffQuery) {
    const load = (wanted: readonly WantedCapture[]) => this.#vectors.load(organization, wanted);
    const { history: listed, node, starts, ...chosen } = await this.#choose(organization, query, load);
    const ownFalseAlarms = await this.#own.measure(organization, listed, node);
    const compared = new Set([...chosen.baseline, ...chosen.head].map(({ bundleId }) => bundleId));
    const earlier = listed
      .flatMap((one) => capturedOn(one, node) ?? [])
      .filter(({ bundleId }) => !compared.has(bundleId));
    const history = await this.#earlier.read(organization, earlier);
    return { facts: { ...chosen, ownFalseAlarms, history }, starts };
  }

  /** A FlameGraph of the same captures as JSON. @throws ApiProblem as `read` does. */
  async readFlame(organization: string, query: DiffQuery): Promise<string> {
    const load = async (wanted: readonly WantedCapture[]): Promise<StoredCapture[]> => {
      const loaded: StoredCapture[] = [];
      for (const one of wanted) loaded.push({ ...one, bytes: await readBundle(this.#db, organization, one) });
      return loaded;
    };
    const {
      history: _history,
      node: _node,
      starts: _starts,
      ...chosen
    } = await this.#choose(organization, query, load);
    return this.#bundles.read(organization, { kind: 'compare-flame', ...chosen });
  }

  async #choose(
    organization: string,
    { workload, env, from, to }: DiffQuery,
    load: (wanted: readonly WantedCapture[]) => Promise<StoredCapture[]>,
  ): Promise<ChosenCaptures & Chosen> {
    const listed = await listComparable(this.#db, organization, { workload, env });
    const now = this.#clock.now();
    const pair = pairCaptures(listed, { from, to });
    if (!isPaired(pair)) throw await this.#explain(organization, { workload, env, from, to }, pair);
    const node = pushedOn(pair.head.head.rows)?.instance;
    const both = [...pair.head.captures, ...pair.baseline.captures];
    const starts = await this.#starts.read(
      organization,
      both.map((one) => wantedOf(one, node)),
    );
    const startOf = (one: Listing): number => starts.get(wantedOf(one, node).bundleId) ?? Number.NaN;
    const admitted = admitCaptures(pair, { now, spacingMs: this.#spacingMs, startOf });
    const loaded = await load([...admitted.head, ...admitted.baseline].map((one) => wantedOf(one, node)));
    return {
      workload,
      env,
      head: loaded.slice(0, admitted.head.length),
      baseline: loaded.slice(admitted.head.length),
      choice: { why: pair.why, skipped: pair.skipped },
      spacingMs: this.#spacingMs,
      window: admitted.window,
      history: admitted.history,
      node,
      starts: [...admitted.head, ...admitted.baseline].map(startOf),
    };
  }

  /** A side that was named and removed is gone; without one, what was removed explains why nothing is found. */
  async #explain(
    organization: string,
    { workload, env, from, to }: DiffQuery,
    { code, message }: NoPairing<Listing>,
  ): Promise<ApiProblem> {
    const version = code === 'no_head' ? to : from;
    const removed = await findRemovedVersion(this.#db, organization, { workload, env, version });
    if (removed === undefined) return new ApiProblem({ status: 404, code, message });
    if (version !== undefined) return captureRemoved(removed);
    const why = sayRemoved(describeRemoved(removed));
    return new ApiProblem({ status: 404, code, message: `${message} ${why}`, removed: describeRemoved(removed) });
  }
}

/** Of the node that the head was captured on, when it pushed too; another machine would differ by itself. */
function wantedOf({ rows }: Listing, node: string | undefined): WantedCapture {
  return { requestId: rows.request.id, bundleId: pushedOn(rows, node)?.bundle_id ?? '' };
}

/** The same wherever the same rows would come out: of captures that never change, and what they are judged by. */
function idOf(organization: string, { baseline, head, spacingMs, ownFalseAlarms, history }: JudgedFacts): string {
  const captures = [baseline, head].map((side) => side.map(({ bundleId }) => bundleId));
  const earlier = history.map(({ version, instance, start }) => [version, instance, start]);
  const facts = [judgementVersion, vectorVersion, organization, spacingMs, captures, ownFalseAlarms, earlier];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

function comparisonChanged(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'comparison_changed',
    message: 'Captures were added or removed since this comparison was made. Read the comparison again.',
  });
}
