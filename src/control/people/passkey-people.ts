/**
 * Whom a passkey signs in. One human is a person in each organization: rows that know nothing of each other. What joins
 * them is a passkey, and only by the will of its holder, who signed in with it and opened a link of the other
 * organization. So nothing that an organization can do to its own people, such as a sign-in link, opens another one.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { recordAct } from '../acts/record-act.ts';
import type { Role } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import { isPresent } from './present.ts';

export interface Opened {
  readonly person: { readonly id: string; readonly name: string; readonly role: Role };
  readonly organization: { readonly id: string; readonly name: string };
}

/** People who have access, by the name of their organization. */
export async function listOpened(db: Db | DbTransaction, passkey: string): Promise<Opened[]> {
  const rows = await db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .where(isPresent)
    .where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('passkeys')
            .select('passkeys.id')
            .where('passkeys.id', '=', passkey)
            .whereRef('passkeys.person_id', '=', 'people.id'),
        ),
        row.exists(
          row
            .selectFrom('passkey_people')
            .innerJoin('passkeys', 'passkeys.id', 'passkey_people.passkey_id')
            .select('passkey_people.person_id')
            .where('passkey_people.passkey_id', '=', passkey)
            .whereRef('passkey_people.person_id', '=', 'people.id'),
        ),
      ]),
    )
    .select(['people.id', 'people.name', 'people.role', 'organization_id', 'organizations.name as organization'])
    .orderBy('organizations.name')
    .orderBy('organization_id')
    .execute();
  return rows.map(({ id, name, role, organization_id: of, organization }) => ({
    person: { id, name, role },
    organization: { id: of, name: organization },
  }));
}

/** Condition of a query of `passkeys`. */
export function opensPerson(person: string) {
  return (row: ExpressionBuilder<Tables, 'passkeys'>): Expression<SqlBool> =>
    row.or([
      row('passkeys.person_id', '=', person),
      row(
        'passkeys.id',
        'in',
        row
          .selectFrom('passkey_people')
          .select('passkey_people.passkey_id')
          .where('passkey_people.person_id', '=', person),
      ),
    ]);
}

export async function countPasskeys(transaction: DbTransaction, person: string): Promise<number> {
  return (await transaction.selectFrom('passkeys').select('id').where(opensPerson(person)).execute()).length;
}

export interface Joining {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly passkey: { readonly id: string; readonly name: string };
}

/** Recorded in the organization that the passkey opens from now on, which learns nothing of the others. */
export async function joinPasskey(
  transaction: DbTransaction,
  { at, passkey }: Joining,
  { person, organization }: { readonly person: Pick<Opened['person'], 'id' | 'name'>; organization: { id: string } },
): Promise<void> {
  await transaction
    .insertInto('passkey_people')
    .values({ passkey_id: passkey.id, person_id: person.id, joined_at: at })
    .execute();
  await recordAct(transaction, {
    organization: organization.id,
    at,
    kind: 'passkey_added',
    by: person,
    subject: passkey,
  });
}

/**
 * Until the transaction ends, nobody of another organization changes whom it opens: each has a lock of its own only.
 * Several are locked in the order of their ids.
 */
export async function lockPasskey(transaction: DbTransaction, passkey: string): Promise<void> {
  // PostgreSQL locks the row; the embedded store has one writer.
  await transaction
    .updateTable('passkeys')
    .set((row) => ({ counter: row.ref('counter') }))
    .where('id', '=', passkey)
    .execute();
}

/** The passkeys of a person, or one of them, no longer sign this person in; one that opens nothing else is removed. */
export async function leavePasskeys(transaction: DbTransaction, person: string, only?: string): Promise<void> {
  const held = await transaction
    .selectFrom('passkeys')
    .select('id')
    .where(opensPerson(person))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .orderBy('id')
    .execute();
  for (const { id } of held) await lockPasskey(transaction, id);
  await transaction
    .deleteFrom('passkey_people')
    .where('person_id', '=', person)
    .$if(only !== undefined, (query) => query.where('passkey_id', '=', only ?? ''))
    .execute();
  const own = await transaction
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', person)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .execute();
  for (const { id } of own) await replaceHolder(transaction, id, person);
}

async function replaceHolder(transaction: DbTransaction, passkey: string, leaving: string): Promise<void> {
  const next = (await listOpened(transaction, passkey)).find((one) => one.person.id !== leaving);
  const joined = transaction.deleteFrom('passkey_people').where('passkey_id', '=', passkey);
  if (next === undefined) {
    await joined.execute();
    await transaction.deleteFrom('passkeys').where('id', '=', passkey).execute();
    return;
  }
  await joined.where('person_id', '=', next.person.id).execute();
  await transaction
    .updateTable('passkeys')
    .set({ person_id: next.person.id, user_handle: sql<string>`coalesce(user_handle, ${leaving})` })
    .where('id', '=', passkey)
    .execute();
}
