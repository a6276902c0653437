/** Which replica holds the tunnel of which instance: the few statements on that table. */
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import type { EnrolledInstance, InstanceAddress, InstanceDescription } from '../../tunnel/session/session-store.ts';
import type { Db, Store } from '../store/database.ts';
import { type Prepared, prepare } from '../store/prepared.ts';
import { leaseTimes } from './lease.ts';
import { storeNow, withSignal } from './shared-statements.ts';

/** A session with the replica that holds its socket. */
export interface PlacedSession extends LiveSession {
  readonly replica: string;
  /** One more with each session of the instance. */
  readonly epoch: number;
}

export interface MovingInstance extends InstanceAddress {
  readonly class: InstanceClass;
}

export interface Placements {
  readonly live: readonly PlacedSession[];
  /** Their replica went away, and they are expected at another one. */
  readonly moving: readonly MovingInstance[];
}

export interface NewSession {
  readonly generation: number;
  readonly now: number;
  readonly description: InstanceDescription;
}

/** One instance, or all of an organization. */
export interface DirectoryPart {
  readonly organization: string;
  readonly instance?: string | undefined;
}

interface ClaimValues {
  readonly replica: string;
  readonly organization: string;
  readonly instance: string;
  readonly class: InstanceClass;
  readonly enrolledAt: number;
  readonly generation: number;
  readonly versions: string;
  readonly catalogDigest: string | null;
  readonly targets: number | null;
  readonly since: number;
  /** What the others hear. */
  readonly word: string;
}

export class OwnerTable {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #claimOwner: Prepared<ClaimValues, { epoch: number }>;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#claimOwner = prepare((_db, of) =>
      withSignal(
        store,
        sql<{ epoch: number }>`
        insert into tunnel_owners (organization_id, instance, replica_id, epoch, class, enrolled_at, generation,
          versions, catalog_digest, targets, since, released_at, is_moving)
        select cast(${of.organization} as text), cast(${of.instance} as text), id, 1,
          cast(${of.class} as text), cast(${of.enrolledAt} as bigint), cast(${of.generation} as bigint),
          cast(${of.versions} as text), cast(${of.catalogDigest} as text),
          cast(${of.targets} as integer), cast(${of.since} as bigint), null, 0
        from replicas where id = ${of.replica} and ${this.#isAlive('replicas.lease_until')}
        on conflict (organization_id, instance) do update set
          replica_id = excluded.replica_id, epoch = tunnel_owners.epoch + 1, class = excluded.class,
          enrolled_at = excluded.enrolled_at, generation = excluded.generation, versions = excluded.versions,
          catalog_digest = excluded.catalog_digest, targets = excluded.targets, since = excluded.since,
          released_at = null, is_moving = 0
        where excluded.enrolled_at > tunnel_owners.enrolled_at
          or (excluded.enrolled_at = tunnel_owners.enrolled_at and excluded.generation > tunnel_owners.generation)
        returning epoch`,
        of.word,
      ),
    );
  }

  /**
   * Makes a replica the owner and returns the epoch. Undefined when a later session of the instance has an
   * owner, or when the replica has no lease.
   */
  async claim(
    replica: string,
    found: EnrolledInstance,
    { generation, now, description }: NewSession,
  ): Promise<number | undefined> {
    const { versions, catalogDigest, targets } = description;
    const { rows } = await this.#claimOwner(this.#store.sessions, {
      replica,
      organization: found.organization,
      instance: found.instance,
      class: found.class,
      enrolledAt: found.enrolledAt,
      generation,
      versions: JSON.stringify(versions),
      catalogDigest: catalogDigest ?? null,
      targets: targets ?? null,
      since: now,
      word: `owners ${replica} ${found.organization} ${found.instance}`,
    });
    const [row] = rows;
    return row === undefined ? undefined : Number(row.epoch);
  }

  /** Ends one session, and no later one. */
  async release(
    replica: string,
    { organization, instance }: InstanceAddress,
    { epoch, isMoving }: { epoch: number; isMoving: boolean },
  ): Promise<void> {
    const released = this.#store.db
      .updateTable('tunnel_owners')
      .set({ released_at: storeNow(this.#store, this.#clock), is_moving: isMoving ? 1 : 0 })
      .where('organization_id', '=', organization)
      .where('instance', '=', instance)
      .where('replica_id', '=', replica)
      .where('epoch', '=', epoch)
      .where('released_at', 'is', null)
      .returning('epoch');
    await withSignal(this.#store, sql`${released}`, `owners ${replica} ${organization} ${instance}`).execute(
      this.#store.db,
    );
  }

  /** Changes with every claim and release: cheaper to ask for than the sessions themselves. */
  async fingerprint(): Promise<string> {
    const { rows } = await sql<{ print: string }>`
      select cast(coalesce(sum(epoch), 0) as text) || ' '
        || cast(coalesce(sum(case when released_at is null then epoch end), 0) as text) || ' '
        || cast((select coalesce(sum(started_at), 0) from replicas where ${this.#isAlive('replicas.lease_until')}) as text)
        as print
      from tunnel_owners`.execute(this.#store.db);
    return rows[0]?.print ?? '';
  }

  /** Of every organization, or of some instances and organizations, as the given transaction sees them. */
  async list(of: { readonly parts?: readonly DirectoryPart[]; readonly db?: Db } = {}): Promise<Placements> {
    const { db = this.#store.db, parts } = of;
    const now = storeNow(this.#store, this.#clock);
    let query = db
      .selectFrom('tunnel_owners')
      .leftJoin('replicas', 'replicas.id', 'tunnel_owners.replica_id')
      .selectAll('tunnel_owners')
      .select(sql<number>`case when ${this.#isAlive('replicas.lease_until')} then 1 else 0 end`.as('is_alive'))
      .where((row) =>
        row.or([
          row('released_at', 'is', null),
          row.and([
            row('is_moving', '=', 1),
            row('released_at', '>', sql<number>`${now} - ${sql.lit(leaseTimes.movingMs)}`),
          ]),
        ]),
      );
    if (parts !== undefined) {
      query = query.where((row) =>
        row.or(
          [...groupParts(parts)].map(([organization, instances]) =>
            instances === undefined
              ? row('organization_id', '=', organization)
              : row.and([row('organization_id', '=', organization), row('instance', 'in', instances)]),
          ),
        ),
      );
    }
    const rows = await query.execute();
    const isLive = (row: (typeof rows)[number]): boolean => row.released_at === null && row.is_alive === 1;
    return {
      live: rows.filter(isLive).map((row) => ({
        organization: row.organization_id,
        instance: row.instance,
        class: row.class,
        generation: row.generation,
        versions: JSON.parse(row.versions) as Record<string, string>, // written by claim
        catalogDigest: row.catalog_digest ?? undefined,
        targets: row.targets ?? undefined,
        since: row.since,
        replica: row.replica_id,
        epoch: row.epoch,
      })),
      moving: rows
        .filter((row) => !isLive(row))
        .map(({ organization_id, instance, class: of }) => ({ organization: organization_id, instance, class: of })),
    };
  }

  /** Notes the end of replicas that lost their lease, so that their instances count as moving for a while. */
  async endDead(): Promise<void> {
    // The only process of the embedded store renews and ends no leases.
    if (this.#store.dialect === 'sqlite') return;
    const now = storeNow(this.#store, this.#clock);
    await this.#store.db.transaction().execute(async (transaction) => {
      await sql`update tunnel_owners set released_at = ${now}, is_moving = 1
        where released_at is null and not exists (
          select 1 from replicas where id = tunnel_owners.replica_id and ${this.#isAlive('replicas.lease_until')})`.execute(
        transaction,
      );
      await transaction
        .deleteFrom('replicas')
        .where('lease_until', '<', sql<number>`${now} - ${sql.lit(leaseTimes.movingMs)}`)
        .execute();
    });
  }

  /** The embedded store has one process, which is alive as long as it asks. */
  #isAlive(lease: string) {
    const until = sql.ref(lease);
    return this.#store.dialect === 'sqlite'
      ? sql<boolean>`${until} is not null`
      : sql<boolean>`(${until} is not null and ${until} > ${storeNow(this.#store, this.#clock)})`;
  }
}

/** Names by organization; undefined for all of them. */
function groupParts(parts: readonly DirectoryPart[]): ReadonlyMap<string, readonly string[] | undefined> {
  const groups = new Map<string, string[] | undefined>();
  for (const { organization, instance } of parts) {
    const own = groups.has(organization) ? groups.get(organization) : [];
    groups.set(organization, own === undefined || instance === undefined ? undefined : [...own, instance]);
  }
  return groups;
}

/** As the caller sees it. */
export type Owners = Pick<OwnerTable, keyof OwnerTable>;
