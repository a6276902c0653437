/**
 * When captures began to measure, as their bundles say: a request may wait long for its Profiler. What was read of a
 * bundle is remembered, because it never changes.
 */
import { z } from 'zod';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { CaptureVectors } from './capture-vectors.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { WantedCapture } from './stored-bundles.ts';

/** A few dozen bytes each. */
const mostKept = 10_000;
/** Vectors that are read at once, within the memory of a worker. */
const mostAtOnce = 30;

const Starts = z.array(z.iso.datetime({ offset: true }));

export class CaptureStarts {
  readonly #vectors: Pick<CaptureVectors, 'load'>;
  readonly #bundles: Pick<BundleDesk, 'read'>;
  readonly #kept = new KeptAnswers<number>(mostKept);

  constructor(vectors: Pick<CaptureVectors, 'load'>, bundles: Pick<BundleDesk, 'read'>) {
    this.#vectors = vectors;
    this.#bundles = bundles;
  }

  /** Milliseconds by bundle. @throws ApiProblem as a comparison does. */
  async read(organization: string, wanted: readonly WantedCapture[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const unknown: WantedCapture[] = [];
    for (const one of wanted) {
      const kept = this.#kept.get(`${organization} ${one.bundleId}`);
      if (kept === undefined) unknown.push(one);
      else found.set(one.bundleId, kept);
    }
    for (let at = 0; at < unknown.length; at += mostAtOnce) {
      const captures = await this.#vectors.load(organization, unknown.slice(at, at + mostAtOnce));
      const starts = Starts.parse(JSON.parse(await this.#bundles.read(organization, { kind: 'starts', captures })));
      for (const [place, { bundleId }] of captures.entries()) {
        const start = Date.parse(starts[place] ?? '');
        this.#kept.set(`${organization} ${bundleId}`, start);
        found.set(bundleId, start);
      }
    }
    return found;
  }
}
