/** The room on the volume of the identity directory. */
import { statfs } from 'node:fs/promises';
import { makeRoom } from '../identity/identity-problem.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Below this, the records or captures of a busy day may not fit. */
const wantedBytes = 200 << 20;
/** Below this, no session begins: its number must be on disk first. */
const neededBytes = 64 << 10;

/** Empty for a directory that does not exist yet. */
export async function examineRoom(folder: string): Promise<Diagnosis[]> {
  const found = await statfs(folder).catch(() => undefined);
  if (found === undefined) return [];
  const { bavail, bsize, files, ffree } = found;
  const free = bavail * bsize;
  const at = { area: 'identity', subject: `${folder} (room)` } as const;
  const isFull = free < neededBytes || (files > 0 && ffree === 0);
  const says =
    isFull && free >= neededBytes ? 'No file can be created: all inodes are used.' : `${sizeOf(free)} are free.`;
  if (isFull) return [{ ...at, status: 'problem', says, who: 'operator', fix: makeRoom }];
  return [
    free >= wantedBytes
      ? { ...at, status: 'ok', says }
      : { ...at, status: 'warning', says, who: 'operator', fix: makeRoom },
  ];
}

function sizeOf(bytes: number): string {
  return bytes < 1 << 20 ? `${bytes >> 10} KiB` : `${Math.floor(bytes / (1 << 20))} MiB`;
}
