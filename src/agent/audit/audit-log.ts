/**
 * Append-only record of every operation that was asked, answered or refused: one JSON line each, every
 * line carrying the hash of the one before. Arguments and results are not in it; of the arguments there
 * is a digest. Records that arrive while the disk is busy share one sync. A file that is full, or whose
 * last line a crash has cut short, is set aside under the number of its first record, and the chain goes
 * on in a new one. `verify-audit.ts` finds the first bad record, `read-egress.ts` adds up what left.
 */
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { errorCode } from '../../tunnel/identity/disk.ts';
import { type AppendedFile, type OpenToAppend, systemOpen } from './appended-file.ts';
import { beginFile, cutBack, settleFiles } from './audit-chain.ts';
import { readEnds, setAsideName, sizeOf } from './audit-files.ts';
import { type AuditBody, type AuditNote, type ChainEnd, sealAuditLine } from './audit-line.ts';
import { lockAuditLog } from './audit-lock.ts';
import { type AuditLimits, defaultLimits, findSurplus, type SurplusFile } from './audit-retention.ts';

export interface AuditEntry {
  readonly requestId: string;
  readonly operation: string;
  readonly source?: string | undefined;
  /** `answered`, or the kind of the fault. */
  readonly outcome: string;
  readonly argumentsDigest?: string | undefined;
  readonly upstreamCalls: number;
  /** Entries of the lists in the data; 1 for data without a list, 0 for a refusal. */
  readonly rows: number;
  /** Of the result or the fault, as it left. */
  readonly answerBytes: number;
  readonly durationMs: number;
}

export interface AuditOptions {
  readonly limits?: AuditLimits;
  /** How long another writer is waited for. Blocks the process, so an Agent does not wait. */
  readonly waitMs?: number;
  readonly openToAppend?: OpenToAppend;
  /** Receives what is wrong with files that retention should remove. */
  readonly log?: Pick<Log, 'error'>;
}

/** A record that waits for the disk, or, without a body, somebody who asks whether one could be written. */
interface Waiting {
  readonly body: AuditBody | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Unrecorded {
  count: number;
  readonly since: string;
  readonly code: string;
}

/** More than the record that ends a file, or that begins one. */
const endingBytes = 512;
/** More than number, time and the two hashes of a record. */
const sealBytes = 256;
const repairEveryMs = 1000;
const retentionEveryMs = 86_400_000;

export class AuditLog {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #options: AuditOptions;
  readonly #limits: AuditLimits;
  readonly #unlock: () => void;
  #file: AppendedFile | undefined;
  #bytes = 0;
  #firstAtMs = 0;
  #retainedAtMs = 0;
  /** The last record that is on disk. */
  #end: ChainEnd;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** Why nothing can be written, until the files were repaired. */
  #failure: { readonly cause: unknown; triedAtMs?: number } | undefined;
  #unrecorded: Unrecorded | undefined;

  private constructor(file: string, clock: Clock, own: { options: AuditOptions; unlock: () => void; end: ChainEnd }) {
    this.#path = file;
    this.#clock = clock;
    this.#options = own.options;
    this.#limits = own.options.limits ?? defaultLimits;
    this.#unlock = own.unlock;
    this.#end = own.end;
  }

  /**
   * Goes on with the chain. A last line that was cut short stays as it is, and the first record of the
   * next file names it. @throws AuditLogInUse, or Error when the file cannot be used or does not end in
   * a record.
   */
  static async open(file: string, clock: Clock, options: AuditOptions = {}): Promise<AuditLog> {
    const unlock = lockAuditLog(file, options.waitMs ?? 0);
    try {
      const { end, recovery } = await settleFiles(file, clock.now());
      const log = new AuditLog(file, clock, { options, unlock, end });
      await log.#openFile();
      if (recovery !== undefined) await log.#append(recovery);
      return log;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** The last record on disk. Stored elsewhere, it also reveals records cut from the end. */
  get head(): ChainEnd {
    return this.#end;
  }

  /** Resolves when the record is on disk, and rejects when it may not be: then what it records is not answered. */
  append(entry: AuditEntry): Promise<void> {
    return this.#append({
      event: 'operation',
      request_id: entry.requestId,
      operation: entry.operation,
      ...(entry.source !== undefined && { source: entry.source }),
      outcome: entry.outcome,
      ...(entry.argumentsDigest !== undefined && { arguments_digest: entry.argumentsDigest }),
      upstream_calls: entry.upstreamCalls,
      rows: entry.rows,
      answer_bytes: entry.answerBytes,
      duration_ms: entry.durationMs,
    });
  }

  /** As `append`, for events that are not operations. */
  note(body: AuditNote): Promise<void> {
    return this.#append(body);
  }

  /**
   * Resolves when records can be written, as far as is known; after a failure the files are repaired
   * first. Rejects with the system's error: then a question need not be begun, for it cannot be answered.
   */
  ready(): Promise<void> {
    return this.#failure === undefined ? Promise.resolve() : this.#enqueue(undefined);
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close();
    this.#unlock();
  }

  #append(body: AuditBody): Promise<void> {
    return this.#enqueue(body);
  }

  #enqueue(body: AuditBody | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, resolve, reject });
      this.#writing ??= this.#writeWaiting();
    });
  }

  /** Never rejects. What arrives while a batch is written is the next one. */
  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#repair();
        await this.#keepFiles(batch[0]?.body);
        const written = await this.#writeBatch(batch);
        this.#waiting.unshift(...batch.slice(written));
        for (const { resolve } of batch.slice(0, written)) resolve();
      } catch (cause) {
        this.#failure ??= { cause };
        this.#countUnrecorded(batch.length, cause);
        for (const { reject } of batch) reject(cause);
      }
    }
    // In the same step as the last look at what waits: later, records that arrive meanwhile would not be written.
    this.#writing = undefined;
  }

  /** Writes as many records as the file has room for, at least one. Returns how many of the batch are done. */
  async #writeBatch(batch: readonly Waiting[]): Promise<number> {
    const room = this.#limits.fileBytes - endingBytes - this.#bytes;
    let end = this.#end;
    let text = '';
    let bytes = 0;
    let done = 0;
    for (const { body } of batch) {
      const sealed = body === undefined ? undefined : sealAuditLine(body, end, this.#clock.now());
      const line = sealed === undefined ? '' : `${sealed.text}\n`;
      bytes += Buffer.byteLength(line);
      if (done > 0 && bytes > room) break;
      text += line;
      end = sealed?.end ?? end;
      done += 1;
    }
    if (text !== '') await this.#write(text, end);
    return done;
  }

  async #record(body: AuditBody): Promise<void> {
    const { end, text } = sealAuditLine(body, this.#end, this.#clock.now());
    await this.#write(`${text}\n`, end);
  }

  /** The only place that adds to a file: what was added counts once it is on disk. */
  async #write(text: string, end: ChainEnd): Promise<void> {
    if (this.#file === undefined) throw new Error(`${this.#path} is not open`);
    await this.#file.appendFile(text);
    await this.#file.datasync();
    this.#bytes += Buffer.byteLength(text);
    this.#end = end;
  }

  async #openFile(): Promise<void> {
    this.#file = await (this.#options.openToAppend ?? systemOpen)(this.#path);
    this.#bytes = (await sizeOf(this.#path)) ?? 0;
    this.#firstAtMs = this.#bytes === 0 ? this.#clock.now() : Date.parse((await readEnds(this.#path)).first.at);
  }

  /** Begins a new file when this one is old or has no room, and removes files that are too many or too old. */
  async #keepFiles(nextBody: AuditBody | undefined): Promise<void> {
    const now = this.#clock.now();
    const { fileBytes, fileMs } = this.#limits;
    const nextBytes = Buffer.byteLength(JSON.stringify(nextBody ?? '')) + sealBytes;
    const isFull = this.#bytes + nextBytes + endingBytes > fileBytes || now - this.#firstAtMs >= fileMs;
    // A file that holds no more than its beginning is not ended, whatever the limits are.
    if (isFull && this.#bytes > endingBytes) {
      await this.#record({ event: 'file_ended', next: path.basename(setAsideName(this.#path, this.#end.seq + 2)) });
      const full = this.#file;
      this.#end = await beginFile(this.#path, this.#end, now);
      await full?.close();
      await this.#openFile();
    } else if (now - this.#retainedAtMs < retentionEveryMs) return;
    this.#retainedAtMs = now;
    for (const { path: old, record } of await this.#findSurplus(now)) {
      await this.#record(record);
      await this.#tryRetention(() => rm(old, { force: true }));
    }
  }

  async #findSurplus(now: number): Promise<readonly SurplusFile[]> {
    return (await this.#tryRetention(() => findSurplus(this.#path, this.#limits, now))) ?? [];
  }

  /** A file that cannot be removed does not keep the Agent from recording. */
  async #tryRetention<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      const said =
        'old files of the audit log cannot be removed; the operator must check the file that the error names';
      this.#options.log?.error({ err: error, file: this.#path }, said);
      return undefined;
    }
  }

  /** After a failure: brings the files back to the last record that is on disk. Tried once a second. */
  async #repair(): Promise<void> {
    if (this.#failure === undefined) return;
    const { cause, triedAtMs } = this.#failure;
    const now = this.#clock.monotonic();
    if (triedAtMs !== undefined && now - triedAtMs < repairEveryMs) throw cause;
    this.#failure.triedAtMs = now;
    const broken = this.#file;
    this.#file = undefined;
    // What it did not write is written again, so that it matters no more.
    await broken?.close().catch(() => undefined);
    if (await isDevice(this.#path)) throw cause;
    await cutBack(this.#path, this.#end);
    const { end, recovery } = await settleFiles(this.#path, this.#clock.now());
    this.#end = end;
    await this.#openFile();
    if (recovery !== undefined) await this.#record(recovery);
    if (this.#unrecorded !== undefined) await this.#record({ event: 'unrecorded', ...this.#unrecorded });
    this.#unrecorded = undefined;
    this.#failure = undefined;
  }

  #countUnrecorded(count: number, cause: unknown): void {
    const since = new Date(this.#clock.now()).toISOString();
    this.#unrecorded ??= { count: 0, since, code: errorCode(cause) ?? 'unknown' };
    this.#unrecorded.count += count;
  }
}

async function isDevice(file: string): Promise<boolean> {
  return (await sizeOf(file)) !== undefined && !(await stat(file)).isFile();
}
