/** The organization of this control plane. The store holds several; the first start makes one. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** Finds the organization of this name or makes it; the same one however many processes start together. */
export async function ensureOrganization(store: Store, name: string, clock: Clock): Promise<Organization> {
  return store.exclusive('organizations', async (transaction) => {
    const found = await transaction
      .selectFrom('organizations')
      .select(['id', 'name'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (found !== undefined) return found;
    const organization = { id: randomUUID(), name };
    await transaction
      .insertInto('organizations')
      .values({ ...organization, created_at: clock.now() })
      .execute();
    return organization;
  });
}
