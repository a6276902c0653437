/**
 * Append-only record of every operation that was asked, answered or refused: one JSON line each, every
 * line carrying the hash of the one before. Arguments and results are not in it; of the arguments there
 * is a digest. A change anywhere but at the end shows; `verify-audit.ts` finds the first bad line.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';

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

export const AuditLine = z.strictObject({
  seq: z.int(),
  at: z.string(),
  request_id: z.string(),
  operation: z.string(),
  source: z.string().optional(),
  outcome: z.string(),
  arguments_digest: z.string().optional(),
  upstream_calls: z.int(),
  result_bytes: z.int(),
  duration_ms: z.int(),
  previous: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** What the first line has for the hash of the line before it. */
export const chainStart = '0'.repeat(64);

export function hashAuditLine(line: Omit<AuditLine, 'hash'>): string {
  return createHash('sha256').update(JSON.stringify(line)).digest('hex');
}

export class AuditLog {
  readonly #file: FileHandle;
  readonly #clock: Clock;
  #last: Pick<AuditLine, 'seq' | 'hash'>;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, clock: Clock, last: Pick<AuditLine, 'seq' | 'hash'>) {
    this.#file = file;
    this.#clock = clock;
    this.#last = last;
  }

  /**
   * Goes on with the chain in the file. A last line that was cut short by a crash is removed: its
   * operation was never answered. @throws Error when the file cannot be used or its last line is none of ours.
   */
  static async open(path: string, clock: Clock): Promise<AuditLog> {
    const file = await open(path, 'a+', 0o600);
    try {
      return new AuditLog(file, clock, await readLast(file));
    } catch (cause) {
      await file.close();
      throw new Error(`the audit log ${path} does not end in a line of an audit log`, { cause });
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
    const unsealed: Omit<AuditLine, 'hash'> = {
      seq: this.#last.seq + 1,
      at: new Date(this.#clock.now()).toISOString(),
      request_id: entry.requestId,
      operation: entry.operation,
      ...(entry.source !== undefined && { source: entry.source }),
      outcome: entry.outcome,
      ...(entry.argumentsDigest !== undefined && { arguments_digest: entry.argumentsDigest }),
      upstream_calls: entry.upstreamCalls,
      result_bytes: entry.resultBytes,
      duration_ms: entry.durationMs,
      previous: this.#last.hash,
    };
    const line: AuditLine = { ...unsealed, hash: hashAuditLine(unsealed) };
    await this.#file.appendFile(`${JSON.stringify(line)}\n`);
    this.#last = { seq: line.seq, hash: line.hash };
  }
}

/** No line is longer: names are bounded and the rest is numbers and hashes. */
const tailBytes = 64 * 1024;

async function readLast(file: FileHandle): Promise<Pick<AuditLine, 'seq' | 'hash'>> {
  const { size } = await file.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  const tail = buffer.subarray(0, bytesRead);
  const end = tail.lastIndexOf('\n') + 1;
  if (end < tail.length) await file.truncate(start + end);
  const last = tail.subarray(0, end).toString('utf8').split('\n').at(-2);
  if (last === undefined) {
    if (start > 0) throw new Error('no whole line at the end');
    return { seq: 0, hash: chainStart };
  }
  return AuditLine.parse(JSON.parse(last));
}
