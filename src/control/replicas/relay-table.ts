/** Commands on their way to another replica, as rows. A row lives until its answer was fetched. */
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CommandName } from '../../tunnel/messages.ts';
import type { Db, Store } from '../store/database.ts';
import { changeAndSignal } from './change-and-signal.ts';
import { channel } from './replica-channel.ts';
import { storeNow } from './store-time.ts';

export interface RelayedCommand {
  readonly id: string;
  readonly to: string;
  readonly organization: string;
  readonly instance: string;
  readonly epoch: number;
  readonly name: CommandName;
  readonly request: string;
  readonly timeoutMs: number;
}

/** One that this replica is to run. */
export interface TakenCommand extends Omit<RelayedCommand, 'to'> {
  readonly from: string;
}

export type RelayedAnswer =
  | { readonly answer: string }
  | { readonly error: { readonly code: string; readonly message: string } };

/** `asked`: the other replica never took it. `running`: it may have reached the instance. */
export type Fetched =
  | { readonly state: 'asked' | 'running' }
  | { readonly state: 'answered'; readonly answered: RelayedAnswer };

/** Beyond its deadline: whoever waits has given up long before. */
const sweepAfterMs = 30_000;

export class RelayTable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #replica: string;

  constructor(store: Store, clock: Clock, replica: string) {
    this.#store = store;
    this.#clock = clock;
    this.#replica = replica;
  }

  async add({ id, to, organization, instance, epoch, name, request, timeoutMs }: RelayedCommand): Promise<void> {
    const added = this.#store.db
      .insertInto('relayed_commands')
      .values({
        id,
        from_replica: this.#replica,
        to_replica: to,
        organization_id: organization,
        instance,
        epoch,
        name,
        request,
        deadline: sql<number>`${this.#now()} + ${sql.lit(Math.ceil(timeoutMs))}`,
        state: 'asked',
        answer: null,
        error_code: null,
        error_message: null,
      })
      .returning('id');
    await changeAndSignal(this.#store, sql`${added}`, `command ${to}`);
  }

  /** Takes what was asked of this replica; each is taken once. */
  async take(): Promise<readonly TakenCommand[]> {
    const rows = await this.#store.db
      .updateTable('relayed_commands')
      .set({ state: 'running' })
      .where('to_replica', '=', this.#replica)
      .where('state', '=', 'asked')
      .where('deadline', '>', this.#now())
      .returningAll()
      .returning(sql<number>`deadline - ${this.#now()}`.as('left_ms'))
      .execute();
    return rows.map((row) => ({
      id: row.id,
      from: row.from_replica,
      organization: row.organization_id,
      instance: row.instance,
      epoch: row.epoch,
      name: row.name as CommandName, // checked again by the hub before it is sent
      request: row.request,
      timeoutMs: Math.max(1, row.left_ms),
    }));
  }

  /** False when nobody waits for it any more. */
  async answer({ id, from }: Pick<TakenCommand, 'id' | 'from'>, answered: RelayedAnswer): Promise<boolean> {
    const columns =
      'answer' in answered
        ? { answer: answered.answer }
        : { error_code: answered.error.code, error_message: answered.error.message };
    const written = this.#store.db
      .updateTable('relayed_commands')
      .set({ state: 'answered', ...columns })
      .where('id', '=', id)
      .where('to_replica', '=', this.#replica)
      .where('state', '=', 'running')
      .returning('id');
    return (await changeAndSignal(this.#store, sql`${written}`, `answer ${from} ${id}`)).length === 1;
  }

  /** Removes a command of this replica, whatever became of it. Undefined when it is not there. */
  async fetch(id: string): Promise<Fetched | undefined> {
    const [row] = await this.#remove(this.#store.db, id);
    return row;
  }

  /** Removes it and has its runner stop. */
  async cancel(id: string, to: string): Promise<Fetched | undefined> {
    return this.#store.db.transaction().execute(async (transaction) => {
      const [row] = await this.#remove(transaction, id);
      if (row?.state === 'running') await this.#store.signals.send(transaction, `cancel ${to} ${id}`, channel);
      return row;
    });
  }

  /** Those of this replica whose answer is there or whose runner has no lease any more. */
  async listOver(): Promise<readonly string[]> {
    const rows = await this.#store.db
      .selectFrom('relayed_commands')
      .leftJoin('replicas', 'replicas.id', 'relayed_commands.to_replica')
      .select('relayed_commands.id')
      .where('from_replica', '=', this.#replica)
      .where((row) =>
        row.or([row('state', '=', 'answered'), row('lease_until', 'is', null), row('lease_until', '<=', this.#now())]),
      )
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Ids that still have a row, of commands that this replica sent (`from_replica`) or runs (`to_replica`). */
  async listOwn(side: 'from_replica' | 'to_replica'): Promise<ReadonlySet<string>> {
    const rows = await this.#store.db
      .selectFrom('relayed_commands')
      .select('id')
      .where(side, '=', this.#replica)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Removes what nobody will fetch. */
  async sweep(): Promise<void> {
    await this.#store.db
      .deleteFrom('relayed_commands')
      .where((row) =>
        row.or([
          row('deadline', '<', sql<number>`${this.#now()} - ${sql.lit(sweepAfterMs)}`),
          row(
            'from_replica',
            'not in',
            row.selectFrom('replicas').select('replicas.id').where('lease_until', '>', this.#now()),
          ),
        ]),
      )
      .execute();
  }

  async #remove(db: Db, id: string): Promise<readonly Fetched[]> {
    const rows = await db
      .deleteFrom('relayed_commands')
      .where('id', '=', id)
      .where('from_replica', '=', this.#replica)
      .returning(['state', 'answer', 'error_code', 'error_message'])
      .execute();
    return rows.map(({ state, answer, error_code: code, error_message: message }) => {
      if (state !== 'answered') return { state };
      if (answer !== null) return { state, answered: { answer } };
      return { state, answered: { error: { code: code ?? 'handler_failed', message: message ?? '' } } };
    });
  }

  #now() {
    return storeNow(this.#store, this.#clock);
  }
}

/** As one replica sees it. */
export type Relays = Pick<RelayTable, keyof RelayTable>;
