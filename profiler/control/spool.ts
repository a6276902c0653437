/**
 * What became of each request this Profiler took, on its own disk until the control plane has stored
 * it. An outcome is written before it is sent and removed when it is acknowledged; a request that was
 * taken and has no outcome at the next start was cut off by a crash and ends as `profiler_restarted`.
 * On a full disk an outcome waits in memory: it is delivered all the same, and a crash before that
 * leaves the request as taken.
 */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Disk, systemDisk } from '../../src/tunnel/identity/disk.ts';
import { replaceFile } from '../../src/tunnel/identity/replace-file.ts';
import { CaptureOutcome } from '../../src/tunnel/messages.ts';
import { reasonFor } from './reasons.ts';

const Entry = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('taken'), request_id: z.string() }),
  z.strictObject({ state: z.literal('ended'), outcome: CaptureOutcome }),
]);
type Entry = z.infer<typeof Entry>;

/** `ended` is on disk; an outcome that could not be written is held here. */
type Held = 'taken' | 'ended' | { readonly unwritten: CaptureOutcome };

const suffix = '.json';

export class Spool {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #open = new Map<string, Held>();

  private constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Ends what a crash cut off. Rejects when the folder cannot be made or listed. */
  static async open(folder: string, disk: Disk = systemDisk): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const spool = new Spool(folder, disk);
    for (const name of await readdir(folder)) {
      const id = requestOf(name);
      // A temporary file of a write that a crash cut off.
      if (id === undefined) await disk.remove(path.join(folder, name));
      else await spool.#recover(id);
    }
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
      await this.#write(requestId, { state: 'taken', request_id: requestId });
    } catch (error) {
      this.#open.delete(requestId);
      // The last step of a replacement can fail with the new content in place.
      await this.#disk.remove(this.#fileOf(requestId)).catch(() => undefined);
      throw error;
    }
  }

  /** The first outcome of a request stands. Rejects when it could not be written: it is then held in memory. */
  async end(outcome: CaptureOutcome): Promise<void> {
    const id = outcome.request_id;
    const held = this.#open.get(id);
    if (held !== undefined && held !== 'taken') return;
    this.#open.set(id, { unwritten: outcome });
    await this.#write(id, { state: 'ended', outcome });
    // It may have been delivered from memory while it was written.
    if (this.#open.has(id)) this.#open.set(id, 'ended');
    else await this.#disk.remove(this.#fileOf(id));
  }

  /** Requests whose outcome is not yet acknowledged. */
  pending(): string[] {
    return [...this.#open].filter(([, held]) => held !== 'taken').map(([id]) => id);
  }

  /** Undefined when the request has no outcome here. An outcome that the disk lost ends as a crash would have. */
  async outcomeOf(requestId: string): Promise<CaptureOutcome | undefined> {
    const held = this.#open.get(requestId);
    if (held === undefined || held === 'taken') return undefined;
    if (typeof held === 'object') return held.unwritten;
    const entry = await this.#read(requestId);
    return entry?.state === 'ended' ? entry.outcome : cutOff(requestId);
  }

  async acknowledge(requestId: string): Promise<void> {
    await this.#disk.remove(this.#fileOf(requestId));
    this.#open.delete(requestId);
  }

  async #recover(id: string): Promise<void> {
    const entry = await this.#read(id);
    if (entry?.state === 'ended') this.#open.set(id, 'ended');
    // Unwritten for want of space, it is delivered from memory.
    else await this.end(cutOff(id)).catch(() => undefined);
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

  #write(id: string, entry: Entry): Promise<void> {
    return replaceFile(this.#disk, this.#fileOf(id), Buffer.from(JSON.stringify(entry)));
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, `${encodeURIComponent(id)}${suffix}`);
  }
}

function cutOff(requestId: string): CaptureOutcome {
  return { request_id: requestId, outcome: 'failed', reason: reasonFor('profiler_restarted') };
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
