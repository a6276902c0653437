/** Which full files of an audit log are too many or too old, and how long each file is written to. */
import { listSetAside, readEnds, sizeOf } from './audit-files.ts';
import path from 'node:path';
import type { RemovedFile } from './audit-line.ts';

export interface AuditLimits {
  /** A file is full before it exceeds this. */
  readonly fileBytes: number;
  /** A file is full, too, when its first record is this old: otherwise little traffic would keep old records for ever. */
  readonly fileMs: number;
  /** Of all full files together; the oldest beyond it are removed. */
  readonly keptBytes: number;
  /** A full file is removed when its newest record is older. */
  readonly keptMs: number;
}

const dayMs = 86_400_000;

export const defaultLimits: AuditLimits = {
  fileBytes: 16 << 20,
  fileMs: 30 * dayMs,
  keptBytes: 128 << 20,
  keptMs: 365 * dayMs,
};

export interface SurplusFile {
  readonly path: string;
  readonly record: RemovedFile;
}

/** Oldest first. @throws Error when a file that is to be removed cannot be read, or does not hold records. */
export async function findSurplus(
  file: string,
  { keptBytes, keptMs }: Pick<AuditLimits, 'keptBytes' | 'keptMs'>,
  nowMs: number,
): Promise<SurplusFile[]> {
  const aside = await listSetAside(file);
  const sizes = await Promise.all(aside.map(async (one) => (await sizeOf(one)) ?? 0));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const surplus: SurplusFile[] = [];
  for (const [index, oldest] of aside.entries()) {
    const { first, last } = await readEnds(oldest);
    const isOld = Date.parse(last.at) <= nowMs - keptMs;
    if (total <= keptBytes && !isOld) break;
    total -= sizes[index] ?? 0;
    surplus.push({
      path: oldest,
      record: {
        event: 'file_removed',
        file: path.basename(oldest),
        first_seq: first.seq,
        last_seq: last.seq,
        last_hash: last.hash,
        because: isOld ? 'age' : 'size',
      },
    });
  }
  return surplus;
}
