/**
 * What was asked under which Idempotency-Key, of each asker, so that a caller who asks again after a lost
 * answer gets the one that was given. Only an answer of the Agent is one: when none came, or the Agent says
 * that a later try may go better, the key is free again.
 */
import { askerBounds, organizationBounds, overBound } from '../problem/organization-bounds.ts';
import { type Clock, sleep } from '../../core/clock.ts';
import { storeNow } from '../replicas/shared-statements.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import { prepare } from '../store/prepared.ts';
import { answerNotStored, otherQuestion, stillRunning } from './idempotency-key.ts';

export interface Asked {
  readonly organization: string;
  /** Id of a person, or of a token with `token:` before it. */
  readonly asker: string;
  readonly key: string;
  /** Of everything that was asked. */
  readonly digest: string;
}

interface Repeated {
  /** Called when another asker's answer is waited for. */
  readonly onWaiting?: () => void;
}

export interface GivenAnswer {
  readonly status: number;
  /** JSON in UTF-8. */
  readonly body: Buffer;
}

export const askedLimits = {
  keptMs: 24 * 3_600_000,
  /** One answer; a larger one is given once. */
  bodyBytes: 1 << 20,
  /** All answers of an organization; the oldest are dropped, their keys stay known. */
  organizationBytes: 64 << 20,
  /** An answer that is being made is waited for. */
  waitMs: 50_000,
} as const;

const lookEveryMs = 200;
const sweepMs = 60_000;

export class AskedOperations {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #replica: string;
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** Keys of each organization since the last sweep, by asker. */
  readonly #counted = new Map<string, Map<string, number>>();

  constructor(store: Store, clock: Clock, replica: string) {
    this.#store = store;
    this.#clock = clock;
    this.#replica = replica;
  }

  /**
   * The answer that was given before, or the one that `run` gives. `isFinal`: it is the answer from now on.
   * @throws ApiProblem 422 for another question under the same key, 409 while the answer cannot be had.
   */
  async once(
    asked: Asked,
    run: () => Promise<GivenAnswer & { readonly isFinal: boolean }>,
    { onWaiting }: Repeated = {},
  ): Promise<GivenAnswer & { readonly isRepeated: boolean }> {
    await this.#sweep(asked.organization);
    const before = await this.#begin(asked, onWaiting);
    if (before !== undefined) return { ...before, isRepeated: true };
    try {
      const { isFinal, ...given } = await run();
      if (isFinal) await this.#end(asked, given);
      else await this.#forget(asked);
      return { ...given, isRepeated: false };
    } catch (error) {
      await this.#forget(asked);
      throw error;
    }
  }

  /** Undefined when this process is to run it now. */
  async #begin(asked: Asked, onWaiting?: () => void): Promise<GivenAnswer | undefined> {
    const startedAt = this.#clock.monotonic();
    for (;;) {
      // Nearly every key is new: one statement decides that, and the lock is for those that are not.
      if (await this.#add(asked)) {
        await this.#requireRoom(asked);
        return undefined;
      }
      const found = await this.#store.exclusive(
        `operation ${asked.organization} ${asked.asker} ${asked.key}`,
        (transaction) => this.#take(transaction, asked),
      );
      if (found === 'mine') return undefined;
      if (typeof found === 'object') return found;
      if (this.#clock.monotonic() - startedAt > askedLimits.waitMs) throw stillRunning();
      if (found !== 'running') continue;
      onWaiting?.();
      await sleep(this.#clock, lookEveryMs);
    }
  }

  /** A key that was known before is answered, however many there are. @throws ApiProblem 429 `too_many_idempotency_keys`. */
  async #requireRoom(asked: Asked): Promise<void> {
    const { organization, asker } = asked;
    const counted = this.#counted.get(organization) ?? (await this.#count(organization));
    this.#counted.set(organization, counted);
    const own = (counted.get(asker) ?? 0) + 1;
    const all = [...counted.values()].reduce((sum, one) => sum + one, 1);
    if (all > organizationBounds.idempotency_keys || own > askerBounds.idempotency_keys) {
      await this.#forget(asked);
      throw overBound('idempotency_keys');
    }
    counted.set(asker, own);
  }

  /** Keys before the one that was just added, by asker. */
  async #count(organization: string): Promise<Map<string, number>> {
    const rows = await this.#store.db
      .selectFrom('asked_operations')
      .select((select) => ['person_id', select.fn.countAll<number | string>().as('count')])
      .where('organization_id', '=', organization)
      .where('asked_at', '<', this.#clock.now())
      .groupBy('person_id')
      .execute();
    return new Map(rows.map(({ person_id: asker, count }) => [asker, Number(count)]));
  }

  /** False when there is a question of this key. */
  async #add(asked: Asked): Promise<boolean> {
    const { changed } = await addQuestion(this.#store.db, {
      ...asked,
      replica: this.#replica,
      askedAt: this.#clock.now(),
    });
    return changed === 1;
  }

  /** `mine`: its process died, and this one runs it now. `free`: the row has gone since. */
  async #take(transaction: DbTransaction, asked: Asked): Promise<GivenAnswer | 'running' | 'mine' | 'free'> {
    const { organization, asker, key, digest } = asked;
    const row = await transaction
      .selectFrom('asked_operations')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('person_id', '=', asker)
      .where('key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return 'free';
    if (row.digest !== digest) throw otherQuestion();
    if (row.status !== null) {
      if (row.body === null) throw answerNotStored();
      return { status: row.status, body: Buffer.from(row.body) };
    }
    if (await this.#isAlive(transaction, row.replica_id)) return 'running';
    // A read may run again; a write asks the journal of the Agent that it was sent to.
    await this.#row(transaction, asked).set({ replica_id: this.#replica, asked_at: this.#clock.now() }).execute();
    return 'mine';
  }

  async #isAlive(transaction: DbTransaction, replica: string): Promise<boolean> {
    if (this.#store.dialect === 'sqlite') return replica === this.#replica;
    const row = await transaction
      .selectFrom('replicas')
      .select('id')
      .where('id', '=', replica)
      .where('lease_until', '>', storeNow(this.#store, this.#clock))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Rejects when another process took the question over meanwhile: its answer is the one. */
  async #end({ organization, asker, key }: Asked, { status, body }: GivenAnswer): Promise<void> {
    const isKept = body.length <= askedLimits.bodyBytes;
    const { changed } = await endQuestion(this.#store.db, {
      organization,
      asker,
      key,
      replica: this.#replica,
      status,
      body: isKept ? body.toString() : null,
      bytes: isKept ? body.length : 0,
    });
    if (changed !== 1) throw stillRunning();
  }

  async #forget({ organization, asker, key }: Asked): Promise<void> {
    await this.#store.db
      .deleteFrom('asked_operations')
      .where('organization_id', '=', organization)
      .where('person_id', '=', asker)
      .where('key', '=', key)
      .where('replica_id', '=', this.#replica)
      .where('status', 'is', null)
      .execute();
  }

  #row(db: DbTransaction | Store['db'], { organization, asker, key }: Asked) {
    return db
      .updateTable('asked_operations')
      .where('organization_id', '=', organization)
      .where('person_id', '=', asker)
      .where('key', '=', key);
  }

  async #sweep(organization: string): Promise<void> {
    if (this.#clock.monotonic() - this.#sweptAt < sweepMs) return;
    this.#sweptAt = this.#clock.monotonic();
    this.#counted.clear();
    await this.prune(organization);
  }

  /** Forgets keys by age, and the oldest answers of an organization that has too many. */
  async prune(organization: string): Promise<void> {
    const { db } = this.#store;
    await db
      .deleteFrom('asked_operations')
      .where('asked_at', '<', this.#clock.now() - askedLimits.keptMs)
      .execute();
    const rows = await db
      .selectFrom('asked_operations')
      .select(['person_id', 'key', 'body_bytes'])
      .where('organization_id', '=', organization)
      .where('body_bytes', '>', 0)
      .orderBy('asked_at', 'desc')
      .execute();
    let bytes = 0;
    for (const { person_id: asker, key, body_bytes } of rows) {
      bytes += body_bytes;
      if (bytes <= askedLimits.organizationBytes) continue;
      await this.#row(db, { organization, asker, key, digest: '' }).set({ body: null, body_bytes: 0 }).execute();
    }
  }
}

interface NewQuestion extends Asked {
  readonly replica: string;
  readonly askedAt: number;
}

const addQuestion = prepare((db, of: NewQuestion) =>
  db
    .insertInto('asked_operations')
    .values({
      organization_id: of.organization,
      person_id: of.asker,
      key: of.key,
      digest: of.digest,
      replica_id: of.replica,
      asked_at: of.askedAt,
      status: null,
      body: null,
      body_bytes: 0,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id', 'key']).doNothing()),
);

interface EndedQuestion extends Omit<Asked, 'digest'> {
  readonly replica: string;
  readonly status: number;
  readonly body: string | null;
  readonly bytes: number;
}

const endQuestion = prepare((db, of: EndedQuestion) =>
  db
    .updateTable('asked_operations')
    .set({ status: of.status, body: of.body, body_bytes: of.bytes })
    .where('organization_id', '=', of.organization)
    .where('person_id', '=', of.asker)
    .where('key', '=', of.key)
    .where('replica_id', '=', of.replica)
    .where('status', 'is', null),
);
