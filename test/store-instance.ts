/** An enrolled Agent straight into the store, which never connected; `changed` says what is otherwise. */
import type { Insertable } from 'kysely';
import type { Db } from '../src/control/store/database.ts';
import type { Tables } from '../src/control/store/tables.ts';

export async function storeInstance(
  db: Db,
  organization: string,
  instance: string,
  changed: Partial<Insertable<Tables['instances']>> = {},
): Promise<void> {
  await db
    .insertInto('instances')
    .values({
      organization_id: organization,
      instance,
      class: 'agent',
      public_key: '',
      enrolled_at: 0,
      token_id: '',
      revoked_at: null,
      locked_at: null,
      reenrolment_allowed: 0,
      generation: 0,
      uncommitted_lineage: null,
      claimed_at: null,
      versions: '{}',
      catalog_digest: null,
      targets: null,
      last_seen_at: null,
      ...changed,
    })
    .execute();
}
