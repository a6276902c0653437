/**
 * What comparisons read of captures: a vector for each bundle, stored when the bundle arrives. A bundle from before
 * there were vectors, or with one of another format, gets its own when it is first compared.
 */
import { vectorVersion } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { StoredCapture } from '../bundles/bundle-questions.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import { readBundle, type WantedCapture } from './stored-bundles.ts';

export interface NewVector {
  readonly organization: string;
  readonly bundleId: string;
  readonly bytes: Uint8Array;
}

/** Of a bundle that is in the store. */
export async function storeVector(transaction: DbTransaction, vector: NewVector): Promise<void> {
  const { organization, bundleId, bytes } = vector;
  await transaction
    .insertInto('capture_vectors')
    .values({ organization_id: organization, bundle_id: bundleId, format: vectorVersion, bytes })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'bundle_id']).doUpdateSet({ format: vectorVersion, bytes }),
    )
    .execute();
}

export class CaptureVectors {
  readonly #store: Store;
  readonly #bundles: Pick<BundleDesk, 'makeVector'>;

  constructor(store: Store, bundles: Pick<BundleDesk, 'makeVector'>) {
    this.#store = store;
    this.#bundles = bundles;
  }

  /** In the order that they are wanted in. @throws ApiProblem 410 for one that was removed. */
  async load(organization: string, wanted: readonly WantedCapture[]): Promise<StoredCapture[]> {
    const rows = await this.#store.db
      .selectFrom('capture_vectors')
      .select(['bundle_id', 'bytes'])
      .where('organization_id', '=', organization)
      .where('format', '=', vectorVersion)
      .where(
        'bundle_id',
        'in',
        wanted.map(({ bundleId }) => bundleId),
      )
      .execute();
    const stored = new Map(rows.map(({ bundle_id: id, bytes }) => [id, bytes]));
    const loaded: StoredCapture[] = [];
    for (const one of wanted) {
      const bytes = stored.get(one.bundleId) ?? (await this.#make(organization, one));
      stored.set(one.bundleId, bytes);
      loaded.push({ ...one, bytes });
    }
    return loaded;
  }

  async #make(organization: string, { requestId, bundleId }: WantedCapture): Promise<Uint8Array> {
    const bundle = await readBundle(this.#store.db, organization, { requestId, bundleId });
    const bytes = await this.#bundles.makeVector(organization, bundle);
    await this.#keep({ organization, bundleId, bytes });
    return bytes;
  }

  /** Not beside retention, which may just be removing the bundle: the next comparison makes the vector again. */
  async #keep(vector: NewVector): Promise<void> {
    await this.#store.tryExclusive(`retention ${vector.organization}`, async (transaction) => {
      const bundle = await transaction
        .selectFrom('bundles')
        .select('id')
        .where('organization_id', '=', vector.organization)
        .where('id', '=', vector.bundleId)
        .executeTakeFirst();
      if (bundle !== undefined) await storeVector(transaction, vector);
    });
  }
}
