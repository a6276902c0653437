/**
 * Which Agent a write was sent to. Whether a write was done under an idempotency key is known by the journal
 * of that Agent alone, so the key is bound to it: no other Agent is ever asked under it.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';

export interface BoundWrite {
  readonly organization: string;
  readonly operation: string;
  readonly idempotencyKey: string;
}

/** Where a write belongs. */
export interface Binding {
  readonly instance: string;
  /** When it was first meant for that Agent, in milliseconds since the epoch. */
  readonly since: number;
}

/** Longer than the journal of an Agent remembers a write, which is 7 days. */
const keptMs = 8 * 86_400_000;
const sweepMs = 3_600_000;

export class WriteAgents {
  readonly #store: Store;
  readonly #clock: Clock;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The Agent that this write belongs to, if it was ever sent. */
  async find(write: BoundWrite): Promise<Binding | undefined> {
    return this.#store.db
      .selectFrom('write_agents')
      .select(['instance', 'asked_at as since'])
      .where('organization_id', '=', write.organization)
      .where('write', '=', digestOf(write))
      .executeTakeFirst();
  }

  /** Binds the write to this Agent unless it has one, and returns where it belongs. */
  async bind(write: BoundWrite, instance: string): Promise<Binding> {
    await this.#sweep();
    const row = { organization_id: write.organization, write: digestOf(write), instance };
    const since = this.#clock.now();
    await this.#store.db
      .insertInto('write_agents')
      .values({ ...row, asked_at: since })
      .onConflict((conflict) => conflict.columns(['organization_id', 'write']).doNothing())
      .execute();
    return (await this.find(write)) ?? { instance, since };
  }

  async #sweep(): Promise<void> {
    if (this.#clock.monotonic() - this.#sweptAt < sweepMs) return;
    this.#sweptAt = this.#clock.monotonic();
    await this.#store.db
      .deleteFrom('write_agents')
      .where('asked_at', '<', this.#clock.now() - keptMs)
      .execute();
  }
}

function digestOf({ operation, idempotencyKey }: BoundWrite): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, idempotencyKey]))
    .digest('hex');
}

/** As whoever asks it sees it. */
export type BoundWrites = Pick<WriteAgents, keyof WriteAgents>;
