/**
 * Leases, owners and relayed commands in memory, with the contract of the tables on a store that processes
 * share: `memory-tables.test.ts` runs the same steps against these and against PostgreSQL.
 */
import type { Leases } from '../../src/control/replicas/lease-table.ts';
import { leaseTimes } from '../../src/control/replicas/lease.ts';
import type {
  NewSession,
  Owners,
  PlacedSession,
  Placements,
  DirectoryPart,
} from '../../src/control/replicas/owner-table.ts';
import type {
  Fetched,
  RelayedAnswer,
  RelayedCommand,
  Relays,
  TakenCommand,
} from '../../src/control/replicas/relay-table.ts';
import type { EnrolledInstance, InstanceAddress } from '../../src/tunnel/session/session-store.ts';

interface OwnerRow extends PlacedSession {
  readonly enrolledAt: number;
  releasedAt: number | null;
  isMoving: boolean;
}

interface RelayRow extends RelayedCommand {
  readonly from: string;
  readonly deadline: number;
  state: 'asked' | 'running' | 'answered';
  answered?: RelayedAnswer;
}

export interface ReplicaRecordsOptions {
  /** The store's own clock. */
  readonly now: () => number;
  /** False where one process is all there is, as with the embedded store. */
  readonly isShared?: boolean;
  /** Heard by the other processes. */
  readonly signal?: (text: string) => void;
}

/** The rows. They outlive every process. */
export class ReplicaRecords {
  readonly options: ReplicaRecordsOptions;
  readonly replicas = new Map<string, { readonly startedAt: number; until: number }>();
  readonly owners = new Map<string, OwnerRow>();
  readonly relays = new Map<string, RelayRow>();

  constructor(options: ReplicaRecordsOptions) {
    this.options = options;
  }

  isAlive(replica: string): boolean {
    const lease = this.replicas.get(replica);
    return lease !== undefined && (this.options.isShared === false || lease.until > this.options.now());
  }
}

export class MemoryLeases implements Leases {
  readonly isShared: boolean;
  readonly #records: ReplicaRecords;

  constructor(records: ReplicaRecords) {
    this.#records = records;
    this.isShared = records.options.isShared !== false;
  }

  async register(id: string, leaseMs: number): Promise<void> {
    const { owners, replicas, options } = this.#records;
    const now = options.now();
    for (const row of owners.values()) {
      if (row.releasedAt === null && (row.replica === id || !this.isShared)) release(row, now, true);
    }
    if (!this.isShared) replicas.clear();
    replicas.set(id, { startedAt: replicas.get(id)?.startedAt ?? now, until: now + leaseMs });
  }

  async renew(id: string, leaseMs: number): Promise<boolean> {
    const { replicas, options } = this.#records;
    const now = options.now();
    const lease = replicas.get(id);
    if (lease === undefined || lease.until <= now) return false;
    lease.until = now + leaseMs;
    return true;
  }

  async hasOthers(id: string): Promise<boolean> {
    return [...this.#records.replicas.keys()].some((other) => other !== id && this.#records.isAlive(other));
  }

  async remove(id: string): Promise<void> {
    this.#records.replicas.delete(id);
  }
}

export class MemoryOwners implements Owners {
  readonly #records: ReplicaRecords;

  constructor(records: ReplicaRecords) {
    this.#records = records;
  }

  async claim(replica: string, found: EnrolledInstance, session: NewSession): Promise<number | undefined> {
    const { owners, options } = this.#records;
    if (!this.#records.isAlive(replica)) return undefined;
    const { organization, instance, enrolledAt } = found;
    const { generation, now, description } = session;
    const key = keyOf(found);
    const before = owners.get(key);
    const isLater =
      before === undefined ||
      enrolledAt > before.enrolledAt ||
      (enrolledAt === before.enrolledAt && generation > before.generation);
    if (!isLater) return undefined;
    const epoch = (before?.epoch ?? 0) + 1;
    const placed = { organization, instance, class: found.class, generation, ...description, since: now };
    owners.set(key, { ...placed, replica, epoch, enrolledAt, releasedAt: null, isMoving: false });
    options.signal?.(`owners ${replica} ${organization} ${instance}`);
    return epoch;
  }

  async release(
    replica: string,
    address: InstanceAddress,
    { epoch, isMoving }: { epoch: number; isMoving: boolean },
  ): Promise<void> {
    const { owners, options } = this.#records;
    const row = owners.get(keyOf(address));
    if (row?.replica !== replica || row.epoch !== epoch || row.releasedAt !== null) return;
    release(row, options.now(), isMoving);
    options.signal?.(`owners ${replica} ${address.organization} ${address.instance}`);
  }

  async fingerprint(): Promise<string> {
    const { owners, replicas } = this.#records;
    let [epochs, open, started] = [0, 0, 0];
    for (const { epoch, releasedAt } of owners.values()) {
      epochs += epoch;
      if (releasedAt === null) open += epoch;
    }
    for (const [id, { startedAt }] of replicas) if (this.#records.isAlive(id)) started += startedAt;
    return `${epochs} ${open} ${started}`;
  }

  async list({ parts }: Parameters<Owners['list']>[0] = {}): Promise<Placements> {
    const now = this.#records.options.now();
    const live: PlacedSession[] = [];
    const moving: Placements['moving'][number][] = [];
    for (const row of this.#records.owners.values()) {
      if (parts?.some((part) => isIn(part, row)) === false) continue;
      const { enrolledAt: _enrolledAt, releasedAt, isMoving, ...placed } = row;
      if (releasedAt === null && this.#records.isAlive(row.replica)) live.push(placed);
      else if (releasedAt === null || (isMoving && releasedAt > now - leaseTimes.movingMs)) {
        moving.push({ organization: row.organization, instance: row.instance, class: row.class });
      }
    }
    return { live, moving };
  }

  async endDead(): Promise<void> {
    const { owners, replicas, options } = this.#records;
    if (options.isShared === false) return;
    const now = options.now();
    for (const row of owners.values()) {
      if (row.releasedAt === null && !this.#records.isAlive(row.replica)) release(row, now, true);
    }
    for (const [id, { until }] of replicas) if (until < now - leaseTimes.movingMs) replicas.delete(id);
  }
}

const sweepAfterMs = 30_000;

export class MemoryRelays implements Relays {
  readonly #records: ReplicaRecords;
  readonly #replica: string;

  constructor(records: ReplicaRecords, replica: string) {
    this.#records = records;
    this.#replica = replica;
  }

  async add(command: RelayedCommand): Promise<void> {
    const { relays, options } = this.#records;
    const deadline = options.now() + Math.ceil(command.timeoutMs);
    relays.set(command.id, { ...command, from: this.#replica, deadline, state: 'asked' });
    options.signal?.(`command ${command.to}`);
  }

  async take(): Promise<readonly TakenCommand[]> {
    const now = this.#records.options.now();
    const mine = [...this.#records.relays.values()].filter(
      (row) => row.to === this.#replica && row.state === 'asked' && row.deadline > now,
    );
    return mine.map((row) => {
      row.state = 'running';
      const { id, from, organization, instance, epoch, name, request } = row;
      return { id, from, organization, instance, epoch, name, request, timeoutMs: Math.max(1, row.deadline - now) };
    });
  }

  async answer({ id, from }: Pick<TakenCommand, 'id' | 'from'>, answered: RelayedAnswer): Promise<boolean> {
    const row = this.#records.relays.get(id);
    if (row?.to !== this.#replica || row.state !== 'running') return false;
    row.state = 'answered';
    row.answered = answered;
    this.#records.options.signal?.(`answer ${from} ${id}`);
    return true;
  }

  async fetch(id: string): Promise<Fetched | undefined> {
    const row = this.#records.relays.get(id);
    if (row?.from !== this.#replica) return undefined;
    this.#records.relays.delete(id);
    if (row.state !== 'answered') return { state: row.state };
    return { state: row.state, answered: row.answered ?? { error: { code: 'handler_failed', message: '' } } };
  }

  async cancel(id: string, to: string): Promise<Fetched | undefined> {
    const row = await this.fetch(id);
    if (row?.state === 'running') this.#records.options.signal?.(`cancel ${to} ${id}`);
    return row;
  }

  async listOver(): Promise<readonly string[]> {
    const mine = [...this.#records.relays.values()].filter(({ from }) => from === this.#replica);
    return mine.filter(({ state, to }) => state === 'answered' || !this.#records.isAlive(to)).map(({ id }) => id);
  }

  async listOwn(side: 'from_replica' | 'to_replica'): Promise<ReadonlySet<string>> {
    const rows = [...this.#records.relays.values()];
    const mine = rows.filter((row) => (side === 'from_replica' ? row.from : row.to) === this.#replica);
    return new Set(mine.map(({ id }) => id));
  }

  async sweep(): Promise<void> {
    const { relays, options } = this.#records;
    const now = options.now();
    for (const [id, { deadline, from }] of relays) {
      if (deadline < now - sweepAfterMs || !this.#records.isAlive(from)) relays.delete(id);
    }
  }
}

function isIn({ organization, instance }: DirectoryPart, row: OwnerRow): boolean {
  return row.organization === organization && (instance ?? row.instance) === row.instance;
}

function keyOf({ organization, instance }: InstanceAddress): string {
  return `${organization} ${instance}`;
}

function release(row: OwnerRow, now: number, isMoving: boolean): void {
  row.releasedAt = now;
  row.isMoving = isMoving;
}
