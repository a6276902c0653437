/**
 * The command keys in use by this process: the current one, and while a change is under way the one
 * before, which signs for instances that have not confirmed the new one. The store decides; a change
 * made by another process is noticed by `refresh`.
 */
import type { Clock } from '../../core/clock.ts';
import type { KeyAnnouncement } from '../../tunnel/messages.ts';
import { announceKey } from '../../tunnel/session/pinned-keys.ts';
import type { SessionKeys, Signer } from '../../tunnel/session/ports.ts';
import { createSigner } from '../hub/signer.ts';
import type { Store } from '../store/database.ts';
import { type KeyCustody, type KeyRow, selectKeys } from './key-custody.ts';
import { commandKind } from './key-kinds.ts';

export interface CommandKeysOptions {
  readonly store: Store;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

/** A key before it has ended; times are milliseconds since the epoch. */
interface LiveKey {
  readonly signer: Signer;
  readonly since: number;
  readonly until: number | undefined;
}

export class CommandKeys implements SessionKeys {
  readonly #options: CommandKeysOptions;
  readonly #live = new Map<string, LiveKey>();
  #current: Signer;
  #oldest: string;

  private constructor(options: CommandKeysOptions, current: Signer) {
    this.#options = options;
    this.#current = current;
    this.#oldest = current.publicKey;
  }

  /** Makes the first key when there is none. @throws KeyRefusal */
  static async open(options: CommandKeysOptions): Promise<CommandKeys> {
    const { secret } = await options.custody.ensure(commandKind);
    const keys = new CommandKeys(options, createSigner(secret));
    await keys.refresh();
    return keys;
  }

  /** Signs for instances that enrol now. */
  get current(): Signer {
    return this.#current;
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
    const now = this.#live.get(this.#current.publicKey);
    if (before?.until === undefined || now === undefined || before.until <= this.#options.clock.now()) return undefined;
    return announceKey(
      { from: before.signer, to: this.#current },
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
      const signer = opened[index];
      if (signer === undefined) continue;
      this.#live.set(row.public_part, { signer, since: row.created_at, until: row.retires_at ?? undefined });
      if (row.state === 'current') this.#current = signer;
    }
  }

  async #open(row: KeyRow): Promise<Signer> {
    const known = this.#live.get(row.public_part);
    return known?.signer ?? createSigner((await this.#options.custody.unlock(commandKind, row)).secret);
  }

  #find(pinned = this.#oldest): Signer | undefined {
    const found = this.#live.get(pinned);
    return found?.until !== undefined && found.until <= this.#options.clock.now() ? undefined : found?.signer;
  }
}
