/**
 * Changes the command key, ends a change and says how far it is: what `farol control rotate-keys` does
 * on the store. Running replicas notice within seconds and need no restart.
 */
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/database.ts';
import { type KeyCustody, type KeyRow, keysLock, selectKeys } from './key-custody.ts';
import { authorityKind, commandKind, type KeyKind, type KeyPurpose } from './key-kinds.ts';

/** How long the key before still signs: long enough for an instance that is off for a holiday. */
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

export interface RotationStatus {
  readonly keys: readonly KeyStatus[];
  readonly confirmed: number;
  readonly unconfirmed: readonly UnconfirmedInstance[];
}

/** Makes a new command key current. @throws RotationRefused, KeyRefusal */
export async function rotateCommandKey({ store, custody, clock }: RotationDeps): Promise<void> {
  await store.exclusive(keysLock, async (db) => {
    await custody.retireDueIn(db, commandKind, clock.now());
    const rows = await selectKeys(db, commandKind);
    const current = requireCurrent(rows);
    const under = rows.find(({ state }) => state === 'retiring');
    if (under !== undefined) {
      throw new RotationRefused(
        `A change of the command key is under way until ${timeOf(under.retires_at)}. ` +
          '`farol control rotate-keys --status` shows who has not confirmed; `--finish` ends it now.',
      );
    }
    if (current.sealed === null && (custody.hasStoreKey || store.dialect === 'postgres')) {
      throw new RotationRefused(
        'The command key is a file of one machine, and the other replicas could not get a new one. ' +
          'Set FAROL_STORE_KEY on every replica, restart them so that the keys move into the store, and run this again.',
      );
    }
    await custody.unlock(commandKind, current);
    const next = await commandKind.make(clock.now());
    // On the disk before the store names it: a crash in between leaves a file that nobody uses.
    if (!custody.hasStoreKey) await custody.files.writeOwn(commandKind, next);
    await db
      .updateTable('control_keys')
      .set({ state: 'retiring', retires_at: clock.now() + overlapMs })
      .where('purpose', '=', 'command')
      .where('fingerprint', '=', current.fingerprint)
      .execute();
    await custody.insert(db, commandKind, next);
  });
}

/** Ends the key before at once, so that it signs no more. @throws RotationRefused while instances pin it, unless `strand`. */
export async function finishRotation(
  { store, custody, clock }: RotationDeps,
  { strand }: { readonly strand: boolean },
): Promise<void> {
  const { unconfirmed } = await readRotationStatus({ store, clock });
  const waiting = unconfirmed.filter(({ isStranded }) => !isStranded);
  if (waiting.length > 0 && !strand) {
    throw new RotationRefused(
      `${waiting.length} instances have not confirmed the new command key and would have to be enrolled again: ` +
        `${waiting.map(({ instance }) => instance).join(', ')}. Wait until they have connected, or give --strand as well.`,
    );
  }
  await store.exclusive(keysLock, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('control_keys')
      .set({ retires_at: clock.now() })
      .where('purpose', '=', 'command')
      .where('state', '=', 'retiring')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new RotationRefused('No change of the command key is under way.');
    await custody.retireDueIn(db, commandKind, clock.now());
  });
}

/** Gives up a key whose private half is gone; the next start makes another. @throws RotationRefused when it is not gone. */
export async function giveUpKey({ store, custody }: RotationDeps, purpose: KeyPurpose): Promise<void> {
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
  });
}

/** Of all organizations of the store. */
export async function readRotationStatus({
  store,
  clock,
}: Pick<RotationDeps, 'store' | 'clock'>): Promise<RotationStatus> {
  const commandKeys = await selectKeys(store.db, commandKind);
  const authorities = await selectKeys(store.db, authorityKind);
  const current = commandKeys.find(({ state }) => state === 'current');
  const live = new Set(
    commandKeys.filter(({ retires_at }) => (retires_at ?? clock.now() + 1) > clock.now()).map((row) => row.public_part),
  );
  const rows = await store.db
    .selectFrom('instances')
    .innerJoin('organizations', 'organizations.id', 'instances.organization_id')
    .select(['organizations.name as organization', 'instance', 'class', 'command_key', 'last_seen_at'])
    .where('revoked_at', 'is', null)
    .orderBy('organizations.name')
    .orderBy('instance')
    .execute();
  const others = rows.filter(({ command_key }) => command_key !== current?.public_part);
  return {
    keys: [...authorities, ...commandKeys].map(toStatus),
    confirmed: rows.length - others.length,
    unconfirmed: others.map((row) => ({
      organization: row.organization,
      instance: row.instance,
      class: row.class,
      lastSeenAt: row.last_seen_at ?? undefined,
      isStranded: !live.has(row.command_key ?? commandKeys[0]?.public_part ?? ''),
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
  throw new RotationRefused('No control plane was started on this store yet, so there is no key to change.');
}

function timeOf(milliseconds: number | null): string {
  return new Date(milliseconds ?? 0).toISOString();
}
