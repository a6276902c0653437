/**
 * A disk that forgets like a real one: what was not synced may be lost or cut when the power goes, and
 * a rename holds for certain only after its directory was synced. It can be full or broken for a while.
 */
import type { Disk, DiskFile } from '../identity/disk.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Inode {
  content: Uint8Array;
  synced: Uint8Array;
}

export type DiskFault = 'ENOSPC' | 'EIO';

export class MemoryDisk {
  readonly #random: SeededRandom;
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  /** While set, each writing step fails with this with a probability of one half. */
  fault: DiskFault | undefined;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** As the running process sees it. `wait` is called at every step, so that a crash can come between any two. */
  mount(wait: () => Promise<void>): Disk {
    const step = async (): Promise<void> => {
      await wait();
      if (this.fault !== undefined && this.#random.chance(0.5)) {
        throw Object.assign(new Error(this.fault), { code: this.fault });
      }
    };
    return {
      read: async (path) => {
        const found = this.#names.get(path);
        return found === undefined ? undefined : { bytes: found.content, mode: 0o100600 };
      },
      modifiedAt: (path) => Promise.resolve(this.#names.has(path) ? 0 : undefined),
      list: (folder) => {
        const names = [...this.#names.keys()].filter((path) => path.startsWith(`${folder}/`));
        return Promise.resolve(names.map((path) => path.slice(folder.length + 1)));
      },
      makeDirectory: () => Promise.resolve(),
      isWritableDirectory: () => Promise.resolve(true),
      create: async (path) => {
        await step();
        const inode = this.#names.get(path) ?? { content: new Uint8Array(), synced: new Uint8Array() };
        inode.content = new Uint8Array();
        this.#names.set(path, inode);
        return this.#open(inode, step);
      },
      rename: async (from, to) => {
        await step();
        const inode = this.#names.get(from);
        if (inode === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
        this.#names.delete(from);
        this.#names.set(to, inode);
      },
      syncDirectory: async () => {
        await step();
        this.#syncedNames = new Map(this.#names);
      },
      remove: async (path) => {
        await wait();
        this.#names.delete(path);
      },
    };
  }

  /** What a copy of the volume made now would hold. */
  copy(random: SeededRandom): MemoryDisk {
    const other = new MemoryDisk(random);
    for (const [name, { content }] of this.#names) other.#names.set(name, { content, synced: content });
    other.#syncedNames = new Map(other.#names);
    return other;
  }

  /** The power goes: each name and each unsynced content is, by chance, the old or the new one. */
  losePower(): void {
    const names = new Map<string, Inode>();
    for (const name of new Set([...this.#names.keys(), ...this.#syncedNames.keys()])) {
      const source = this.#random.chance(0.5) ? this.#names : this.#syncedNames;
      const inode = source.get(name);
      if (inode !== undefined) names.set(name, inode);
    }
    for (const inode of new Set(names.values())) {
      if (inode.content !== inode.synced && this.#random.chance(0.5)) {
        const kept = this.#random.between(0, inode.content.length);
        inode.content = this.#random.chance(0.5) ? inode.synced : inode.content.slice(0, kept);
      }
      inode.synced = inode.content;
    }
    this.#names = names;
    this.#syncedNames = new Map(names);
  }

  #open(inode: Inode, step: () => Promise<void>): DiskFile {
    return {
      write: async (bytes) => {
        // A disk that fills up takes the first part.
        if (this.fault === 'ENOSPC') inode.content = bytes.slice(0, this.#random.between(0, bytes.length));
        await step();
        inode.content = bytes;
      },
      sync: async () => {
        await step();
        inode.synced = inode.content;
      },
      close: () => Promise.resolve(),
    };
  }
}
