/**
 * Changes the command key or the authority, ends a change and says how far it is: what `farol control
 * rotate-keys` does on the store. Running replicas notice within seconds and need no restart.
 */
import type { Clock } from '../../core/clock.ts';
import { recordForAll } from '../acts/record-act.ts';
import type { Store } from '../store/database.ts';
import { type KeyCustody, type KeyRow, keysLock, livingOf, selectKeys } from './key-custody.ts';
import { authorityKind, commandKind, type KeyKind, type KeyPurpose } from './key-kinds.ts';
import type { StoreKey } from './store-key.ts';

/** How long the key before still counts: long enough for an instance that is off for a holiday. */
export const overlapMs = 30 * 86_400_000;

/** Why keys are not changed now, and what to do. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

export interface RotationDeps {
  readonly store: Store;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export interface KeyStatus {
  readonly purpose: KeyPurpose;
  readonly fingerprint: string;
  readonly state: KeyRow['state'];
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** When a retiring key ends. */
  readonly until: number | undefined;
  readonly home: 'store' | 'file' | 'destroyed';
}

export interface UnconfirmedInstance {
  readonly organization: string;
  readonly instance: string;
  readonly class: 'agent' | 'profiler';
  readonly lastSeenAt: number | undefined;
  /** Its key has ended: it must be enrolled again. */
  readonly isStranded: boolean;
}

/** How far the instances of the store are with one of the keys. */
export interface Progress {
  readonly confirmed: number;
  readonly unconfirmed: readonly UnconfirmedInstance[];
}

/** `confirmed` and `unconfirmed` are of the command key. */
export interface RotationStatus extends Progress {
  readonly keys: readonly KeyStatus[];
  readonly authority: Progress;
}

/** Makes a new command key current. @throws RotationRefused, KeyRefusal */
export function rotateCommandKey(deps: RotationDeps): Promise<void> {
  return rotateKey(deps, commandKind, deps.clock.now());
}

/**
 * Makes a new authority current; the one before goes on issuing until its end. `madeAt`: milliseconds by
 * the clock of the machine, which readers of certificates go by. @throws RotationRefused, KeyRefusal
 */
export function rotateAuthority(deps: RotationDeps, madeAt: number): Promise<void> {
  return rotateKey(deps, authorityKind, madeAt);
}

async function rotateKey({ store, custody, clock }: RotationDeps, kind: KeyKind, madeAt: number): Promise<void> {
  await store.exclusive(keysLock, async (db) => {
    await custody.retireDueIn(db, kind, clock.now());
    const rows = await selectKeys(db, kind);
    const current = requireCurrent(rows);
    const under = rows.find(({ state }) => state === 'retiring');
    if (under !== undefined) {
      throw new RotationRefused(
        `A change of the ${nameOf(kind)} is in progress until ${timeOf(under.retires_at)}. ` +
          '`farol control rotate-keys --status` shows which instances have not confirmed; ' +
          `\`--finish ${kind.purpose}\` ends it now.`,
      );
    }
    if (current.sealed === null && (custody.hasStoreKey || store.dialect === 'postgres')) {
      throw new RotationRefused(
        `The ${nameOf(kind)} is a file of one machine, and the other replicas could not get a new one. ` +
          'Set FAROL_STORE_KEY on every replica, restart them so that the keys move into the store, and run this again.',
      );
    }
    await custody.unlock(kind, current);
    const next = await kind.make(madeAt);
    // On the disk before the store names it: a crash in between leaves an unused file.
    if (!custody.hasStoreKey) await custody.files.writeOwn(kind, next);
    await db
      .updateTable('control_keys')
      .set({ state: 'retiring', retires_at: clock.now() + overlapMs })
      .where('purpose', '=', kind.purpose)
      .where('fingerprint', '=', current.fingerprint)
      .execute();
    await custody.insert(db, kind, next);
    await recordForAll(db, { at: clock.now(), kind: 'key_changed', detail: { key: kind.purpose } });
  });
}

/** Ends the key before at once. @throws RotationRefused while instances know no other, unless `strand`. */
export async function finishRotation(
  { store, custody, clock }: RotationDeps,
  { strand, purpose }: { readonly strand: boolean; readonly purpose?: KeyPurpose | undefined },
): Promise<void> {
  const status = await readRotationStatus({ store, clock });
  const kind = findChange(status, purpose);
  const { unconfirmed } = kind === commandKind ? status : status.authority;
  const waiting = unconfirmed.filter(({ isStranded }) => !isStranded);
  if (waiting.length > 0 && !strand) {
    const cost =
      kind === commandKind ? 'would have to be enrolled again' : 'would need the new ca.pem in RUNNER_CA_FILE';
    throw new RotationRefused(
      `${waiting.length} instances have not confirmed the new ${nameOf(kind)} and ${cost}: ` +
        `${waiting.map(({ instance }) => instance).join(', ')}. Wait until they have connected, or add --strand.`,
    );
  }
  await store.exclusive(keysLock, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('control_keys')
      .set({ retires_at: clock.now() })
      .where('purpose', '=', kind.purpose)
      .where('state', '=', 'retiring')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noChange(kind);
    await recordForAll(db, { at: clock.now(), kind: 'key_change_finished', detail: { key: kind.purpose } });
    await custody.retireDueIn(db, kind, clock.now());
  });
}

function findChange({ keys }: RotationStatus, wanted: KeyPurpose | undefined): KeyKind {
  const under = [commandKind, authorityKind].filter(({ purpose }) =>
    keys.some((key) => key.purpose === purpose && key.state === 'retiring'),
  );
  if (wanted !== undefined) {
    const found = under.find(({ purpose }) => purpose === wanted);
    if (found === undefined) throw noChange(wanted === 'command' ? commandKind : authorityKind);
    return found;
  }
  const [only, other] = under;
  if (only === undefined) {
    throw new RotationRefused('No change of the command key or of the authority is in progress.');
  }
  if (other === undefined) return only;
  throw new RotationRefused('Two changes are in progress. Use --finish command or --finish authority.');
}

function noChange(kind: KeyKind): RotationRefused {
  return new RotationRefused(`No change of the ${nameOf(kind)} is in progress.`);
}

function nameOf({ purpose }: KeyKind): string {
  return purpose === 'command' ? 'command key' : 'authority';
}

/**
 * Encrypts the keys of the store with `next`. Running replicas have opened theirs and go on.
 * @returns how many keys there are. @throws RotationRefused, KeyRefusal
 */
export async function changeStoreKey(
  { custody }: Pick<RotationDeps, 'custody'>,
  { present, next }: { readonly present: StoreKey | undefined; readonly next: StoreKey | undefined },
): Promise<number> {
  if (next === undefined) {
    throw new RotationRefused(
      'FAROL_STORE_KEY_NEW is not set. Create a key with `farol control make-store-key`, set it in FAROL_STORE_KEY_NEW ' +
        'or FAROL_STORE_KEY_NEW_FILE, leave the current one in FAROL_STORE_KEY, and run this again.',
    );
  }
  if (present === undefined) {
    throw new RotationRefused(
      'FAROL_STORE_KEY is not set. Set it to the key that the running replicas have. If they have none, ' +
        'set it to the new key on every replica and restart them: the keys then move into the store.',
    );
  }
  if (next.id === present.id) {
    throw new RotationRefused('FAROL_STORE_KEY_NEW is the same key as FAROL_STORE_KEY. Set a new one.');
  }
  const count = await custody.changeStoreKey(next);
  if (count > 0) return count;
  throw new RotationRefused(
    'No key of this store is encrypted. Set FAROL_STORE_KEY to the new key on every replica and restart them.',
  );
}

/** Gives up a key whose private half is gone; the next start makes another. @throws RotationRefused when it is not gone. */
export async function giveUpKey({ store, custody, clock }: RotationDeps, purpose: KeyPurpose): Promise<void> {
  const kind: KeyKind = purpose === 'command' ? commandKind : authorityKind;
  await store.exclusive(keysLock, async (db) => {
    const current = requireCurrent(await selectKeys(db, kind));
    const isThere = await custody.unlock(kind, current).then(
      () => true,
      () => false,
    );
    if (isThere) {
      throw new RotationRefused(
        `${kind.called} is not lost: FAROL_DATA_DIR or FAROL_STORE_KEY of this command opens it.`,
      );
    }
    await db
      .updateTable('control_keys')
      .set({ state: 'retired', sealed: null })
      .where('purpose', '=', purpose)
      .where('state', '!=', 'retired')
      .execute();
    await recordForAll(db, { at: clock.now(), kind: 'key_given_up', detail: { key: purpose } });
  });
}

/** Of all organizations of the store. */
export async function readRotationStatus({
  store,
  clock,
}: Pick<RotationDeps, 'store' | 'clock'>): Promise<RotationStatus> {
  const commandKeys = await selectKeys(store.db, commandKind);
  const authorities = await selectKeys(store.db, authorityKind);
  const rows = await store.db
    .selectFrom('instances')
    .innerJoin('organizations', 'organizations.id', 'instances.organization_id')
    .select(['organizations.name as organization', 'instance', 'class', 'command_key', 'authority', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .orderBy('organizations.name')
    .orderBy('instance')
    .execute();
  const command = commandKeys.find(({ state }) => state === 'current')?.public_part;
  const live = livingOf(commandKeys, clock.now()).map((row) => row.public_part);
  const authority = authorities.find(({ state }) => state === 'current')?.fingerprint;
  const isAuthorityChanging = livingOf(authorities, clock.now()).length > 1;
  return {
    keys: [...authorities, ...commandKeys].map(toStatus),
    ...toProgress(rows, {
      hasConfirmed: ({ command_key }) => command_key === command,
      isStranded: ({ command_key }) => !live.includes(command_key ?? commandKeys[0]?.public_part ?? ''),
    }),
    authority: toProgress(rows, {
      hasConfirmed: (row) => authorities.length < 2 || row.authority === authority,
      isStranded: () => !isAuthorityChanging,
    }),
  };
}

interface InstanceRow {
  readonly organization: string;
  readonly instance: string;
  readonly class: UnconfirmedInstance['class'];
  readonly command_key: string | null;
  readonly authority: string | null;
  readonly last_seen_at: number | null;
}

function toProgress(
  rows: readonly InstanceRow[],
  { hasConfirmed, isStranded }: Readonly<Record<'hasConfirmed' | 'isStranded', (row: InstanceRow) => boolean>>,
): Progress {
  const others = rows.filter((row) => !hasConfirmed(row));
  return {
    confirmed: rows.length - others.length,
    unconfirmed: others.map((row) => ({
      organization: row.organization,
      instance: row.instance,
      class: row.class,
      lastSeenAt: row.last_seen_at ?? undefined,
      isStranded: isStranded(row),
    })),
  };
}

function toStatus(row: KeyRow): KeyStatus {
  const keptIn = row.sealed === null ? 'file' : 'store';
  return {
    purpose: row.purpose,
    fingerprint: row.fingerprint,
    state: row.state,
    since: row.created_at,
    until: row.retires_at ?? undefined,
    home: row.state === 'retired' ? 'destroyed' : keptIn,
  };
}

function requireCurrent(rows: readonly KeyRow[]): KeyRow {
  const current = rows.find(({ state }) => state === 'current');
  if (current !== undefined) return current;
  throw new RotationRefused('No control plane has been started on this store yet, so there is no key to change.');
}

function timeOf(milliseconds: number | null): string {
  return new Date(milliseconds ?? 0).toISOString();
}
