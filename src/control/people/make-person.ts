/** Makes a person who joins an organization, and records it. */
import { randomUUID } from 'node:crypto';
import { recordAct } from '../acts/record-act.ts';
import type { Role, SignInWay } from '../api/api.ts';
import type { DbTransaction } from '../store/database.ts';

export interface NewPerson {
  /** Id of it. */
  readonly organization: string;
  readonly name: string;
  readonly role: Role;
  /** Id of who made the invitation; null for the operator of the machine and for a provider. */
  readonly invitedBy: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** By which they joined; undefined for an invitation. */
  readonly way?: SignInWay;
}

/** Under `peopleLock`. Returns the id. */
export async function makePerson(
  transaction: DbTransaction,
  { organization, name, role, invitedBy, now, way }: NewPerson,
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('people')
    .values({
      id,
      organization_id: organization,
      name,
      role,
      created_at: now,
      removed_at: null,
      invited_by_id: invitedBy,
    })
    .execute();
  const person = { id, name };
  const detail = { role, ...(way !== undefined && { way }) };
  await recordAct(transaction, { organization, at: now, kind: 'person_joined', by: person, subject: person, detail });
  return id;
}
