/**
 * The lease of this process: a row that it renews. While the lease is held, other replicas leave the
 * tunnels of this one alone; once it may have ended, this process acts for none of them any more,
 * although their sockets may be open. A process that was paused finds that out before it does anything.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { heldUntil, type LeaseTimes, leaseTimes } from './lease.ts';
import type { Leases } from './lease-table.ts';

export interface LeaseDeps {
  readonly table: Leases;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this start of the process. */
  readonly id: string;
  /** The lease may have ended: close what it covered. */
  readonly onLost: () => void;
  readonly times?: LeaseTimes;
}

const startAttempts = 5;

export class ReplicaLease {
  readonly id: string;
  readonly #deps: LeaseDeps;
  readonly #times: LeaseTimes;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isLost = true;
  #isStopped = false;
  #cancelRenewal = (): void => {};
  #cancelFence = (): void => {};
  #renewing: Promise<void> = Promise.resolve();

  constructor(deps: LeaseDeps) {
    this.#deps = deps;
    this.id = deps.id;
    this.#times = deps.times ?? leaseTimes;
  }

  /** Rejects when the store cannot be written, which is tried a few times: nothing depends on it yet. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#register();
        break;
      } catch (error) {
        if (attempt === startAttempts) throw error;
        this.#deps.log.warn({ err: error, attempt }, 'this replica could not acquire its lease; retrying');
      }
    }
    this.#schedule();
  }

  /** False from the moment at which another replica might consider this one dead. */
  isHeld(): boolean {
    return !this.#deps.table.isShared || this.#deps.clock.monotonic() < this.#heldUntil;
  }

  /** Whether another process serves this store as well. */
  async hasOthers(): Promise<boolean> {
    return this.#deps.table.hasOthers(this.id);
  }

  /** Ends the lease at once: nothing of this process is left to take over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRenewal();
    this.#cancelFence();
    await this.#renewing;
    this.#heldUntil = Number.NEGATIVE_INFINITY;
    await this.#deps.table.remove(this.id);
  }

  #schedule(): void {
    if (this.#isStopped || !this.#deps.table.isShared) return;
    this.#cancelRenewal = this.#deps.clock.after(
      this.#times.renewEveryMs,
      () => {
        this.#renewing = this.#renew().then(() => this.#schedule());
      },
      { unref: true },
    );
  }

  async #renew(): Promise<void> {
    const { table, clock, log } = this.#deps;
    this.#fenceWhenOver();
    const askedAt = clock.monotonic();
    try {
      const isRenewed = await table.renew(this.id, this.#times.leaseMs);
      if (isRenewed && !this.#isLost) this.#hold(askedAt);
      else await this.#register();
    } catch (error) {
      log.error({ err: error }, 'the lease of this replica was not renewed; retrying');
    }
  }

  /** Sessions of an earlier lease are over, whatever their sockets look like. */
  async #register(): Promise<void> {
    const { table, clock } = this.#deps;
    this.#lose();
    const askedAt = clock.monotonic();
    await table.register(this.id, this.#times.leaseMs);
    this.#hold(askedAt);
  }

  #hold(askedAt: number): void {
    this.#isLost = false;
    this.#heldUntil = heldUntil(askedAt, this.#times);
    this.#watch();
  }

  #watch(): void {
    const { clock, table } = this.#deps;
    this.#cancelFence();
    if (!table.isShared) return;
    const leftMs = Math.max(0, this.#heldUntil - clock.monotonic());
    this.#cancelFence = clock.after(leftMs, () => this.#fenceWhenOver(), { unref: true });
  }

  #fenceWhenOver(): void {
    if (this.#isLost) return;
    if (this.isHeld()) this.#watch();
    else this.#lose();
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#heldUntil = Number.NEGATIVE_INFINITY;
    this.#deps.log.error(
      { replica: this.id },
      'the lease of this replica expired before the store renewed it; its tunnels are closed and reconnect',
    );
    this.#deps.onLost();
  }
}
