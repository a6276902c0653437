/** Commands on their way to another replica, as rows. A row lives until its answer was fetched. */
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CommandName } from '../../tunnel/messages.ts';
import type { Db, Store } from '../store/database.ts';
import { prepareRelay, type RelayStatements } from './relay-statements.ts';
import { channel, storeNow } from './shared-statements.ts';

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

/** After its deadline: the caller has given up long before. */
const sweepAfterMs = 30_000;

export class RelayTable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #replica: string;
  readonly #statements: RelayStatements;

  constructor(store: Store, clock: Clock, replica: string) {
    this.#statements = prepareRelay(store);
    this.#store = store;
    this.#clock = clock;
    this.#replica = replica;
  }

  async add({ to, timeoutMs, ...command }: RelayedCommand): Promise<void> {
    await this.#statements.addCommand(this.#store.db, {
      ...command,
      from: this.#replica,
      to,
      timeoutMs: Math.ceil(timeoutMs),
      now: this.#wallNow(),
      word: `command ${to}`,
    });
  }

  /** Takes what was asked of this replica; each is taken once. */
  async take(): Promise<readonly TakenCommand[]> {
    const { rows } = await this.#statements.takeCommands(this.#store.db, { to: this.#replica, now: this.#wallNow() });
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

  /** False when no caller waits for it any more. */
  async answer({ id, from }: Pick<TakenCommand, 'id' | 'from'>, answered: RelayedAnswer): Promise<boolean> {
    const { rows } = await this.#statements.answerCommand(this.#store.db, {
      id,
      to: this.#replica,
      answer: 'answer' in answered ? answered.answer : null,
      code: 'error' in answered ? answered.error.code : null,
      message: 'error' in answered ? answered.error.message : null,
      word: `answer ${from} ${id}`,
    });
    return rows.length === 1;
  }

  /** Removes a command of this replica, whatever became of it. Undefined when it is not there. */
  async fetch(id: string): Promise<Fetched | undefined> {
    return this.#remove(this.#store.db, id);
  }

  /** Removes it and has its runner stop. */
  async cancel(id: string, to: string): Promise<Fetched | undefined> {
    return this.#store.db.transaction().execute(async (transaction) => {
      const row = await this.#remove(transaction, id);
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

  /** Removes answers that will not be fetched. */
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

  async #remove(db: Db, id: string): Promise<Fetched | undefined> {
    const { rows } = await this.#statements.removeCommand(db, { id, from: this.#replica });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { state, answer, error_code: code, error_message: message } = row;
    if (state !== 'answered') return { state };
    if (answer !== null) return { state, answered: { answer } };
    return { state, answered: { error: { code: code ?? 'handler_failed', message: message ?? '' } } };
  }

  #now() {
    return storeNow(this.#store, this.#clock);
  }

  #wallNow(): number {
    return Math.floor(this.#clock.now());
  }
}

/** As one replica sees it. */
export type Relays = Pick<RelayTable, keyof RelayTable>;
