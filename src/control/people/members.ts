/** The people of an organization. Removal keeps the row, because records name who asked. */
import type { Clock } from '../../core/clock.ts';
import type { People, Role } from '../api.ts';
import { ApiProblem } from '../problem.ts';
import type { Store } from '../store/database.ts';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
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
      .groupBy(['people.id', 'people.name', 'people.role', 'people.created_at'])
      .orderBy('people.created_at')
      .select(['people.id', 'people.name', 'people.role', 'people.created_at'])
      .select((select) => select.fn.max('sessions.last_seen_at').as('last_seen_at'))
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      joined_at: new Date(row.created_at).toISOString(),
      ...(row.last_seen_at !== null && { last_seen_at: new Date(Number(row.last_seen_at)).toISOString() }),
    }));
  }

  async find(organization: string, id: string): Promise<Member | undefined> {
    return this.#store.db
      .selectFrom('people')
      .select(['id', 'name', 'role'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
  }

  /** The owner who joined first, for a link made on the operator's machine. */
  async findFirstOwner(organization: string): Promise<Member | undefined> {
    return this.#store.db
      .selectFrom('people')
      .select(['id', 'name', 'role'])
      .where('organization_id', '=', organization)
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .executeTakeFirst();
  }

  /** Returns the sessions that ended with it. @throws ApiProblem 409 `last_owner`. */
  async remove(organization: string, id: string): Promise<string[]> {
    const now = this.#clock.now();
    // Two owners who remove each other at the same moment must not both succeed.
    return this.#store.exclusive(`people ${organization}`, async (transaction) => {
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
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      // Thrown inside the transaction: the removal is undone.
      if (owner === undefined) throw lastOwner();
      await transaction
        .updateTable('one_time_links')
        .set({ used_at: now })
        .where('person_id', '=', id)
        .where('used_at', 'is', null)
        .execute();
      const ended = await transaction.selectFrom('sessions').select('hash').where('person_id', '=', id).execute();
      await transaction.deleteFrom('sessions').where('person_id', '=', id).execute();
      return ended.map((one) => one.hash);
    });
  }
}

function lastOwner(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'last_owner',
    message: 'An organization keeps at least one owner. Invite another owner first.',
  });
}
