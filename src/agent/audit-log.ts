/**
 * Append-only record of every operation that was asked, answered or refused: one JSON line each, every
 * line carrying the hash of the one before. Arguments and results are not in it; of the arguments there
 * is a digest. A file that is full, or whose last line a crash has cut short, is set aside under the
 * number of its first record, and the chain goes on in a new one. `verify-audit.ts` finds the first bad
 * record, `read-egress.ts` adds up what left.
 */
import { type FileHandle, open, rename, truncate, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import {
  listAuditFiles,
  listSetAside,
  readAuditFile,
  readFirstSeq,
  setAsideName,
  sizeOf,
  type TornLine,
} from './audit-files.ts';
import { type AuditBody, type ChainEnd, chainStart, parseAuditLine, sealAuditLine } from './audit-line.ts';
import { lockAuditLog } from './audit-lock.ts';

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

export interface AuditLimits {
  readonly fileBytes: number;
  /** Full files that are kept; the oldest beyond them is removed. */
  readonly keptFiles: number;
}

export interface AuditOptions {
  readonly limits?: AuditLimits;
  /** How long another writer is waited for. Blocks the process, so an Agent does not wait. */
  readonly waitMs?: number;
}

const defaultLimits: AuditLimits = { fileBytes: 16 << 20, keptFiles: 8 };

export class AuditLog {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #limits: AuditLimits;
  readonly #unlock: () => void;
  #file: FileHandle;
  #bytes: number;
  #last: ChainEnd;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    { path: where, clock, limits, unlock }: { path: string; clock: Clock; limits: AuditLimits; unlock: () => void },
    file: FileHandle,
    { bytes, last }: { bytes: number; last: ChainEnd },
  ) {
    this.#path = where;
    this.#clock = clock;
    this.#limits = limits;
    this.#unlock = unlock;
    this.#file = file;
    this.#bytes = bytes;
    this.#last = last;
  }

  /**
   * Goes on with the chain. A last line that was cut short stays as it is, and the first record of the
   * next file names it. @throws AuditLogInUse, or Error when the file cannot be used or does not end in
   * a record.
   */
  static async open(file: string, clock: Clock, options: AuditOptions = {}): Promise<AuditLog> {
    const { limits = defaultLimits, waitMs = 0 } = options;
    const unlock = lockAuditLog(file, waitMs);
    try {
      const { last, torn: found } = await findEnd(file);
      const torn = found === undefined ? undefined : await beginAnew(file, found);
      const handle = await open(file, 'a+', 0o600);
      const { size: bytes } = await handle.stat();
      const log = new AuditLog({ path: file, clock, limits, unlock }, handle, { bytes, last });
      if (torn !== undefined) await log.#append(recoveryOf(torn));
      return log;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Where the chain stands: kept elsewhere, it also shows records cut from the end. */
  get head(): ChainEnd {
    return this.#last;
  }

  /** Resolves when the record is written. After a failed write every later one fails too: a chain has no gaps. */
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

  /** As `append`, for what is no operation. */
  note(body: Exclude<AuditBody, { event: 'operation' | 'recovered' }>): Promise<void> {
    return this.#append(body);
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.close();
    this.#unlock();
  }

  #append(body: AuditBody): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(body));
    return this.#writing;
  }

  async #write(body: AuditBody): Promise<void> {
    if (this.#bytes >= this.#limits.fileBytes) await this.#setAside();
    const { end, text } = sealAuditLine(body, this.#last, this.#clock.now());
    const line = `${text}\n`;
    await this.#file.appendFile(line);
    this.#bytes += Buffer.byteLength(line);
    this.#last = end;
  }

  async #setAside(): Promise<void> {
    await this.#file.sync();
    await rename(this.#path, setAsideName(this.#path, await readFirstSeq(this.#path)));
    await this.#file.close();
    this.#file = await open(this.#path, 'a+', 0o600);
    this.#bytes = 0;
    const older = await listSetAside(this.#path);
    for (const file of older.slice(0, Math.max(0, older.length - this.#limits.keptFiles))) await unlink(file);
  }
}

interface FoundEnd {
  readonly last: ChainEnd;
  /** What stands after the last record, in the newest file that holds anything. */
  readonly torn: TornLine | undefined;
}

/** Files may be empty, or hold nothing but a torn line, when a crash came between two steps of beginning anew. */
async function findEnd(file: string): Promise<FoundEnd> {
  let torn: TornLine | undefined;
  for (const one of (await listAuditFiles(file)).toReversed()) {
    // A device reports no size, and reading it would not end.
    if ((await sizeOf(one)) === 0) continue;
    const read = await readAuditFile(one);
    torn = read.torn ?? torn;
    const text = read.lines.at(-1);
    if (text === undefined) continue;
    const last = parseAuditLine(text);
    if (last !== undefined) return { last: { seq: last.seq, hash: last.hash }, torn };
    const remedy = 'Move its files away, keep them as evidence, and start again: a new chain begins.';
    throw new Error(`The audit log ${one} does not end in a record of an audit log. ${remedy}`);
  }
  return { last: { seq: 0, hash: chainStart }, torn };
}

/** A file that holds records is kept with its torn line; one that holds nothing else is emptied. Tells where the torn line is now. */
async function beginAnew(file: string, torn: TornLine): Promise<TornLine> {
  if (((await sizeOf(file)) ?? 0) === 0) return torn;
  if ((await readAuditFile(file)).lines.length === 0) {
    await truncate(file, 0);
    return torn;
  }
  const aside = setAsideName(file, await readFirstSeq(file));
  await rename(file, aside);
  return { ...torn, file: aside };
}

function recoveryOf({ file, line, bytes, sha256 }: TornLine): AuditBody {
  return { event: 'recovered', file: path.basename(file), line, torn_bytes: bytes, torn_sha256: sha256 };
}
