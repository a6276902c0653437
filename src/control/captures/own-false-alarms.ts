/**
 * How often comparisons of captures of one version are wrong, from what the store has of a workload. Only versions
 * with enough captures are read, and what was measured of the same captures is not measured again, by any replica.
 */
import {
  addFalseAlarms,
  leastOwnOccasions,
  mostOwnCaptures,
  noneMeasured,
  type OwnFalseAlarms,
} from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { CaptureVectors } from './capture-vectors.ts';
import { type Listing, pushedOn } from './comparable-captures.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { StoredCounts } from './stored-counts.ts';
import type { WantedCapture } from './stored-bundles.ts';

/** Measured versions of all organizations that are remembered; the one asked for longest ago goes first. */
const mostRemembered = 256;

interface OwnDeps {
  readonly vectors: Pick<CaptureVectors, 'load'>;
  readonly bundles: Pick<BundleDesk, 'measureOwn'>;
  readonly stored: Pick<StoredCounts, 'find' | 'keep'>;
  /** Between two captures that count as two. */
  readonly spacingMs: number;
}

export class OwnComparisons {
  readonly #vectors: Pick<CaptureVectors, 'load'>;
  readonly #bundles: Pick<BundleDesk, 'measureOwn'>;
  readonly #stored: Pick<StoredCounts, 'find' | 'keep'>;
  readonly #spacingMs: number;
  readonly #known = new KeptAnswers<OwnFalseAlarms>(mostRemembered);

  constructor({ vectors, bundles, stored, spacingMs }: OwnDeps) {
    this.#vectors = vectors;
    this.#bundles = bundles;
    this.#stored = stored;
    this.#spacingMs = spacingMs;
  }

  /** `listed`: oldest first, of one workload, environment and namespace. `node`: where the head was captured. */
  async measure(organization: string, listed: readonly Listing[], node: string | undefined): Promise<OwnFalseAlarms> {
    const pushed = listed.flatMap((one) => capturedOn(one, node) ?? []).slice(-mostOwnCaptures);
    const measured: OwnFalseAlarms[] = [];
    for (const own of Map.groupBy(pushed, ({ version }) => version).values()) {
      if (own.length >= leastOwnOccasions) measured.push(await this.#measureVersion(organization, own));
    }
    return addFalseAlarms(measured);
  }

  async #measureVersion(organization: string, captures: readonly WantedCapture[]): Promise<OwnFalseAlarms> {
    const key = JSON.stringify([organization, ...captures.map(({ bundleId }) => bundleId)]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const set = { organization, bundleIds: captures.map(({ bundleId }) => bundleId), spacingMs: this.#spacingMs };
    const stored = await this.#stored.find(set);
    const found = stored ?? (await this.#ask(organization, captures));
    if (stored === undefined && found !== undefined) await this.#stored.keep(set, found);
    const counts = found ?? noneMeasured;
    this.#known.set(key, counts);
    return counts;
  }

  /** A comparison does not fail for its history: what was removed meanwhile or is too large says nothing, and is undefined. */
  async #ask(organization: string, captures: readonly WantedCapture[]): Promise<OwnFalseAlarms | undefined> {
    try {
      const loaded = await this.#vectors.load(organization, captures);
      return await this.#bundles.measureOwn(organization, { captures: loaded, spacingMs: this.#spacingMs });
    } catch (error) {
      if (error instanceof ApiProblem && (error.status === 410 || error.status === 422)) return undefined;
      throw error;
    }
  }
}

/** Another machine would differ by itself. */
export function capturedOn({ version, rows, request_id: requestId }: Listing, node: string | undefined) {
  const found = pushedOn(rows, node);
  if (found === undefined || found.bundle_id === null || found.instance !== node) return undefined;
  return { version, requestId, bundleId: found.bundle_id };
}
