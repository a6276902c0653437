/** The organizations of this control plane. The first start makes one, and the operator of the machine makes others. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** A name that FAROL_ORGANIZATION accepts too. */
export const organizationName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
export const organizationNameRule = 'must be 1 to 63 lower-case letters, digits and inner hyphens';

/** Held while one is made or renamed, so that no two have one name. */
export const organizationsLock = 'organizations';

/** Finds the organization of this name or makes it; the same one however many processes start together. */
export async function ensureOrganization(store: Store, name: string, clock: Clock): Promise<Organization> {
  return store.exclusive(organizationsLock, async (transaction) => {
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

/** The one that was made first; undefined in a store that no control plane was started on. */
export async function findFirstOrganization({ db }: Store): Promise<Organization | undefined> {
  return db.selectFrom('organizations').select(['id', 'name']).orderBy('created_at').orderBy('id').executeTakeFirst();
}

/** The named one, or else the first: a restart without the setting must not make a second organization. */
export async function openOrganization(store: Store, name: string | undefined, clock: Clock): Promise<Organization> {
  const first = name === undefined ? await findFirstOrganization(store) : undefined;
  return first ?? ensureOrganization(store, name ?? 'default', clock);
}
