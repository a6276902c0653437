/** CPU time by version of one process and environment, of its last versions. */
import { z } from 'zod';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { Store } from '../store/database.ts';
import { CaptureCost, type CostSeries, seriesOf } from '../bundles/capture-cost.ts';
import { CaptureVectors } from './capture-vectors.ts';
import { inNamespace, listComparable, type Listing, namespaceOf, pushedOn } from './comparable-captures.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { WantedCapture } from './stored-bundles.ts';

/** Versions of a series, and captures of each: enough to see a trend. */
const mostVersions = 12;
const mostCaptures = 3;
/** Captures whose cost is remembered; each takes a few dozen bytes. */
const mostKept = 10_000;

export interface Target {
  readonly workload: string;
  readonly env: string;
}

export class VersionCosts {
  readonly #store: Store;
  readonly #bundles: BundleDesk;
  readonly #vectors: CaptureVectors;
  /** By organization and bundle, whose content never changes. */
  readonly #kept = new KeptAnswers<CaptureCost>(mostKept);

  constructor(store: Store, bundles: BundleDesk) {
    this.#store = store;
    this.#bundles = bundles;
    this.#vectors = new CaptureVectors(store, bundles);
  }

  /** Undefined where no capture measured CPU time completely. @throws ApiProblem as a comparison does. */
  async read(organization: string, target: Target): Promise<CostSeries | undefined> {
    const listed = await listComparable(this.#store.db, organization, { ...target, onlyPushed: true });
    const measured = listed.filter(({ rows }) => rows.request.recorded === 0);
    const head = measured.find(({ kind }) => kind === 'head');
    if (head === undefined) return undefined;
    const versions = chooseCaptures(inNamespace(measured, namespaceOf(head.rows)));
    const costs = await this.#costsOf(
      organization,
      versions.flatMap(({ captures }) => captures),
    );
    return seriesOf(
      versions.map(({ version, captures }) => ({
        version,
        costs: captures.flatMap(({ bundleId }) => costs.get(bundleId) ?? []),
      })),
    );
  }

  async #costsOf(organization: string, wanted: readonly WantedCapture[]): Promise<Map<string, CaptureCost>> {
    const found = new Map<string, CaptureCost>();
    const unknown: WantedCapture[] = [];
    for (const one of wanted) {
      const kept = this.#kept.get(`${organization} ${one.bundleId}`);
      if (kept === undefined) unknown.push(one);
      else found.set(one.bundleId, kept);
    }
    if (unknown.length === 0) return found;
    const captures = await this.#vectors.load(organization, unknown);
    const text = await this.#bundles.read(organization, { kind: 'costs', captures });
    for (const [at, cost] of z.array(CaptureCost).parse(JSON.parse(text)).entries()) {
      const bundleId = captures[at]?.bundleId ?? '';
      this.#kept.set(`${organization} ${bundleId}`, cost);
      found.set(bundleId, cost);
    }
    return found;
  }
}

interface ChosenVersion {
  readonly version: string;
  readonly captures: readonly WantedCapture[];
}

/** Oldest version first. `listed` newest first: a version is as new as its first capture, not as its last replicate. */
function chooseCaptures(listed: readonly Listing[]): ChosenVersion[] {
  const versions = [...Map.groupBy(listed, ({ version }) => version)].toSorted(
    ([, a], [, b]) => firstOf(b) - firstOf(a),
  );
  return versions
    .slice(0, mostVersions)
    .map(([version, own]) => ({ version, captures: own.slice(0, mostCaptures).flatMap(wantedOf) }))
    .toReversed();
}

function firstOf(own: readonly Listing[]): number {
  return Date.parse(own.at(-1)?.requested_at ?? '');
}

function wantedOf({ rows }: Listing): WantedCapture[] {
  const bundleId = pushedOn(rows)?.bundle_id ?? undefined;
  return bundleId === undefined ? [] : [{ requestId: rows.request.id, bundleId }];
}
