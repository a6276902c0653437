/** Reads that people saved with their arguments: for themselves, or shared with their organization. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { ActKind, Role, SavedQuestion, SavedQuestionCreate } from '../api/api.ts';
import { hasRole } from '../api/authority.ts';
import { recordAct } from '../acts/record-act.ts';
import { askerBounds, organizationBounds, overBound } from '../problem/organization-bounds.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';

/** A signed-in person. */
interface Caller {
  readonly person: { readonly id: string; readonly name: string; readonly role: Role };
  readonly organization: { readonly id: string };
}

export class SavedQuestions {
  readonly #store: Pick<Store, 'db' | 'exclusive'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'db' | 'exclusive'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Those that this person sees, by name. */
  async list({ person, organization }: Caller): Promise<SavedQuestion[]> {
    const rows = await selectSaved(this.#store.db, organization.id)
      .where((where) => where.or([where('saved_questions.person_id', '=', person.id), where('is_shared', '=', 1)]))
      .orderBy('saved_questions.name')
      .orderBy('saved_questions.id')
      .execute();
    return rows.map((row) => toView(row, person.id));
  }

  /** @throws ApiProblem 409 `too_many_saved_questions`. */
  async save(
    { person, organization }: Caller,
    { name, operation, args, source, instance, shared }: SavedQuestionCreate,
  ): Promise<SavedQuestion> {
    const [id, now] = [randomUUID(), this.#clock.now()];
    await this.#store.exclusive(`saved questions of ${organization.id}`, async (transaction) => {
      await requireRoom(transaction, organization.id, person.id);
      await transaction
        .insertInto('saved_questions')
        .values({
          id,
          organization_id: organization.id,
          person_id: person.id,
          name,
          operation,
          args: JSON.stringify(args),
          source: source ?? null,
          instance: instance ?? null,
          is_shared: shared ? 1 : 0,
          saved_at: now,
        })
        .execute();
      const act = { organization: organization.id, at: now, by: person, subject: { id, name } };
      await recordAct(transaction, { ...act, kind: 'question_saved' });
      if (shared) await recordAct(transaction, { ...act, kind: 'question_shared' });
    });
    const row = await selectSaved(this.#store.db, organization.id)
      .where('saved_questions.id', '=', id)
      .executeTakeFirstOrThrow();
    return toView(row, person.id);
  }

  /** Only by who saved it; undefined where this person has no such question. */
  async share(caller: Caller, id: string, shared: boolean): Promise<SavedQuestion | undefined> {
    const { person, organization } = caller;
    return this.#store.db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('saved_questions')
        .set({ is_shared: shared ? 1 : 0 })
        .where('organization_id', '=', organization.id)
        .where('person_id', '=', person.id)
        .where('id', '=', id)
        .where('is_shared', '=', shared ? 0 : 1)
        .executeTakeFirstOrThrow();
      const row = await selectSaved(transaction, organization.id)
        .where('saved_questions.id', '=', id)
        .where('saved_questions.person_id', '=', person.id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      // What is so already is no act.
      if (numUpdatedRows > 0n) {
        await this.#record(transaction, caller, shared ? 'question_shared' : 'question_unshared', row);
      }
      return toView(row, person.id);
    });
  }

  /** By who saved it; one that is shared also by an owner or admin. False where there is none that this person may remove. */
  async remove(caller: Caller, id: string): Promise<boolean> {
    const { person, organization } = caller;
    return this.#store.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .deleteFrom('saved_questions')
        .where('organization_id', '=', organization.id)
        .where('id', '=', id)
        .where((where) =>
          where.or([
            where('person_id', '=', person.id),
            ...(hasRole(person.role, 'admin') ? [where('is_shared', '=', 1)] : []),
          ]),
        )
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (row === undefined) return false;
      await this.#record(transaction, caller, 'question_removed', row);
      return true;
    });
  }

  #record(
    transaction: DbTransaction,
    { person, organization }: Caller,
    kind: ActKind,
    { id, name }: { readonly id: string; readonly name: string },
  ): Promise<void> {
    const act = { organization: organization.id, at: this.#clock.now(), by: person, subject: { id, name } };
    return recordAct(transaction, { ...act, kind });
  }
}

function selectSaved(db: Db | DbTransaction, organization: string) {
  return db
    .selectFrom('saved_questions')
    .innerJoin('people', 'people.id', 'saved_questions.person_id')
    .selectAll('saved_questions')
    .select('people.name as by')
    .where('saved_questions.organization_id', '=', organization);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSaved>['executeTakeFirstOrThrow']>>;

function toView({ id, name, operation, args, source, instance, by, ...row }: Row, caller: string): SavedQuestion {
  return {
    id,
    name,
    operation,
    args: JSON.parse(args) as SavedQuestion['args'],
    ...(source !== null && { source }),
    ...(instance !== null && { instance }),
    shared: row.is_shared === 1,
    saved_at: new Date(row.saved_at).toISOString(),
    by,
    is_own: row.person_id === caller,
  };
}

async function requireRoom(transaction: DbTransaction, organization: string, person: string): Promise<void> {
  const { all, own } = await transaction
    .selectFrom('saved_questions')
    .select(({ fn, eb }) => [
      fn.countAll<number | string>().as('all'),
      fn.sum<number | string | null>(eb.case().when('person_id', '=', person).then(1).else(0).end()).as('own'),
    ])
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  const isFull = Number(all) >= organizationBounds.saved_questions || Number(own ?? 0) >= askerBounds.saved_questions;
  if (isFull) throw overBound('saved_questions');
}
