/**
 * Opens the steady clock of a store and keeps its mark.
 *
 * The mark follows what has passed at once. A jump ahead (a machine that slept, a long outage, or a
 * clock that is wrong) is believed at once for what expires, but enters the mark only after it has
 * lasted: a clock that was wrong for minutes, as before the first synchronisation after a boot, leaves
 * nothing behind after a restart.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Db } from '../store/database.ts';
import { type ClockMark, raiseMark, readMark } from './clock-mark.ts';
import { SteadyClock } from './steady-clock.ts';

/** A crash loses at most this much of the mark. */
export const markEveryMs = 10_000;
/** More than this at once is a jump, not the passing of time. */
export const jumpMs = 3_600_000;
/** How long a jump lasts before the mark follows it. */
export const jumpLastsMs = 600_000;
/** Nothing is removed by age for this long after a jump: an operator has time to see the warning. */
export const settleMs = 24 * 3_600_000;
/** Clocks that are synchronised differ by less. */
const behindMs = 60_000;
export const resetCommand = 'farol control reset-clock';

export interface CachedClock {
  readonly clock: SteadyClock;
  readonly keeper: MarkKeeper;
}

export interface ClockSources {
  readonly db: Db;
  /** The clock of this machine. */
  readonly wall: Clock;
  readonly log: Log;
}

/** Reads the mark and writes nothing yet. */
export async function openSteadyClock(sources: ClockSources): Promise<CachedClock> {
  const mark = await readMark(sources.db);
  const clock = new SteadyClock(sources.wall, mark?.at);
  return { clock, keeper: new MarkKeeper(sources, clock, mark) };
}

export class MarkKeeper {
  readonly #sources: ClockSources;
  readonly #clock: SteadyClock;
  /** What the mark says, or will say: time that has passed, and jumps that have lasted. */
  #believed: number;
  #believedAt: number;
  #jumpedAt: number | undefined;
  /** Monotonic time since which the wall clock is a jump ahead of what is believed. */
  #jumpSince: number | undefined;
  #isBehind = false;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(sources: ClockSources, clock: SteadyClock, mark: ClockMark | undefined) {
    this.#sources = sources;
    this.#clock = clock;
    this.#believed = mark?.at ?? sources.wall.now();
    this.#believedAt = sources.wall.monotonic();
    this.#jumpedAt = mark?.jumpedAt;
  }

  /** Rejects when the mark cannot be written the first time: a control plane that cannot is not started. */
  async start(): Promise<void> {
    await this.#keep();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
    await this.#keep();
  }

  /** The time without a jump that has not lasted. What deletes goes by it. Milliseconds since the epoch. */
  believedNow(): number {
    return Math.floor(this.#believed + this.#sources.wall.monotonic() - this.#believedAt);
  }

  /** False while a jump ahead is so recent that what is removed by age could be removed by a wrong clock. */
  isSettled(): boolean {
    if (this.#jumpSince !== undefined) return false;
    return this.#jumpedAt === undefined || this.believedNow() >= this.#jumpedAt + settleMs;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#sources.wall.after(
      markEveryMs,
      () => {
        this.#running = this.#keep()
          .catch((error: unknown) =>
            this.#sources.log.error({ err: error }, 'the mark of the clock could not be written; retrying'),
          )
          .then(() => this.#schedule());
      },
      { unref: true },
    );
  }

  async #keep(): Promise<void> {
    const hasJumped = this.#judge();
    const mark = await raiseMark(this.#sources.db, {
      at: this.believedNow(),
      jumpedAt: hasJumped ? this.believedNow() : undefined,
    });
    this.#jumpedAt = mark.jumpedAt;
    if (mark.at > this.believedNow()) this.#believe(mark.at);
    this.#clock.raise(mark.at);
    this.#warnWhenBehind();
  }

  /** True when a jump that has lasted is believed from now on. */
  #judge(): boolean {
    const { wall } = this.#sources;
    const ahead = wall.now() - this.believedNow();
    if (ahead <= jumpMs) {
      if (ahead > 0) this.#believe(wall.now());
      this.#jumpSince = undefined;
      return false;
    }
    if (this.#jumpSince === undefined) {
      this.#jumpSince = wall.monotonic();
      this.#warnOfJump();
    }
    if (wall.monotonic() - this.#jumpSince < jumpLastsMs) return false;
    this.#believe(wall.now());
    this.#jumpSince = undefined;
    return true;
  }

  #believe(time: number): void {
    this.#believed = time;
    this.#believedAt = this.#sources.wall.monotonic();
  }

  #warnOfJump(): void {
    this.#sources.log.warn(
      { machine: textOf(this.#sources.wall.now()), expected: textOf(this.believedNow()) },
      `the clock of this machine jumped ahead, and sessions, links and tokens expired by it. If it is wrong, set it and restart within ${jumpLastsMs / 60_000} minutes, or later stop every control plane and run ${resetCommand}`,
    );
  }

  #warnWhenBehind(): void {
    const wasBehind = this.#isBehind;
    const [machine, steady] = [this.#sources.wall.now(), this.#clock.now()];
    this.#isBehind = steady - machine > behindMs;
    if (!this.#isBehind || wasBehind) return;
    this.#sources.log.warn(
      { machine: textOf(machine), control_plane: textOf(steady) },
      `the clock of this machine is behind the time of this control plane, which continues with its own time, so that nothing expired becomes valid again. If the machine is wrong, set its clock. If it is right, stop every control plane of this store and run ${resetCommand}`,
    );
  }
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
