/** The file system as the identity uses it, as a port: every step that can fail on its own is one method. */
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';

export interface Disk {
  /** Undefined when there is no such file. */
  read(path: string): Promise<{ bytes: Uint8Array; mode: number } | undefined>;
  /** Milliseconds since the epoch, by the clock of the machine; undefined when that cannot be read. */
  modifiedAt(path: string): Promise<number | undefined>;
  /** Names, in no order. */
  list(path: string): Promise<readonly string[]>;
  makeDirectory(path: string): Promise<void>;
  /** Undefined when it is a directory that this process may write to; otherwise the code of the system. */
  whyNotWritable(path: string): Promise<string | undefined>;
  /** A new file with exactly this mode, in the place of one that was there. */
  create(path: string, mode: number): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  syncDirectory(path: string): Promise<void>;
  /** No error when there is no such file. */
  remove(path: string): Promise<void>;
}

export interface DiskFile {
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const systemDisk: Disk = {
  async read(path) {
    try {
      const [bytes, { mode }] = await Promise.all([readFile(path), stat(path)]);
      return { bytes, mode };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  modifiedAt: (path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    ),
  list: (path) => readdir(path),
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async whyNotWritable(path) {
    if (!(await stat(path)).isDirectory()) return 'ENOTDIR';
    return access(path, constants.W_OK | constants.X_OK).then(
      () => undefined,
      (error: unknown) => errorCode(error) ?? 'unknown error',
    );
  },
  async create(path, mode) {
    // A link that somebody else left in this place would lead the write, and the mode, to another file.
    await rm(path, { force: true });
    const handle = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
    // The mode of `open` is cut by the umask.
    await handle.chmod(mode);
    return {
      write: (bytes) => handle.writeFile(bytes),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  rename,
  async syncDirectory(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async remove(path) {
    await rm(path, { force: true });
  },
};

/** `ENOSPC`, `EROFS` and the like; undefined for anything that is no system error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
