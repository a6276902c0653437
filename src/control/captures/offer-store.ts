/**
 * Offers and refusals of captures as rows, so that any replica can end a request that every live Profiler
 * declined, wherever their sockets are. An answer counts for the session that gave it: a Profiler that
 * connects again may have another target list. When to ask again is not stored; only the replica with
 * the socket asks, and its memory ends with the session.
 */
import type { Clock } from '../../core/clock.ts';
import type { CaptureReason } from '../../tunnel/messages.ts';
import type { Owners } from '../replicas/owner-table.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import type { Declined } from './settle.ts';

export interface OfferedTo {
  readonly requestId: string;
  readonly instance: string;
  /** Of the session. */
  readonly epoch: number;
}

/** Offers of requests that ended longer ago than this are removed. */
const keptMs = 3_600_000;
/** For a Profiler to connect again and report, however long it or the control plane was away. */
export const reconnectMs = 90_000;

export class OfferStore {
  readonly #store: Store;
  readonly #owners: Owners;
  readonly #clock: Clock;

  constructor(store: Store, owners: Owners, clock: Clock) {
    this.#store = store;
    this.#owners = owners;
    this.#clock = clock;
  }

  /** Before the offer is sent, so that whatever comes back was asked for. */
  async ask(to: OfferedTo): Promise<void> {
    await this.#write(to, { state: 'asked', reason_code: null, reason_text: null });
  }

  async decline(by: OfferedTo, reason: CaptureReason): Promise<void> {
    await this.#write(by, { state: 'declined', reason_code: reason.code, reason_text: reason.text });
  }

  /**
   * The answers when every Profiler that is live at any replica declined in its present session. Undefined
   * while one did not, none is live, one is on its way from a replica that went away, or one that was asked
   * went away without an answer a while ago.
   */
  async allDeclined(
    transaction: DbTransaction,
    organization: string,
    requestId: string,
  ): Promise<readonly Declined[] | undefined> {
    const { live, moving } = await this.#owners.list({ db: transaction, parts: [{ organization }] });
    if (moving.some((one) => one.class === 'profiler')) return undefined;
    const profilers = live.filter((one) => one.class === 'profiler');
    const rows = await transaction
      .selectFrom('capture_offers')
      .selectAll()
      .where('request_id', '=', requestId)
      .execute();
    const here = new Set(profilers.map(({ instance }) => instance));
    const awayUntil = this.#clock.now() - reconnectMs;
    const mayHaveTaken = ({ instance, state, updated_at: at }: (typeof rows)[number]): boolean =>
      state === 'asked' && !here.has(instance) && at > awayUntil;
    if (rows.some(mayHaveTaken)) return undefined;
    const refusals = rows.filter(({ state }) => state === 'declined');
    const answers = new Map(refusals.map((row) => [`${row.instance} ${row.epoch}`, row]));
    const declined = profilers.flatMap(({ instance, epoch }) => {
      const row = answers.get(`${instance} ${epoch}`);
      return row === undefined
        ? []
        : [{ instance, reason: { code: row.reason_code ?? '', text: row.reason_text ?? '' } }];
    });
    return profilers.length > 0 && declined.length === profilers.length ? declined : undefined;
  }

  /** Removes the offers of requests that ended a while ago: their records say who declined. */
  async prune(): Promise<void> {
    await this.#store.db
      .deleteFrom('capture_offers')
      .where('request_id', 'in', (select) =>
        select
          .selectFrom('capture_requests')
          .select('id')
          .where('finished_at', '<', this.#clock.now() - keptMs),
      )
      .execute();
  }

  async #write(
    { requestId, instance, epoch }: OfferedTo,
    answer: { state: 'asked' | 'declined'; reason_code: string | null; reason_text: string | null },
  ): Promise<void> {
    const columns = { epoch, ...answer, updated_at: this.#clock.now() };
    await this.#store.db
      .insertInto('capture_offers')
      .values({ request_id: requestId, instance, ...columns })
      .onConflict((conflict) =>
        conflict
          .columns(['request_id', 'instance'])
          .doUpdateSet(columns)
          // A word of an earlier session comes too late.
          .where('capture_offers.epoch', '<=', epoch),
      )
      .execute();
  }
}
