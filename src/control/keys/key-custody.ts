/**
 * Where the two shared keys are: encrypted in the store with FAROL_STORE_KEY, or without one as files
 * of the data directory. The store knows the fingerprint of each key either way, so that a replica
 * with another key refuses to start instead of serving instances that do not obey it. The replica that finds an
 * empty store makes the keys under a lock: replicas that start together get one set.
 */
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { recordForAll } from '../acts/record-act.ts';
import { Secret } from '../../core/secret.ts';
import type { DbTransaction, Store } from '../store/database.ts';
import type { KeyTables } from '../store/tables.ts';
import type { AuthorityHome } from '../tls/own-authority.ts';
import { KeyFiles, type KeyOnDisk } from './key-files.ts';
import { authorityKind, commandKind, type KeyKind, type KeyMaterial } from './key-kinds.ts';
import { KeyRefusal, type SealContext, type StoreKey } from './store-key.ts';

export type KeyRow = Selectable<KeyTables['control_keys']>;

/** One lock for every change of keys, whichever replica or command makes it. */
export const keysLock = 'control keys';

export interface CustodyOptions {
  readonly store: Store;
  readonly dataDir: string;
  readonly storeKey: StoreKey | undefined;
  readonly clock: Clock;
  /** Hears where the file of a key went that is now in the store. */
  readonly onImported: (imported: { readonly key: string; readonly file: string }) => void;
}

export class KeyCustody {
  readonly files: KeyFiles;
  readonly #options: CustodyOptions;
  /** Random, and in the store alone. */
  readonly storeId: string;
  /** What was opened once stays open: a store key that another process changes stops no replica that runs. */
  readonly #opened = new Map<string, KeyMaterial>();

  private constructor(options: CustodyOptions, storeId: string) {
    this.#options = options;
    this.storeId = storeId;
    this.files = new KeyFiles(options.dataDir);
  }

  static async open(options: CustodyOptions): Promise<KeyCustody> {
    const { value } = await options.store.db
      .selectFrom('store_facts')
      .select('value')
      .where('name', '=', 'store_id')
      .executeTakeFirstOrThrow();
    return new KeyCustody(options, value);
  }

  get hasStoreKey(): boolean {
    return this.#options.storeKey !== undefined;
  }

  /** Makes, imports or checks the key in use. @throws KeyRefusal when this replica and the store disagree. */
  async ensure(kind: KeyKind): Promise<KeyMaterial> {
    const { store, storeKey } = this.#options;
    const current = await store.exclusive(keysLock, async (db) => {
      const rows = await selectKeys(db, kind);
      const held = await this.files.findMain(kind);
      const row = rows.find(({ state }) => state === 'current');
      if (row === undefined) return this.#makeFirst(db, kind, isKnown(rows, held) ? undefined : held);
      this.#judgeFile(kind, { held, row, rows });
      const inFiles = rows.filter(({ state, sealed }) => state !== 'retired' && sealed === null);
      const material = await this.unlock(kind, row);
      if (storeKey === undefined) return material;
      for (const one of inFiles) await this.#seal(db, kind, await this.unlock(kind, one));
      return material;
    });
    if (storeKey !== undefined) await this.#setFilesAside(kind);
    return current;
  }

  /** The private half of a key that has not retired. @throws KeyRefusal */
  async unlock(kind: KeyKind, row: KeyRow): Promise<KeyMaterial> {
    const known = this.#opened.get(row.fingerprint);
    if (known?.publicPart === row.public_part) return known;
    const material = await this.#unlock(kind, row);
    if (row.sealed !== null) this.#opened.set(row.fingerprint, material);
    return material;
  }

  async #unlock(kind: KeyKind, row: KeyRow): Promise<KeyMaterial> {
    const { storeKey, dataDir } = this.#options;
    if (row.sealed !== null) {
      if (storeKey === undefined) {
        throw new KeyRefusal(
          `FAROL_STORE_KEY is not set, and ${kind.called} is encrypted in the store. ` +
            'Give this replica the same FAROL_STORE_KEY, or FAROL_STORE_KEY_FILE, as the others.',
        );
      }
      const secret = storeKey.open(row.sealed, this.#contextOf(kind, row.fingerprint));
      return { fingerprint: row.fingerprint, publicPart: row.public_part, secret };
    }
    const held = await this.files.find(kind, row.fingerprint);
    if (held !== undefined) return held.material;
    throw new KeyRefusal(
      `${this.files.mainFile(kind)} is missing: the store has ${kind.called} with fingerprint ${row.fingerprint}, ` +
        `and FAROL_DATA_DIR (${dataDir}) does not hold it. ${kind.matters} Restore the file from a backup or copy it ` +
        'from the replica that has it. To share the keys through the store, set FAROL_STORE_KEY on every replica and ' +
        'start the one that has the files first. If the key is lost for good, run ' +
        `farol control rotate-keys --lost ${kind.purpose}.`,
    );
  }

  /** Stores a key that is already the store's own in its new form, such as an authority with a later end. */
  async replace(kind: KeyKind, material: KeyMaterial): Promise<void> {
    await this.#options.store.exclusive(keysLock, async (db) => {
      if (this.#options.storeKey === undefined) {
        await this.files.rewrite(kind, material);
        await updateKey(db, kind, material.fingerprint).set({ public_part: material.publicPart }).execute();
        return;
      }
      // Not from memory: with another store key than the other keys have, this one would be lost to the replicas.
      await this.#unlock(kind, await selectKey(db, kind, material.fingerprint));
      await this.#seal(db, kind, material);
    });
  }

  /**
   * Encrypts every key of the store with `next` instead, inside one transaction. Nothing changes when one
   * of them cannot be opened. @returns how many there are. @throws KeyRefusal
   */
  async changeStoreKey(next: StoreKey): Promise<number> {
    return this.#options.store.exclusive(keysLock, async (db) => {
      let count = 0;
      for (const kind of [authorityKind, commandKind]) {
        for (const row of await selectKeys(db, kind)) {
          if (row.sealed === null) continue;
          const { secret } = await this.#unlock(kind, row);
          const sealed = next.seal(secret, this.#contextOf(kind, row.fingerprint));
          await updateKey(db, kind, row.fingerprint).set({ sealed }).execute();
          count += 1;
        }
      }
      if (count > 0) await recordForAll(db, { at: this.#options.clock.now(), kind: 'store_key_changed' });
      return count;
    });
  }

  /** Ends retiring keys whose time is over: their private halves are destroyed. */
  async retireDue(kind: KeyKind, now: number): Promise<void> {
    const isDue = (await selectKeys(this.#options.store.db, kind)).some((row) => isOver(row, now));
    if (isDue) await this.#options.store.exclusive(keysLock, (db) => this.retireDueIn(db, kind, now));
  }

  /** The same, inside a transaction that holds `keysLock`. */
  async retireDueIn(db: DbTransaction, kind: KeyKind, now: number): Promise<void> {
    for (const row of (await selectKeys(db, kind)).filter((one) => isOver(one, now))) {
      await updateKey(db, kind, row.fingerprint).set({ state: 'retired', sealed: null }).execute();
      this.#opened.delete(row.fingerprint);
      if (row.sealed === null) await this.files.remove(kind, row.fingerprint);
    }
  }

  /** Writes a new key as the current one, inside a transaction that holds `keysLock`. */
  async insert(db: DbTransaction, kind: KeyKind, material: KeyMaterial): Promise<void> {
    await db
      .insertInto('control_keys')
      .values({
        purpose: kind.purpose,
        fingerprint: material.fingerprint,
        public_part: material.publicPart,
        sealed: null,
        state: 'current',
        created_at: this.#options.clock.now(),
        retires_at: null,
      })
      .execute();
    if (this.#options.storeKey !== undefined) await this.#seal(db, kind, material);
  }

  /** The authority for `openServerTls`; `clock` says when the one before ends. @throws KeyRefusal */
  async openAuthority(clock: Pick<Clock, 'now'>): Promise<AuthorityHome> {
    await this.ensure(authorityKind);
    const find = async (isWanted: (row: KeyRow) => boolean): Promise<KeyRow | undefined> =>
      (await selectKeys(this.#options.store.db, authorityKind)).find(isWanted);
    return {
      named: this.#options.storeKey === undefined ? this.files.mainFile(authorityKind) : 'The authority in the store',
      read: async () => {
        const row = await find(({ state }) => state === 'current');
        return row && (await this.unlock(authorityKind, row)).secret.reveal();
      },
      write: async (pem) => this.replace(authorityKind, await authorityKind.read(new Secret(pem))),
      readRetiring: async () => {
        const row = await find((one) => one.state === 'retiring' && !isOver(one, clock.now()));
        if (row === undefined || row.retires_at === null) return undefined;
        return { pem: (await this.unlock(authorityKind, row)).secret.reveal(), until: row.retires_at };
      },
    };
  }

  async #makeFirst(db: DbTransaction, kind: KeyKind, held: KeyOnDisk | undefined): Promise<KeyMaterial> {
    const material = held?.material ?? (await kind.make(this.#options.clock.now()));
    if (held === undefined && this.#options.storeKey === undefined) await this.files.writeMain(kind, material);
    await this.insert(db, kind, material);
    if (kind.purpose === 'command') {
      // Instances that enrolled before the store knew keys pin this one.
      await db
        .updateTable('instances')
        .set({ command_key: material.publicPart })
        .where('command_key', 'is', null)
        .execute();
    }
    return material;
  }

  /** A file with a key that the store has never had belongs to another control plane. */
  #judgeFile(
    kind: KeyKind,
    { held, row, rows }: { held: KeyOnDisk | undefined; row: KeyRow; rows: readonly KeyRow[] },
  ): void {
    if (held === undefined || isKnown(rows, held)) return;
    const mend =
      row.sealed === null
        ? `replace ${held.file} with the file of the replica that has the store's key, or set FAROL_STORE_KEY on every replica, start that one first and remove this file`
        : `remove ${held.file}: the key is in the store`;
    throw new KeyRefusal(
      `${held.file} and the store differ in ${kind.called}: the file has fingerprint ${held.material.fingerprint}, ` +
        `the store has ${row.fingerprint}. ${kind.matters} If this replica belongs to this store, ${mend}. ` +
        'If it does not, correct FAROL_DATABASE_URL or FAROL_DATA_DIR.',
    );
  }

  async #seal(db: DbTransaction, kind: KeyKind, material: KeyMaterial): Promise<void> {
    const context = this.#contextOf(kind, material.fingerprint);
    await updateKey(db, kind, material.fingerprint)
      .set({ sealed: this.#options.storeKey?.seal(material.secret, context) ?? null, public_part: material.publicPart })
      .execute();
  }

  /** After the transaction, so that no crash leaves a key in neither place; a start repeats what is left to do. */
  async #setFilesAside(kind: KeyKind): Promise<void> {
    for (const { fingerprint } of await selectKeys(this.#options.store.db, kind)) {
      const file = await this.files.setAside(kind, fingerprint);
      if (file !== undefined) this.#options.onImported({ key: kind.called, file });
    }
  }

  #contextOf(kind: KeyKind, fingerprint: string): SealContext {
    return { storeId: this.storeId, purpose: kind.purpose, fingerprint };
  }
}

function isKnown(rows: readonly KeyRow[], held: KeyOnDisk | undefined): boolean {
  return rows.some(({ fingerprint }) => fingerprint === held?.material.fingerprint);
}

function isOver({ state, retires_at }: KeyRow, now: number): boolean {
  return state === 'retiring' && retires_at !== null && retires_at <= now;
}

/** Keys that have not ended. */
export function livingOf(rows: readonly KeyRow[], now: number): KeyRow[] {
  return rows.filter((row) => row.state !== 'retired' && !isOver(row, now));
}

type Reader = Pick<DbTransaction, 'selectFrom'>;

/** Every key of a kind that the store has had, oldest first. */
export function selectKeys(db: Reader, { purpose }: Pick<KeyKind, 'purpose'>): Promise<KeyRow[]> {
  return db
    .selectFrom('control_keys')
    .selectAll()
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .orderBy('fingerprint')
    .execute();
}

function selectKey(db: Reader, { purpose }: KeyKind, fingerprint: string): Promise<KeyRow> {
  return db
    .selectFrom('control_keys')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
}

function updateKey(db: DbTransaction, { purpose }: KeyKind, fingerprint: string) {
  return db.updateTable('control_keys').where('purpose', '=', purpose).where('fingerprint', '=', fingerprint);
}
