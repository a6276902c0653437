/**
 * Replaces a file so that at every moment, whatever fails and whenever the power goes, the path holds
 * either the whole old content or the whole new one.
 */
import path from 'node:path';
import type { Disk, DiskFile } from './disk.ts';

/** Rejects with the system's error. Then the old content is in place, or, when the last step failed, possibly the new. */
export async function replaceFile(disk: Disk, target: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${target}.new`;
  try {
    await writeWhole(await disk.create(temporary, 0o600), bytes);
    await disk.rename(temporary, target);
  } catch (error) {
    // The first error is the one to report; a temporary file left behind is emptied by the next write.
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
  await disk.syncDirectory(path.dirname(target));
}

/** Rejects with the system's error; on disk when it resolves, under a name that may be lost until its directory is synced. */
export async function writeWhole(file: DiskFile, bytes: Uint8Array): Promise<void> {
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
