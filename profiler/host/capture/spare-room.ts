/** Disk space reserved for what must still be written when the disk is full. */
import type { Disk } from '../../../src/tunnel/identity/disk.ts';

/** Some outcomes without a bundle, and the folder's own growth. */
const spareBytes = 65_536;

export class SpareRoom {
  readonly #disk: Disk;
  readonly #file: string;
  #isThere = false;

  constructor(disk: Disk, file: string) {
    this.#disk = disk;
    this.#file = file;
  }

  /** Rejects when there is no room for it. */
  async make(): Promise<void> {
    if (this.#isThere) return;
    try {
      const file = await this.#disk.create(this.#file, 0o600);
      try {
        await file.write(Buffer.alloc(spareBytes, 0xff));
        await file.sync();
      } finally {
        await file.close();
      }
      this.#isThere = true;
    } catch (error) {
      await this.#disk.remove(this.#file).catch(() => undefined);
      throw error;
    }
  }

  /** Writes, and once more in the spare room when the disk is full. Rejects as `write` does. */
  async within(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!this.#isThere || !isFull(error)) throw error;
      this.#isThere = false;
      await this.#disk.remove(this.#file);
      await write();
    }
  }
}

/** Whether the file system, or the share of this user in it, has no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
