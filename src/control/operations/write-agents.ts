/**
 * Which Agent a write was sent to. Whether a write was done under an idempotency key is known by the journal
 * of that Agent alone, so the key is bound to it: no other Agent is ever asked under it.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';
import { prepare } from '../store/prepared.ts';

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
    const { rows } = await findBinding(this.#store.db, {
      organization: write.organization,
      write: digestOf(write),
    });
    return rows[0];
  }

  /** Binds the write to this Agent unless it has one, and returns where it belongs. */
  async bind(write: BoundWrite, instance: string): Promise<Binding> {
    await this.#sweep();
    const { rows } = await bindWrite(this.#store.db, {
      organization: write.organization,
      write: digestOf(write),
      instance,
      since: this.#clock.now(),
    });
    const [binding] = rows;
    if (binding === undefined) throw new Error('a write was bound to no Agent');
    return binding;
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

const findBinding = prepare((db, of: { readonly organization: string; readonly write: string }) =>
  db
    .selectFrom('write_agents')
    .select(['instance', 'asked_at as since'])
    .where('organization_id', '=', of.organization)
    .where('write', '=', of.write),
);

interface NewBinding {
  readonly organization: string;
  readonly write: string;
  readonly instance: string;
  readonly since: number;
}

const bindWrite = prepare((db, of: NewBinding) =>
  db
    .insertInto('write_agents')
    .values({ organization_id: of.organization, write: of.write, instance: of.instance, asked_at: of.since })
    // An update that changes nothing, because only then does the statement return the row that was there.
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'write'])
        .doUpdateSet((row) => ({ instance: row.ref('write_agents.instance') })),
    )
    .returning(['instance', 'asked_at as since']),
);

/** As the caller sees it. */
export type BoundWrites = Pick<WriteAgents, keyof WriteAgents>;
