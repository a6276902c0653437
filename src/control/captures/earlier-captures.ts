/**
 * What earlier captures of a workload say about how far two of them differ: a few figures of each, remembered, because a
 * bundle never changes.
 */
import { mostHistory } from '../../../profiler/witness/judge/likely/judge-likely.ts';
import type { FamilyCapture } from '../../../profiler/witness/judge/likely/measure-family.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { CaptureVectors } from './capture-vectors.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { WantedCapture } from './stored-bundles.ts';

/** About a kilobyte each. */
const mostKept = 5000;

export class EarlierCaptures {
  readonly #vectors: Pick<CaptureVectors, 'load'>;
  readonly #bundles: Pick<BundleDesk, 'measureFamilies'>;
  readonly #kept = new KeptAnswers<FamilyCapture>(mostKept);

  constructor(vectors: Pick<CaptureVectors, 'load'>, bundles: Pick<BundleDesk, 'measureFamilies'>) {
    this.#vectors = vectors;
    this.#bundles = bundles;
  }

  /**
   * Of the newest of them. `listed`: oldest first. A comparison does not fail for its history: what was removed
   * meanwhile or is too large says nothing.
   */
  async read(organization: string, listed: readonly WantedCapture[]): Promise<readonly FamilyCapture[]> {
    const newest = listed.slice(-mostHistory);
    const keyOf = ({ bundleId }: WantedCapture): string => `${organization} ${bundleId}`;
    const unknown = newest.filter((one) => this.#kept.get(keyOf(one)) === undefined);
    const measured = unknown.length === 0 ? [] : await this.#measure(organization, unknown);
    for (const [at, family] of measured.entries()) {
      const own = unknown[at];
      if (own !== undefined) this.#kept.set(keyOf(own), family);
    }
    return newest.flatMap((one) => this.#kept.get(keyOf(one)) ?? []);
  }

  async #measure(organization: string, wanted: readonly WantedCapture[]): Promise<readonly FamilyCapture[]> {
    try {
      const captures = await this.#vectors.load(organization, wanted);
      return await this.#bundles.measureFamilies(organization, { captures });
    } catch (error) {
      if (error instanceof ApiProblem && (error.status === 410 || error.status === 422)) return [];
      throw error;
    }
  }
}
