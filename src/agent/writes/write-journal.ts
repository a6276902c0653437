/**
 * What was written upstream under which idempotency key, so that no write is sent twice: not by a caller
 * who asks again, and not after a crash. A record is on disk before a write is on the wire; a write with
 * a record and no outcome may have happened, and is never sent again.
 *
 * One writer: the process with the journal holds the lock of the audit log in the same folder.
 */
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Fault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import { type Disk, systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import type { OperationResult } from '../../tunnel/messages.ts';
import { type AppendedFile, type OpenToAppend, systemOpen } from '../audit/appended-file.ts';
import { sha256 } from '../audit/audit-line.ts';
import { notJournalled, otherArguments, outcomeUnknown } from './write-faults.ts';
import { type AnsweredRecord, type KnownWrite, readWrites, renderRecord, renderWrites } from './write-record.ts';

/** The Agent's own journal, and the one of commands given on its machine; both in the identity directory. */
export const agentJournalName = 'writes.jsonl';
export const localJournalName = 'writes-local.jsonl';

export interface WriteQuestion {
  readonly operation: string;
  readonly source: string;
  readonly idempotencyKey: string;
  readonly argumentsDigest: string;
}

export type WriteOutcome =
  | { readonly event: 'answered'; readonly result: OperationResult }
  | { readonly event: 'not_done' | 'unknown'; readonly fault: string };

/** The right to send one write, once. Its holder must end it in every case. */
export interface WriteClaim {
  readonly event?: undefined;
  /** Resolves when the record is on disk. @throws Fault `refused`, and then nothing may be sent. */
  send(): Promise<void>;
  /** Never rejects: an outcome that cannot be recorded is unknown after a restart. */
  end(outcome: WriteOutcome): Promise<void>;
}

/** Another question of the same key is being answered: its outcome decides. */
export interface RunningWrite {
  readonly event: 'running';
  /** Resolves when it is known; the key can be claimed again then. */
  readonly ended: Promise<void>;
}

export interface JournalPorts {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly disk?: Disk;
  readonly openToAppend?: OpenToAppend;
}

const keptMs = 7 * 86_400_000;
const keptWrites = 10_000;
/** A file that grew to this many lines is rewritten. */
const longestLines = 4 * keptWrites;

export class WriteJournal {
  readonly #ports: JournalPorts;
  readonly #running = new Map<string, PromiseWithResolvers<void>>();
  /** Undefined until the file was read. */
  #known: Map<string, KnownWrite> | undefined;
  /** Undefined when the file must be rewritten before the next record: at the start, and after a failure. */
  #file: AppendedFile | undefined;
  #lines = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: JournalPorts) {
    this.#ports = ports;
  }

  /**
   * The answer of before, the right to send, or the end to wait for. The file is opened at the first write.
   * @throws Fault `refused`, `invalid_arguments` or `outcome_unknown`; nothing was sent, and nothing may be.
   */
  async claim({ idempotencyKey, ...asked }: WriteQuestion): Promise<WriteClaim | AnsweredRecord | RunningWrite> {
    const { operation, source, argumentsDigest } = asked;
    const known = await this.#serialize(() => this.#read());
    const write = sha256(JSON.stringify([operation, source, idempotencyKey]));
    const running = this.#running.get(write);
    if (running !== undefined) return { event: 'running', ended: running.promise };
    const before = known.get(write);
    if (before !== undefined && !this.#isOld(before)) {
      if (before.sent.arguments !== argumentsDigest) throw otherArguments();
      if (before.end?.event === 'answered') return before.end;
      throw outcomeUnknown({ operation, source }, { sentAt: before.sent.at });
    }
    const ended = Promise.withResolvers<void>();
    this.#running.set(write, ended);
    let isSent = false;
    return {
      send: () =>
        this.#serialize(async () => {
          const sent = {
            at: this.#now(),
            event: 'sent',
            write,
            operation,
            source,
            arguments: argumentsDigest,
          } as const;
          // The newest come last, and the oldest are forgotten first.
          known.delete(write);
          known.set(write, { sent });
          try {
            await this.#append(renderRecord(sent));
            isSent = true;
          } catch (error) {
            known.delete(write);
            throw this.#unusable(error);
          }
        }),
      end: (outcome) =>
        this.#serialize(async () => {
          this.#running.delete(write);
          ended.resolve();
          const entry = known.get(write);
          if (!isSent || entry === undefined) return;
          const end = { at: this.#now(), write, ...outcome };
          if (end.event === 'not_done') known.delete(write);
          else entry.end = end;
          await this.#append(renderRecord(end)).catch((error: unknown) => {
            const said = 'the outcome of a write could not be recorded; after a restart it is unknown';
            this.#ports.log.error({ err: error, operation, source, outcome: end.event }, said);
          });
        }),
    };
  }

  async close(): Promise<void> {
    await this.#serialize(async () => {
      const file = this.#file;
      this.#file = undefined;
      await file?.close();
    });
  }

  /** One after the other, each whether or not the one before failed. */
  #serialize<T>(run: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(run, run);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #read(): Promise<Map<string, KnownWrite>> {
    try {
      this.#known ??= readWrites(await readWholeLines(this.#ports));
      if (this.#file === undefined || this.#lines > longestLines) await this.#writeAnew(this.#known);
      return this.#known;
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  /** Leaves out what is old or beyond the number, and with it the line that a crash has cut short. */
  async #writeAnew(known: Map<string, KnownWrite>): Promise<void> {
    const { file, disk = systemDisk, openToAppend = systemOpen } = this.#ports;
    let surplus = known.size - keptWrites;
    for (const [write, one] of known) {
      if (this.#running.has(write) || (!this.#isOld(one) && surplus <= 0)) continue;
      known.delete(write);
      surplus -= 1;
    }
    await this.#file?.close();
    this.#file = undefined;
    const text = renderWrites(known.values());
    await replaceFile(disk, file, Buffer.from(text));
    this.#file = await openToAppend(file);
    this.#lines = text.split('\n').length - 1;
  }

  /** On disk when it resolves. After a failure the content of the file is unknown, so it is rewritten. */
  async #append(text: string): Promise<void> {
    if (this.#file === undefined) {
      // What is known holds the record already.
      if (this.#known !== undefined) await this.#writeAnew(this.#known);
      return;
    }
    const file = this.#file;
    try {
      await file.appendFile(text);
      await file.datasync();
      this.#lines += 1;
    } catch (error) {
      this.#file = undefined;
      await file.close().catch((cause: unknown) => this.#ports.log.debug({ err: cause }, 'a journal was not closed'));
      throw error;
    }
  }

  #isOld({ sent }: KnownWrite): boolean {
    return Date.parse(sent.at) <= this.#ports.clock.now() - keptMs;
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }

  #unusable(error: unknown): Fault {
    const { file, log } = this.#ports;
    log.error({ err: error, file }, 'the journal of writes cannot be used; no write is sent');
    return notJournalled(path.basename(file), error);
  }
}

/** Without what a crash has cut short: a record that was not whole on disk has allowed nothing and proves nothing. */
async function readWholeLines({ file, disk = systemDisk }: JournalPorts): Promise<string[]> {
  const found = await disk.read(file);
  return found === undefined ? [] : Buffer.from(found.bytes).toString('utf8').split('\n').slice(0, -1);
}
