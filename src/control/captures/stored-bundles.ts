/** The stored bytes of captures, or why they are no longer there. */
import { captureRemoved, findRemoved } from './removed-captures.ts';
import type { Db } from '../store/database.ts';

export interface WantedCapture {
  readonly requestId: string;
  readonly bundleId: string;
}

/** @throws ApiProblem 410 when the capture was removed since it was listed. */
export async function readBundle(
  db: Db,
  organization: string,
  { requestId, bundleId }: WantedCapture,
): Promise<Uint8Array> {
  const bundle = await db
    .selectFrom('bundles')
    .select('bytes')
    .where('organization_id', '=', organization)
    .where('id', '=', bundleId)
    .executeTakeFirst();
  if (bundle !== undefined) return bundle.bytes;
  const removed = await findRemoved(db, organization, requestId);
  if (removed !== undefined) throw captureRemoved(removed);
  throw new Error(`the bundle of capture ${requestId} is not in the store`);
}
