/**
 * Append-only record of every operation that was asked, answered or refused: one JSON line each, every
 * line carrying the hash of the one before. Arguments and results are not in it; of the arguments there
 * is a digest. A file that is full is set aside under the number of its first line and the chain goes on
 * in a new one, so that the identity volume never fills up. `verify-audit.ts` finds the first bad line.
 */
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import { AuditLine, chainStart, hashAuditLine } from './audit-line.ts';

export interface AuditEntry {
  readonly requestId: string;
  readonly operation: string;
  readonly source?: string | undefined;
  /** `answered`, or the kind of the fault. */
  readonly outcome: string;
  readonly argumentsDigest?: string | undefined;
  readonly upstreamCalls: number;
  readonly resultBytes: number;
  readonly durationMs: number;
}

export interface AuditLimits {
  readonly fileBytes: number;
  /** Full files that are kept; the oldest beyond them is removed. */
  readonly keptFiles: number;
}

const defaultLimits: AuditLimits = { fileBytes: 16 << 20, keptFiles: 8 };

type End = Pick<AuditLine, 'seq' | 'hash'>;

export class AuditLog {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #limits: AuditLimits;
  #file: FileHandle;
  #bytes: number;
  #last: End;
  #writing: Promise<void> = Promise.resolve();

  private constructor(where: { path: string; clock: Clock; limits: AuditLimits }, file: FileHandle, end: OpenEnd) {
    this.#path = where.path;
    this.#clock = where.clock;
    this.#limits = where.limits;
    this.#file = file;
    this.#bytes = end.bytes;
    this.#last = end.last;
  }

  /**
   * Goes on with the chain in the file. A last line that was cut short by a crash is removed: its
   * operation was never answered. @throws Error when the file cannot be used or its last line is none of ours.
   */
  static async open(file: string, clock: Clock, limits: AuditLimits = defaultLimits): Promise<AuditLog> {
    const handle = await open(file, 'a+', 0o600);
    try {
      return new AuditLog({ path: file, clock, limits }, handle, await readEnd(handle, file));
    } catch (cause) {
      await handle.close();
      throw new Error(`the audit log ${file} does not end in a line of an audit log`, { cause });
    }
  }

  /** Resolves when the line is written. After a failed write every later one fails too: a chain has no gaps. */
  append(entry: AuditEntry): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(entry));
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.close();
  }

  async #write(entry: AuditEntry): Promise<void> {
    if (this.#bytes >= this.#limits.fileBytes) await this.#setAside();
    const unsealed = toLine(entry, this.#last, this.#clock.now());
    const line: AuditLine = { ...unsealed, hash: hashAuditLine(unsealed) };
    const text = `${JSON.stringify(line)}\n`;
    await this.#file.appendFile(text);
    this.#bytes += Buffer.byteLength(text);
    this.#last = { seq: line.seq, hash: line.hash };
  }

  async #setAside(): Promise<void> {
    const full = await this.#file.stat();
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(lineBytes), 0, Math.min(lineBytes, full.size), 0);
    const first = buffer.subarray(0, bytesRead).toString('utf8').split('\n')[0] ?? '';
    const { seq } = AuditLine.parse(JSON.parse(first));
    await this.#file.sync();
    await rename(this.#path, setAsideName(this.#path, seq));
    await this.#file.close();
    this.#file = await open(this.#path, 'a+', 0o600);
    this.#bytes = 0;
    const older = await listSetAside(this.#path);
    for (const file of older.slice(0, Math.max(0, older.length - this.#limits.keptFiles))) await unlink(file);
  }
}

/** Files of the chain that are full, oldest first. */
export async function listSetAside(file: string): Promise<string[]> {
  const { dir, name, ext } = path.parse(file);
  const pattern = new RegExp(`^${name}\\.\\d{12}\\${ext}$`, 'u');
  return (await readdir(dir))
    .filter((one) => pattern.test(one))
    .toSorted()
    .map((one) => path.join(dir, one));
}

function setAsideName(file: string, firstSeq: number): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.${String(firstSeq).padStart(12, '0')}${ext}`);
}

function toLine(entry: AuditEntry, last: End, nowMs: number): Omit<AuditLine, 'hash'> {
  return {
    seq: last.seq + 1,
    at: new Date(nowMs).toISOString(),
    request_id: entry.requestId,
    operation: entry.operation,
    ...(entry.source !== undefined && { source: entry.source }),
    outcome: entry.outcome,
    ...(entry.argumentsDigest !== undefined && { arguments_digest: entry.argumentsDigest }),
    upstream_calls: entry.upstreamCalls,
    result_bytes: entry.resultBytes,
    duration_ms: entry.durationMs,
    previous: last.hash,
  };
}

interface OpenEnd {
  readonly bytes: number;
  readonly last: End;
}

/** No line is longer: names are bounded and the rest is numbers and hashes. */
const lineBytes = 8 * 1024;

async function readEnd(handle: FileHandle, file: string): Promise<OpenEnd> {
  const tail = await readTail(handle);
  if (tail.end < tail.size) await handle.truncate(tail.end);
  if (tail.line !== undefined) return { bytes: tail.end, last: AuditLine.parse(JSON.parse(tail.line)) };
  if (tail.end > 0) throw new Error('no whole line at the end');
  return { bytes: 0, last: await readEndBefore(file) };
}

/** Where the chain stood when the file before this one was set aside. */
async function readEndBefore(file: string): Promise<End> {
  const before = (await listSetAside(file)).at(-1);
  if (before === undefined) return { seq: 0, hash: chainStart };
  const handle = await open(before, 'r');
  try {
    return AuditLine.parse(JSON.parse((await readTail(handle)).line ?? ''));
  } finally {
    await handle.close();
  }
}

/** The last whole line, and where it ends in the file. */
async function readTail(handle: FileHandle): Promise<{ size: number; end: number; line: string | undefined }> {
  const { size } = await handle.stat();
  const start = Math.max(0, size - 2 * lineBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  const tail = buffer.subarray(0, bytesRead);
  const end = tail.lastIndexOf('\n') + 1;
  const line = tail.subarray(0, end).toString('utf8').split('\n').at(-2);
  return { size, end: start + end, line };
}
