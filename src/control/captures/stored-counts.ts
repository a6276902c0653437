/**
 * How often comparisons of captures of one version were wrong, as the store remembers it: captures never change, so it
 * is counted once. What another version of the judgement counted, or of other captures, is not used.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { judgementVersion, type OwnFalseAlarms } from '../../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import { vectorVersion } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import type { Store } from '../store/database.ts';

const Count = z.strictObject({ comparisons: z.number().int().nonnegative(), false: z.number().int().nonnegative() });
const Counts = z.strictObject({ report: Count, axes: z.record(z.string(), Count) });
const Stored = z.strictObject({ two: Counts, three: Counts });

/** Captures of one version, oldest first. */
export interface CountedSet {
  readonly organization: string;
  readonly bundleIds: readonly string[];
  /** Between two captures that count as two. */
  readonly spacingMs: number;
}

export class StoredCounts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(set: CountedSet): Promise<OwnFalseAlarms | undefined> {
    const row = await this.#store.db
      .selectFrom('own_counts')
      .select('counts')
      .where('organization_id', '=', set.organization)
      .where('bundle_id', '=', newestOf(set))
      .where('judgement', '=', judgementVersion)
      .where('captures', '=', digestOf(set))
      .executeTakeFirst();
    return row && Stored.parse(JSON.parse(row.counts));
  }

  /** Not beside retention, which may just be removing the captures: the next comparison counts again. */
  async keep(set: CountedSet, { two, three }: OwnFalseAlarms): Promise<void> {
    const { organization } = set;
    const bundleId = newestOf(set);
    const counted = {
      judgement: judgementVersion,
      captures: digestOf(set),
      counts: JSON.stringify({ two, three }),
    };
    await this.#store.tryExclusive(`retention ${organization}`, async (transaction) => {
      const bundle = await transaction
        .selectFrom('bundles')
        .select('id')
        .where('organization_id', '=', organization)
        .where('id', '=', bundleId)
        .executeTakeFirst();
      if (bundle === undefined) return;
      await transaction
        .insertInto('own_counts')
        .values({ organization_id: organization, bundle_id: bundleId, ...counted })
        .onConflict((conflict) => conflict.columns(['organization_id', 'bundle_id']).doUpdateSet(counted))
        .execute();
    });
  }
}

function newestOf({ bundleIds }: CountedSet): string {
  return bundleIds.at(-1) ?? '';
}

function digestOf({ bundleIds, spacingMs }: CountedSet): string {
  return createHash('sha256')
    .update(JSON.stringify([vectorVersion, spacingMs, ...bundleIds]))
    .digest('hex');
}
