/**
 * What became of each request this Profiler took, on its own disk until the control plane has stored
 * it. An outcome is written before it is sent and removed when it is acknowledged; a request that was
 * taken and has no outcome at the next start was cut off by a crash and ends as `profiler_restarted`.
 * On a full disk an outcome waits in memory: it is delivered all the same, and a crash before that
 * leaves what the spare room of the spool still could hold: that its bundle is lost.
 * The whole is bounded by size and age. Beyond them the oldest bundle is given up: its request then
 * ends as `outcome_dropped`, which is small and stays.
 */
import path from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { type Disk, systemDisk } from '../../../src/tunnel/identity/disk.ts';
import { replaceFile } from '../../../src/tunnel/identity/replace-file.ts';
import { CaptureOutcome } from '../../../src/tunnel/messages.ts';
import { reasonFor } from '../capture/reasons.ts';
import { defaultLimits, type SpoolLimits } from './spool-limits.ts';
import { isFull, SpareRoom } from '../capture/spare-room.ts';

const Entry = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('taken'), request_id: z.string() }),
  z.strictObject({ state: z.literal('ended'), outcome: CaptureOutcome }),
]);
type Entry = z.infer<typeof Entry>;

/** Of an outcome; an entry without one is a request that was taken and runs. */
interface Held {
  /** By the monotonic clock. */
  readonly since: number;
  readonly bytes: number;
  readonly hasBundle: boolean;
  /** The outcome itself where it could not be written. */
  readonly unwritten: CaptureOutcome | undefined;
}

/** What was given up, for the log. */
export interface GivenUp {
  readonly requestId: string;
  readonly why: string;
  /** Whether the control plane will still learn of it from here. */
  readonly isReported: boolean;
}

export interface SpoolOptions {
  readonly limits?: SpoolLimits;
  readonly clock?: Clock;
  readonly onGivenUp?: (givenUp: GivenUp) => void;
}

const suffix = '.json';
const blockBytes = 4096;
const hourMs = 3_600_000;

export class Spool {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #limits: SpoolLimits;
  readonly #clock: Clock;
  readonly #spare: SpareRoom;
  readonly #onGivenUp: (givenUp: GivenUp) => void;
  readonly #open = new Map<string, 'taken' | Held>();
  /** What is being done with the file of a request; the next waits for it. */
  readonly #turns = new Map<string, Promise<void>>();

  private constructor(folder: string, disk: Disk, options: SpoolOptions) {
    this.#folder = folder;
    this.#disk = disk;
    this.#limits = options.limits ?? defaultLimits;
    this.#clock = options.clock ?? systemClock;
    this.#onGivenUp = options.onGivenUp ?? (() => undefined);
    this.#spare = new SpareRoom(disk, `${folder}.spare`);
  }

  /** Ends what a crash cut off. Rejects when the folder cannot be made or listed. */
  static async open(folder: string, disk: Disk = systemDisk, options: SpoolOptions = {}): Promise<Spool> {
    await disk.makeDirectory(folder);
    const spool = new Spool(folder, disk, options);
    for (const name of await disk.list(folder)) {
      const id = requestOf(name);
      // A temporary file of a write that a crash cut off.
      if (id === undefined) await disk.remove(path.join(folder, name));
      else await spool.#recover(id);
    }
    await spool.keepWithin();
    return spool;
  }

  /** Taken here and not yet acknowledged. */
  has(requestId: string): boolean {
    return this.#open.has(requestId);
  }

  /** Rejects when it cannot be written; the request is then not taken. */
  async take(requestId: string): Promise<void> {
    this.#open.set(requestId, 'taken');
    try {
      // What it takes now it may not lack when this request ends.
      await this.#spare.make();
      await this.#write(requestId, { state: 'taken', request_id: requestId });
    } catch (error) {
      this.#open.delete(requestId);
      // The last step of a replacement can fail with the new content in place.
      await this.#disk.remove(this.#fileOf(requestId)).catch(() => undefined);
      throw error;
    }
  }

  /** The first outcome of a request is final. Rejects when it could not be written: it is then held in memory. */
  async end(outcome: CaptureOutcome): Promise<void> {
    const known = this.#open.get(outcome.request_id);
    if (known !== undefined && known !== 'taken') return;
    try {
      await this.#hold(outcome, this.#clock.monotonic());
    } finally {
      await this.keepWithin();
    }
  }

  /** Requests whose outcome is not yet acknowledged. */
  pending(): string[] {
    return [...this.#open].filter(([, held]) => held !== 'taken').map(([id]) => id);
  }

  /** Undefined when the request has no outcome here. An outcome that the disk lost ends as a crash would have. */
  async outcomeOf(requestId: string): Promise<CaptureOutcome | undefined> {
    const held = this.#open.get(requestId);
    if (held === undefined || held === 'taken') return undefined;
    if (held.unwritten !== undefined) return held.unwritten;
    const entry = await this.#read(requestId);
    return entry?.state === 'ended' ? entry.outcome : cutOff(requestId);
  }

  /** Rejects when its file could not be removed; it is then still waiting here. */
  async acknowledge(requestId: string): Promise<void> {
    await this.#inTurn(requestId, async () => {
      await this.#disk.remove(this.#fileOf(requestId));
      this.#open.delete(requestId);
    });
  }

  /** Gives up what is too old, too much or a second bundle in memory, the oldest first. Never rejects. */
  async keepWithin(): Promise<void> {
    const { maxAgeMs, maxBytes } = this.#limits;
    const now = this.#clock.monotonic();
    for (const [id, held] of this.#outcomes()) {
      if (held.hasBundle && now - held.since > maxAgeMs) {
        await this.#giveUp(id, held, `It waited for more than ${maxAgeMs / hourMs} hours.`);
      }
    }
    // Memory is the Profiler's own, which the collector needs: one bundle waits there and no more.
    const inMemory = this.#outcomes().filter(([, held]) => held.hasBundle && held.unwritten !== undefined);
    for (const [id, held] of inMemory.slice(0, -1)) await this.#giveUp(id, held, 'The disk is full.');
    for (const [id, held] of this.#outcomes()) {
      if (this.#bytes() <= maxBytes) return;
      if (held.hasBundle) await this.#giveUp(id, held, `The spool holds no more than ${maxBytes >> 20} MiB.`);
    }
    // What is left has no bundle. Without a limit it could still fill the disk of a node that delivers nothing.
    for (const [id] of this.#outcomes()) {
      if (this.#bytes() <= maxBytes) return;
      await this.acknowledge(id).catch(() => this.#open.delete(id));
      this.#onGivenUp({ requestId: id, why: 'too many outcomes are waiting', isReported: false });
    }
  }

  /** Oldest first. */
  #outcomes(): [string, Held][] {
    const outcomes = [...this.#open].filter((one): one is [string, Held] => one[1] !== 'taken');
    return outcomes.toSorted(([, one], [, other]) => one.since - other.since);
  }

  #bytes(): number {
    let bytes = 0;
    for (const held of this.#open.values()) bytes += held === 'taken' ? blockBytes : held.bytes;
    return bytes;
  }

  async #giveUp(requestId: string, held: Held, why: string): Promise<void> {
    // Delivered or discarded since it was checked.
    if (this.#open.get(requestId) !== held) return;
    await this.#hold(dropped(requestId, why), held.since).catch(() => undefined);
    this.#onGivenUp({ requestId, why, isReported: true });
  }

  /** From now on this is the outcome of its request: on disk, and in memory until it is there. */
  async #hold(outcome: CaptureOutcome, since: number): Promise<void> {
    const id = outcome.request_id;
    const held = { since, bytes: sizeOf(outcome), hasBundle: outcome.bundle !== undefined };
    this.#open.set(id, { ...held, unwritten: outcome });
    await this.#inTurn(id, async () => {
      // Delivered from memory before its turn came.
      if (!this.#open.has(id)) return;
      try {
        await this.#write(id, { state: 'ended', outcome });
      } catch (error) {
        // A crash would otherwise leave a request that was merely taken.
        if (held.hasBundle && isFull(error)) {
          const lost = dropped(id, 'The disk was full, and the Profiler ended before it was delivered.');
          await this.#write(id, { state: 'ended', outcome: lost }).catch(() => undefined);
        }
        throw error;
      }
      this.#open.set(id, { ...held, unwritten: undefined });
    });
  }

  /** Rejects as `change` does. */
  async #inTurn(id: string, change: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(id);
    const turn = before === undefined ? change() : before.then(change, change);
    this.#turns.set(id, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  async #recover(id: string): Promise<void> {
    const entry = await this.#read(id);
    if (entry?.state === 'ended') {
      const since = this.#clock.monotonic() - (await this.#ageOf(id));
      const { outcome } = entry;
      this.#open.set(id, {
        since,
        bytes: sizeOf(outcome),
        hasBundle: outcome.bundle !== undefined,
        unwritten: undefined,
      });
    } else {
      // Unwritten for want of space, it is delivered from memory.
      await this.#hold(cutOff(id), this.#clock.monotonic()).catch(() => undefined);
    }
  }

  /** By the wall clock, which alone outlasts a restart; a clock that was set back makes nothing older than it is. */
  async #ageOf(id: string): Promise<number> {
    const modifiedAt = (await this.#disk.modifiedAt(this.#fileOf(id))) ?? Number.POSITIVE_INFINITY;
    return Math.max(0, this.#clock.now() - modifiedAt);
  }

  /** Undefined when the file is missing, unreadable or no entry. */
  async #read(id: string): Promise<Entry | undefined> {
    try {
      const found = await this.#disk.read(this.#fileOf(id));
      return found && Entry.safeParse(JSON.parse(Buffer.from(found.bytes).toString('utf8'))).data;
    } catch {
      return undefined;
    }
  }

  async #write(id: string, entry: Entry): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(entry));
    const write = (): Promise<void> => replaceFile(this.#disk, this.#fileOf(id), bytes);
    // A new request may not use the room that its own outcome will need.
    if (entry.state === 'taken' || bytes.length > blockBytes) return write();
    await this.#spare.within(write);
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, `${encodeURIComponent(id)}${suffix}`);
  }
}

/** In whole blocks, as the disk counts. */
function sizeOf(outcome: CaptureOutcome): number {
  return Math.ceil((JSON.stringify(outcome).length + 1) / blockBytes) * blockBytes;
}

function cutOff(requestId: string): CaptureOutcome {
  return { request_id: requestId, outcome: 'failed', reason: reasonFor('profiler_restarted') };
}

function dropped(requestId: string, why: string): CaptureOutcome {
  return { request_id: requestId, outcome: 'failed', reason: reasonFor('outcome_dropped', why) };
}

/** Undefined for a file that no request of ours names. */
function requestOf(name: string): string | undefined {
  if (!name.endsWith(suffix)) return undefined;
  try {
    return decodeURIComponent(name.slice(0, -suffix.length));
  } catch {
    return undefined;
  }
}
