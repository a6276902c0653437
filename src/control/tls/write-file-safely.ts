/**
 * Replaces a file so that a crash or a full disk leaves either the old content or the new, never a
 * part: write beside it, flush, rename, flush the directory.
 */
import { randomUUID } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Rejects with the file system's own error; the old file is then untouched and no temporary file stays. */
export async function writeFileSafely(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeAndFlush(temporary, content, mode);
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
  const directory = await open(path.dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeAndFlush(file: string, content: string, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    // The mode given to open is reduced by the umask; the one asked for is the one that must hold.
    await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
