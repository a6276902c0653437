/**
 * What became of each request this Profiler took, on its own disk until the control plane has stored
 * it. An outcome is written before it is sent and removed when it is acknowledged; a request that was
 * taken and has no outcome at the next start was cut off by a crash and ends as `profiler_restarted`.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemDisk } from '../../src/tunnel/identity/disk.ts';
import { replaceFile } from '../../src/tunnel/identity/replace-file.ts';
import { CaptureOutcome } from '../../src/tunnel/messages.ts';
import { reasonFor } from './reasons.ts';

const Entry = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('taken'), request_id: z.string() }),
  z.strictObject({ state: z.literal('ended'), outcome: CaptureOutcome }),
]);
type Entry = z.infer<typeof Entry>;

export class Spool {
  readonly #folder: string;
  /** Requests known on disk, by id; the files hold the rest. */
  readonly #open = new Map<string, Entry['state']>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Ends what a crash cut off. Rejects when the folder cannot be written. */
  static async open(folder: string): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const spool = new Spool(folder);
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) {
        await rm(path.join(folder, name), { force: true });
        continue;
      }
      const id = decodeURIComponent(name.slice(0, -'.json'.length));
      const entry = await spool.#read(id);
      if (entry?.state === 'ended') spool.#open.set(id, 'ended');
      else await spool.end({ request_id: id, outcome: 'failed', reason: reasonFor('profiler_restarted') });
    }
    return spool;
  }

  has(requestId: string): boolean {
    return this.#open.has(requestId);
  }

  async take(requestId: string): Promise<void> {
    this.#open.set(requestId, 'taken');
    await this.#write(requestId, { state: 'taken', request_id: requestId });
  }

  /** After this resolves the outcome survives whatever happens. The first outcome of a request stands. */
  async end(outcome: CaptureOutcome): Promise<void> {
    if (this.#open.get(outcome.request_id) === 'ended') return;
    await this.#write(outcome.request_id, { state: 'ended', outcome });
    this.#open.set(outcome.request_id, 'ended');
  }

  /** Outcomes not yet acknowledged. */
  async pending(): Promise<CaptureOutcome[]> {
    const outcomes: CaptureOutcome[] = [];
    for (const [id, state] of this.#open) {
      if (state !== 'ended') continue;
      const entry = await this.#read(id);
      if (entry?.state === 'ended') outcomes.push(entry.outcome);
    }
    return outcomes;
  }

  async acknowledge(requestId: string): Promise<void> {
    await rm(this.#fileOf(requestId), { force: true });
    this.#open.delete(requestId);
  }

  async #read(id: string): Promise<Entry | undefined> {
    try {
      return Entry.safeParse(JSON.parse(await readFile(this.#fileOf(id), 'utf8'))).data;
    } catch {
      return undefined;
    }
  }

  #write(id: string, entry: Entry): Promise<void> {
    return replaceFile(systemDisk, this.#fileOf(id), Buffer.from(JSON.stringify(entry)));
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, `${encodeURIComponent(id)}.json`);
  }
}
