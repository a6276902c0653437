/** Who has access at all: removal and a role that the identity provider withdrew both end it, whatever way in is left. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { DbTransaction } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';

/** Whether the provider gives this person no role, so that no way in works. */
export async function isSuspended(transaction: DbTransaction, person: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('sso_identities')
    .select('person_id')
    .where('person_id', '=', person)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Condition of a query of `people`. */
export function isPresent(row: ExpressionBuilder<Tables, 'people'>): Expression<SqlBool> {
  const suspended = row
    .selectFrom('sso_identities')
    .select('sso_identities.person_id')
    .whereRef('sso_identities.person_id', '=', 'people.id')
    .where('sso_identities.suspended_at', 'is not', null);
  return row.and([row('people.removed_at', 'is', null), row.not(row.exists(suspended))]);
}
