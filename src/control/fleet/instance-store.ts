/**
 * Enrolled instances: what the fleet lists, what an admin does to one, and the generations that tell
 * a copied identity from the original. Every change is one transaction on either store.
 */
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import {
  type ClaimTimes,
  type GenerationClaim,
  type GenerationRecord,
  judgeGeneration,
} from '../../tunnel/session/generation.ts';
import type {
  ClaimResult,
  EnrolledInstance,
  InstanceAddress,
  InstanceDescription,
  InstanceStanding,
  SessionStore,
} from '../../tunnel/session/session-store.ts';
import { type Doer, operator, recordAct } from '../acts/record-act.ts';
import type { ActKind } from '../api/api.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import { claimInstance, commitInstance, findInstance } from './instance-statements.ts';
import type { InstanceTables } from '../store/instance-tables.ts';

type InstanceRow = Selectable<InstanceTables['instances']>;

/** An instance as the fleet shows it. Times are milliseconds since the epoch. */
export interface ListedInstance {
  readonly instance: string;
  readonly class: InstanceClass;
  readonly enrolledAt: number;
  readonly lastSeenAt: number | undefined;
  readonly revokedAt: number | undefined;
  readonly lockedAt: number | undefined;
  readonly reenrolmentAllowed: boolean;
  /** Of the program of its class, as it said when it last connected. */
  readonly version: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly targets: number | undefined;
}

export interface PinningInstance extends InstanceAddress {
  /** The command key it pins; undefined when that was never recorded. */
  readonly commandKey: string | undefined;
}

const touchedAtOnce = 1000;

/** What the store knows of an instance that has just enrolled. */
export const neverConnected = {
  revoked_at: null,
  locked_at: null,
  reenrolment_allowed: 0,
  generation: 0,
  uncommitted_lineage: null,
  claimed_at: null,
  versions: '{}',
  catalog_digest: null,
  targets: null,
  last_seen_at: null,
  authority: null,
} as const;

export interface TrustingInstance extends PinningInstance {
  readonly enrolledAt: number;
}

export class InstanceStore implements SessionStore {
  readonly #store: Store;
  readonly #db: Db;
  readonly #clock: Clock;
  /** The whole row of what was found, so that the claim that follows need not read it again. */
  readonly #read = new WeakMap<EnrolledInstance, InstanceRow>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#db = store.db;
    this.#clock = clock;
  }

  /** All of an organization, the one of this name, or those that this bootstrap token enrolled. */
  async list(organization: string, of: { instance?: string; token?: string } = {}): Promise<ListedInstance[]> {
    const rows = await this.#db
      .selectFrom('instances')
      .selectAll()
      .where('organization_id', '=', organization)
      .$if(of.instance !== undefined, (query) => query.where('instance', '=', of.instance ?? ''))
      .$if(of.token !== undefined, (query) => query.where('token_id', '=', of.token ?? ''))
      .orderBy('instance')
      .execute();
    return rows.map(describe);
  }

  /** False when the organization has no such instance; true again for one that was revoked before. */
  async revoke(organization: string, instance: string, by: Doer = operator): Promise<boolean> {
    return this.#recorded({ organization, instance, by, kind: 'instance_revoked' }, async (transaction, now) => {
      const { numUpdatedRows } = await transaction
        .updateTable('instances')
        .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(now)), reenrolment_allowed: 0 }))
        .where('organization_id', '=', organization)
        .where('instance', '=', instance)
        .where((row) => row.or([row('revoked_at', 'is', null), row('reenrolment_allowed', '=', 1)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    });
  }

  /** Lets one enrolment with another key in. False when the organization has no such instance. */
  async allowReenrolment(organization: string, instance: string, by: Doer = operator): Promise<boolean> {
    return this.#recorded({ organization, instance, by, kind: 'reenrolment_allowed' }, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('instances')
        .set({ reenrolment_allowed: 1 })
        .where('organization_id', '=', organization)
        .where('instance', '=', instance)
        .where('reenrolment_allowed', '=', 0)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    });
  }

  /** Records the act when `work` changed something. False when the organization has no such instance. */
  async #recorded(
    { organization, instance, by, kind }: { organization: string; instance: string; by: Doer; kind: ActKind },
    work: (transaction: DbTransaction, now: number) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const now = this.#clock.now();
      const isChanged = await work(transaction, now);
      const found = await transaction
        .selectFrom('instances')
        .select('class')
        .where('organization_id', '=', organization)
        .where('instance', '=', instance)
        .executeTakeFirst();
      if (found === undefined) return false;
      if (!isChanged) return true;
      const subject = { id: instance, name: instance };
      await recordAct(transaction, { organization, at: now, kind, by, subject, detail: { class: found.class } });
      return true;
    });
  }

  /** Of all organizations: every instance that may not connect, and those enrolled since. */
  async listStandings(enrolledSince: number): Promise<InstanceStanding[]> {
    const rows = await this.#db
      .selectFrom('instances')
      .select(['organization_id', 'instance', 'enrolled_at', 'revoked_at', 'locked_at'])
      .where((row) =>
        row.or([
          row('revoked_at', 'is not', null),
          row('locked_at', 'is not', null),
          row('enrolled_at', '>', enrolledSince),
        ]),
      )
      .execute();
    return rows.map((row) => ({
      organization: row.organization_id,
      instance: row.instance,
      enrolledAt: row.enrolled_at,
      state: stateOf(row),
    }));
  }

  /** Of all organizations: those that may connect and pin another command key. */
  async listPinningOther(commandKey: string): Promise<PinningInstance[]> {
    const rows = await this.#db
      .selectFrom('instances')
      .select(['organization_id', 'instance', 'command_key'])
      .where('revoked_at', 'is', null)
      .where('locked_at', 'is', null)
      .where((row) => row.or([row('command_key', 'is', null), row('command_key', '!=', commandKey)]))
      .execute();
    return rows.map(toPinning);
  }

  /** Of all organizations: those that may connect and have not confirmed this authority. */
  async listTrustingOther(authority: string): Promise<TrustingInstance[]> {
    const rows = await this.#db
      .selectFrom('instances')
      .select(['organization_id', 'instance', 'command_key', 'enrolled_at'])
      .where('revoked_at', 'is', null)
      .where('locked_at', 'is', null)
      .where((row) => row.or([row('authority', 'is', null), row('authority', '!=', authority)]))
      .execute();
    return rows.map((row) => ({ ...toPinning(row), enrolledAt: row.enrolled_at }));
  }

  /** Nothing changes when it was enrolled again meanwhile. */
  async confirmAuthority(of: TrustingInstance, authority: string): Promise<void> {
    await updateInstance(this.#db, of).set({ authority }).where('enrolled_at', '=', of.enrolledAt).execute();
  }

  /** Nothing changes when it was enrolled again meanwhile. */
  async confirmCommandKey(of: InstanceAddress, key: { readonly from: string; readonly to: string }): Promise<void> {
    await updateInstance(this.#db, of).set({ command_key: key.to }).where('command_key', '=', key.from).execute();
  }

  async find({ organization, instance }: InstanceAddress): Promise<EnrolledInstance | undefined> {
    const row = await selectInstance(this.#store.sessions, { organization, instance });
    if (row === undefined) return undefined;
    const found = {
      organization,
      instance,
      class: row.class,
      publicKey: row.public_key,
      enrolledAt: row.enrolled_at,
      state: stateOf(row),
      commandKey: row.command_key ?? undefined,
    };
    this.#read.set(found, row);
    return found;
  }

  async claimGeneration(found: EnrolledInstance, claim: GenerationClaim, times: ClaimTimes): Promise<ClaimResult> {
    // Nearly every claim is good and alone: the lock is for those that are not.
    const accepted = await this.#claimAlone(found, claim, times);
    if (accepted !== undefined) return accepted;
    return this.#change(found, async (db) => {
      const row = await selectInstance(db, found);
      if (row === undefined || stateOf(row) === 'revoked') return { result: 'revoked' };
      if (row.enrolled_at !== found.enrolledAt) return { result: 'late' };
      if (stateOf(row) === 'locked') return { result: 'locked', isNew: false };
      const judged = judgeGeneration(recordOf(row), claim, times);
      if (judged.verdict === 'late') return { result: 'late' };
      if (judged.verdict === 'stale') {
        await updateInstance(db, found).set({ locked_at: times.now }).execute();
        return { result: 'locked', isNew: true };
      }
      await updateInstance(db, found).set(columnsOf(judged.next)).execute();
      return { result: 'accepted', isStoreBehind: judged.isStoreBehind };
    });
  }

  /** Undefined, and nothing was changed, for a claim that is not good or met another one. */
  async #claimAlone(
    found: EnrolledInstance,
    claim: GenerationClaim,
    times: ClaimTimes,
  ): Promise<ClaimResult | undefined> {
    // It may have changed since: then nothing is claimed here, because the statement compares.
    const row = this.#read.get(found) ?? (await selectInstance(this.#store.sessions, found));
    if (row === undefined || stateOf(row) !== 'active' || row.enrolled_at !== found.enrolledAt) return undefined;
    const judged = judgeGeneration(recordOf(row), claim, times);
    if (judged.verdict !== 'accepted') return undefined;
    const next = columnsOf(judged.next);
    const { changed } = await claimInstance(this.#store.sessions, {
      organization: found.organization,
      instance: found.instance,
      enrolledAt: row.enrolled_at,
      generation: row.generation,
      lineage: row.uncommitted_lineage ?? '',
      nextGeneration: next.generation,
      nextLineage: next.uncommitted_lineage,
      claimedAt: next.claimed_at,
    });
    return changed === 1 ? { result: 'accepted', isStoreBehind: judged.isStoreBehind } : undefined;
  }

  async commitGeneration(
    found: EnrolledInstance,
    session: { readonly generation: number; readonly now: number; readonly description: InstanceDescription },
  ): Promise<boolean> {
    const { versions, catalogDigest, targets } = session.description;
    const { changed } = await commitInstance(this.#store.sessions, {
      organization: found.organization,
      instance: found.instance,
      enrolledAt: found.enrolledAt,
      generation: session.generation,
      versions: JSON.stringify(versions),
      catalogDigest: catalogDigest ?? null,
      targets: targets ?? null,
      now: session.now,
    });
    return changed === 1;
  }

  /** Notes that these instances were connected just now. */
  async touch(seen: readonly InstanceAddress[]): Promise<void> {
    const now = this.#clock.now();
    // Few statements: the watch for revocations waits for them.
    for (const [organization, instances] of Map.groupBy(seen, (one) => one.organization)) {
      for (let from = 0; from < instances.length; from += touchedAtOnce) {
        const names = instances.slice(from, from + touchedAtOnce).map(({ instance }) => instance);
        await this.#db
          .updateTable('instances')
          .set({ last_seen_at: now })
          .where('organization_id', '=', organization)
          .where('instance', 'in', names)
          .execute();
      }
    }
  }

  #change<T>(address: InstanceAddress, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#store.exclusive(`instance ${address.organization} ${address.instance}`, work);
  }
}

function toPinning(row: Pick<InstanceRow, 'organization_id' | 'instance' | 'command_key'>): PinningInstance {
  return { organization: row.organization_id, instance: row.instance, commandKey: row.command_key ?? undefined };
}

export async function selectInstance(
  db: Db,
  { organization, instance }: InstanceAddress,
): Promise<InstanceRow | undefined> {
  const { rows } = await findInstance(db, { organization, instance });
  return rows[0];
}

export function stateOf(row: Pick<InstanceRow, 'revoked_at' | 'locked_at'>): EnrolledInstance['state'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.locked_at === null ? 'active' : 'locked';
}

function recordOf(row: InstanceRow): GenerationRecord {
  return {
    generation: row.generation,
    uncommittedLineage: row.uncommitted_lineage ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
  };
}

function columnsOf({ generation, uncommittedLineage, claimedAt }: GenerationRecord) {
  return { generation, uncommitted_lineage: uncommittedLineage ?? null, claimed_at: claimedAt ?? null };
}

function updateInstance(db: Db, { organization, instance }: InstanceAddress) {
  return db.updateTable('instances').where('organization_id', '=', organization).where('instance', '=', instance);
}

function describe(row: InstanceRow): ListedInstance {
  const versions = JSON.parse(row.versions) as Record<string, string>; // written by commitGeneration
  return {
    instance: row.instance,
    class: row.class,
    enrolledAt: row.enrolled_at,
    lastSeenAt: row.last_seen_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lockedAt: row.locked_at ?? undefined,
    reenrolmentAllowed: row.reenrolment_allowed === 1,
    version: versions[row.class],
    versions,
    targets: row.targets ?? undefined,
  };
}
