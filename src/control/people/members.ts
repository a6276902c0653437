/** The people of an organization. Removal keeps the row, because records name who asked. */
import type { Clock } from '../../core/clock.ts';
import { type Doer, operator, recordAct } from '../acts/record-act.ts';
import type { People, Role } from '../api/api.ts';
import { hasRole } from '../api/authority.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import { leavePasskeys } from './passkey-people.ts';
import { isPresent } from './present.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Held while access in an organization is created, used or withdrawn, so that no removal happens in between. */
export function peopleLock(organization: string): string {
  return `people ${organization}`;
}

export class Members {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** In the order in which they joined. */
  async list(organization: string): Promise<People['people']> {
    const rows = await this.#store.db
      .selectFrom('people')
      .leftJoin('sessions', 'sessions.person_id', 'people.id')
      .where('people.organization_id', '=', organization)
      .where('people.removed_at', 'is', null)
      .leftJoin('people as inviters', 'inviters.id', 'people.invited_by_id')
      .groupBy(['people.id', 'people.name', 'people.role', 'people.created_at', 'people.last_seen_at', 'inviters.name'])
      .orderBy('people.created_at')
      .select(['people.id', 'people.name', 'people.role', 'people.created_at', 'inviters.name as invited_by'])
      .select(['people.last_seen_at as before'])
      .select((select) => select.fn.max('sessions.last_seen_at').as('in_session'))
      .execute();
    return rows.map(({ before, in_session: inSession, ...row }) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      joined_at: new Date(row.created_at).toISOString(),
      ...(row.invited_by !== null && { invited_by: row.invited_by }),
      ...((before ?? inSession) !== null && {
        last_seen_at: new Date(Math.max(Number(before), Number(inSession))).toISOString(),
      }),
    }));
  }

  async find(organization: string, id: string): Promise<Member | undefined> {
    return findMember(this.#store.db, organization, id);
  }

  /** The person's own doing: of somebody who was removed meanwhile nothing changes. */
  async rename(organization: string, { id, name: before }: Member, name: string): Promise<void> {
    await this.whileHolding({ organization, person: id, role: 'member' }, async (transaction) => {
      await transaction.updateTable('people').set({ name }).where('id', '=', id).execute();
      const by = { id, name: before };
      const subject = { id, name };
      await recordAct(transaction, { organization, at: this.#clock.now(), kind: 'person_renamed', by, subject });
    });
  }

  /** Those who came in by an invitation of this person and are still there. */
  async listInvitedBy(organization: string, id: string): Promise<Member[]> {
    return this.#store.db
      .selectFrom('people')
      .select(['id', 'name', 'role'])
      .where('organization_id', '=', organization)
      .where('invited_by_id', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .execute();
  }

  /**
   * Does `work` while the person holds at least this role, and blocks removals until it is done: what
   * it makes is either seen by a removal or not made at all.
   * @throws ApiProblem 403 `role_required` when the person was removed or lost the role meanwhile.
   */
  async whileHolding<T>(
    { organization, person, role }: { organization: string; person: string; role: Role },
    work: (transaction: DbTransaction) => Promise<T>,
  ): Promise<T> {
    return this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const held = await transaction
        .selectFrom('people')
        .select('role')
        .where('organization_id', '=', organization)
        .where('id', '=', person)
        .where(isPresent)
        .executeTakeFirst();
      if (held === undefined || !hasRole(held.role, role)) throw roleLost();
      return work(transaction);
    });
  }

  /** Who can sign in as an owner, in the order in which they joined. */
  async listOwners(organization: string): Promise<Member[]> {
    return this.#store.db
      .selectFrom('people')
      .select(['id', 'name', 'role'])
      .where('organization_id', '=', organization)
      .where('role', '=', 'owner')
      .where(isPresent)
      .orderBy('created_at')
      .execute();
  }

  /**
   * Withdraws in one transaction what the person made that still gives access here: sessions, passkeys (one that opens
   * another organization as well goes on doing that), links made by
   * or for the person, bootstrap tokens with uses left and, unless they stay valid, capture, read and MCP tokens.
   * Returns the sessions that ended with it. @throws ApiProblem 409 `last_owner`.
   */
  async remove(
    organization: string,
    id: string,
    { keepsTokens = false, by = operator }: { readonly keepsTokens?: boolean; readonly by?: Doer } = {},
  ): Promise<string[]> {
    const now = this.#clock.now();
    // Two owners who remove each other at the same moment must not both succeed.
    return this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const subject = await findMember(transaction, organization, id);
      await transaction
        .updateTable('people')
        .set({ removed_at: now })
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .execute();
      const owner = await transaction
        .selectFrom('people')
        .select('id')
        .where('organization_id', '=', organization)
        .where('role', '=', 'owner')
        .where(isPresent)
        .executeTakeFirst();
      // Thrown inside the transaction: the removal is undone.
      if (owner === undefined) throw lastOwner();
      if (subject !== undefined) {
        const detail = { role: subject.role, tokens_kept: keepsTokens };
        await recordAct(transaction, { organization, at: now, kind: 'person_removed', by, subject, detail });
      }
      await withdrawLinks(transaction, id, now);
      await leavePasskeys(transaction, id);
      await revokeTokens(transaction, { person: id, now, keepsTokens });
      const ended = await transaction.selectFrom('sessions').select('hash').where('person_id', '=', id).execute();
      await transaction.deleteFrom('sessions').where('person_id', '=', id).execute();
      return ended.map((one) => one.hash);
    });
  }
}

async function findMember(db: Db | DbTransaction, organization: string, id: string): Promise<Member | undefined> {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'role'])
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Those that the person made or that sign them in. */
export async function withdrawLinks(transaction: DbTransaction, person: string, now: number): Promise<void> {
  await transaction
    .updateTable('one_time_links')
    .set({ withdrawn_at: now })
    .where((row) => row.or([row('person_id', '=', person), row('created_by_id', '=', person)]))
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Returns how many ended. */
export async function revokeTokens(
  transaction: DbTransaction,
  { person, now, keepsTokens = false }: { person: string; now: number; keepsTokens?: boolean },
): Promise<number> {
  const bootstrap = await transaction
    .updateTable('bootstrap_tokens')
    .set({ revoked_at: now })
    .where('created_by_id', '=', person)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (keepsTokens) return Number(bootstrap.numUpdatedRows);
  const access = await transaction
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('created_by_id', '=', person)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(bootstrap.numUpdatedRows + access.numUpdatedRows);
}

function roleLost(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: 'role_required',
    message: 'You were removed or lost your role in the meantime. Nothing was created.',
  });
}

function lastOwner(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'last_owner',
    message: 'An organization needs at least one owner. Invite another owner first.',
  });
}
