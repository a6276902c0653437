/**
 * People of the identity provider who were removed here, and their way back. The provider brings back none of them by
 * itself. Who is readmitted comes in as a new person at the next sign-in: nothing that the removal ended returns.
 */
import type { Clock } from '../../../core/clock.ts';
import { type Doer, recordAct } from '../../acts/record-act.ts';
import type { RemovedPersonView } from '../../api/api.ts';
import type { DbTransaction, Store } from '../../store/database.ts';
import type { Member } from '../members.ts';

export interface Readmission {
  readonly organization: string;
  readonly removed: Member;
  readonly by: Doer;
}

export class Readmissions {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The last removed first. */
  async list(organization: string): Promise<RemovedPersonView[]> {
    const rows = await this.#select(organization).orderBy('people.removed_at', 'desc').execute();
    return rows.map(({ removed_at: at, ...row }) => ({ ...row, removed_at: new Date(Number(at)).toISOString() }));
  }

  /** Undefined for somebody who was not removed, or whom the provider does not know. */
  async find(organization: string, id: string): Promise<Member | undefined> {
    return this.#select(organization).where('people.id', '=', id).executeTakeFirst();
  }

  /** Recorded once, also when two do it at the same moment. */
  async readmit(
    transaction: DbTransaction,
    { organization, removed: { id, name, role }, by }: Readmission,
  ): Promise<void> {
    const { numDeletedRows } = await transaction
      .deleteFrom('sso_identities')
      .where('organization_id', '=', organization)
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    const at = this.#clock.now();
    const act = { kind: 'person_readmitted', by, subject: { id, name }, detail: { role } } as const;
    await recordAct(transaction, { organization, at, ...act });
  }

  #select(organization: string) {
    return this.#store.db
      .selectFrom('people')
      .where('people.organization_id', '=', organization)
      .where('people.removed_at', 'is not', null)
      .where((where) =>
        where.exists(
          where.selectFrom('sso_identities').whereRef('sso_identities.person_id', '=', 'people.id').select('person_id'),
        ),
      )
      .select(['people.id', 'people.name', 'people.role', 'people.removed_at']);
  }
}
