/**
 * The command keys in use by this process: the current one, and while a change is under way the one
 * before, which signs for instances that have not confirmed the new one. The store decides; a change
 * made by another process is noticed by `refresh`.
 */
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import type { KeyAnnouncement } from '../../tunnel/messages.ts';
import { announceKey } from '../../tunnel/session/pinned-keys.ts';
import type { SessionKeys, Signer } from '../../tunnel/session/ports.ts';
import { createSigner } from './signer.ts';
import type { Store } from '../store/database.ts';
import { type KeyCustody, type KeyRow, selectKeys } from './key-custody.ts';
import { commandKind } from './key-kinds.ts';
import { deriveTicketKey, type TicketKey, type TicketKeys } from './ticket-keys.ts';

export interface CommandKeysOptions {
  readonly store: Store;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

/** The private half, as what uses it. */
interface OpenKey {
  readonly signer: Signer;
  readonly ticketKey: TicketKey;
}

/** A key before it has ended; times are milliseconds since the epoch. */
interface LiveKey extends OpenKey {
  readonly since: number;
  readonly until: number | undefined;
}

export class CommandKeys implements SessionKeys, TicketKeys {
  readonly #options: CommandKeysOptions;
  readonly #live = new Map<string, LiveKey>();
  #current: OpenKey;
  #oldest: string;

  private constructor(options: CommandKeysOptions, current: OpenKey) {
    this.#options = options;
    this.#current = current;
    this.#oldest = current.signer.publicKey;
  }

  /** Makes the first key when there is none. @throws KeyRefusal */
  static async open(options: CommandKeysOptions): Promise<CommandKeys> {
    const { custody } = options;
    const { secret } = await custody.ensure(commandKind);
    const keys = new CommandKeys(options, openKey(secret, custody.storeId));
    await keys.refresh();
    return keys;
  }

  /** Signs for instances that enrol now. */
  get current(): Signer {
    return this.#current.signer;
  }

  get ticketKey(): TicketKey {
    return this.#current.ticketKey;
  }

  async findTicketKey(id: string): Promise<TicketKey | undefined> {
    const found = this.#findTicketKey(id);
    if (found !== undefined) return found;
    // Another replica may have changed the key a moment ago.
    await this.refresh();
    return this.#findTicketKey(id);
  }

  /** True while some instances may pin another key than the current one. */
  get isChanging(): boolean {
    return this.#live.size > 1;
  }

  async signerFor(pinned: string | undefined): Promise<Signer | undefined> {
    const found = this.#find(pinned);
    if (found !== undefined) return found;
    // Another replica may have changed the key a moment ago.
    await this.refresh();
    return this.#find(pinned);
  }

  /** What an instance that pins `pinned` is to learn; undefined when there is nothing, or its key has ended. */
  announcementFor(pinned: string): KeyAnnouncement | undefined {
    const before = this.#live.get(pinned);
    const now = this.#live.get(this.current.publicKey);
    if (before?.until === undefined || now === undefined || before.until <= this.#options.clock.now()) return undefined;
    return announceKey(
      { from: before.signer, to: this.current },
      { validFrom: now.since, replacedUntil: before.until },
    );
  }

  /** Reads the store again. @throws KeyRefusal when a new key cannot be opened here; the keys in use stay. */
  async refresh(): Promise<void> {
    const { store, custody, clock } = this.#options;
    await custody.retireDue(commandKind, clock.now());
    const rows = await selectKeys(store.db, commandKind);
    this.#oldest = rows[0]?.public_part ?? this.#oldest;
    const live = rows.filter(({ state }) => state !== 'retired');
    const opened = await Promise.all(live.map((row) => this.#open(row)));
    this.#live.clear();
    for (const [index, row] of live.entries()) {
      const key = opened[index];
      if (key === undefined) continue;
      this.#live.set(row.public_part, { ...key, since: row.created_at, until: row.retires_at ?? undefined });
      if (row.state === 'current') this.#current = key;
    }
  }

  async #open(row: KeyRow): Promise<OpenKey> {
    const { custody } = this.#options;
    const known = this.#live.get(row.public_part);
    return known ?? openKey((await custody.unlock(commandKind, row)).secret, custody.storeId);
  }

  #find(pinned = this.#oldest): Signer | undefined {
    const found = this.#live.get(pinned);
    return found !== undefined && this.#isLive(found) ? found.signer : undefined;
  }

  #findTicketKey(id: string): TicketKey | undefined {
    const found = [...this.#live.values()].find((one) => one.ticketKey.id === id);
    return found !== undefined && this.#isLive(found) ? found.ticketKey : undefined;
  }

  #isLive({ until }: LiveKey): boolean {
    return until === undefined || until > this.#options.clock.now();
  }
}

function openKey(secret: Secret, storeId: string): OpenKey {
  return { signer: createSigner(secret), ticketKey: deriveTicketKey(secret, storeId) };
}
