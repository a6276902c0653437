/**
 * A disk that forgets like a real one: what was not synced may be lost or cut when the power goes, and
 * a rename holds for certain only after its directory was synced. It can be full or broken for a while.
 */
import type { AppendedFile } from '../../../src/agent/audit/appended-file.ts';
import type { Disk, DiskFile } from '../../../src/tunnel/identity/disk.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Inode {
  content: Uint8Array;
  synced: Uint8Array;
  /** How many of the first bytes of `content` no loss of power takes away. */
  kept: number;
  modifiedAt: number;
}

function emptyInode(): Inode {
  return { content: new Uint8Array(), synced: new Uint8Array(), kept: 0, modifiedAt: 0 };
}

export type DiskFault = 'ENOSPC' | 'EIO';

export class MemoryDisk {
  readonly #random: SeededRandom;
  readonly #now: () => number;
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  /** While set, each writing step fails with this with a probability of one half. */
  fault: DiskFault | undefined;

  /** `now`: the clock of the machine, milliseconds since the epoch. */
  constructor(random: SeededRandom, now: () => number = () => 0) {
    this.#random = random;
    this.#now = now;
  }

  /** Opens a file that only grows, as the running process sees it. `isLying`: it says that it synced and does not. */
  async openToAppend(path: string, wait: () => Promise<void>, isLying = false): Promise<AppendedFile> {
    await this.#step(wait);
    const inode = this.#names.get(path) ?? emptyInode();
    this.#names.set(path, inode);
    this.#syncedNames.set(path, inode);
    return {
      appendFile: async (text) => {
        const before = inode.content;
        const bytes = Buffer.from(text);
        const isCut = this.fault === 'ENOSPC';
        if (isCut) inode.content = Buffer.concat([before, bytes.subarray(0, this.#random.between(0, bytes.length))]);
        await this.#step(wait);
        inode.content = Buffer.concat([before, bytes]);
      },
      datasync: async () => {
        await this.#step(wait);
        if (isLying) return;
        inode.synced = inode.content;
        inode.kept = inode.content.length;
      },
      close: () => Promise.resolve(),
    };
  }

  async #step(wait: () => Promise<void>): Promise<void> {
    await wait();
    if (this.fault !== undefined && this.#random.chance(0.5)) {
      throw Object.assign(new Error(this.fault), { code: this.fault });
    }
  }

  /** As the running process sees it. `wait` is called at every step, so that a crash can come between any two. */
  mount(wait: () => Promise<void>): Disk {
    const step = (): Promise<void> => this.#step(wait);
    return {
      read: async (path) => {
        const found = this.#names.get(path);
        return found === undefined ? undefined : { bytes: found.content, mode: 0o100600 };
      },
      modifiedAt: (path) => Promise.resolve(this.#names.get(path)?.modifiedAt),
      list: (folder) => {
        const names = [...this.#names.keys()].filter((path) => path.startsWith(`${folder}/`));
        return Promise.resolve(names.map((path) => path.slice(folder.length + 1)));
      },
      makeDirectory: () => Promise.resolve(),
      whyNotWritable: () => Promise.resolve(undefined),
      create: async (path) => {
        await step();
        const inode = this.#names.get(path) ?? emptyInode();
        inode.content = new Uint8Array();
        inode.kept = 0;
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
    for (const [name, { content }] of this.#names) {
      other.#names.set(name, { ...emptyInode(), content, synced: content, kept: content.length });
    }
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
        const kept = this.#random.between(inode.kept, inode.content.length);
        inode.content = this.#random.chance(0.5) ? inode.synced : inode.content.slice(0, kept);
      }
      inode.synced = inode.content;
      inode.kept = inode.content.length;
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
        inode.modifiedAt = this.#now();
      },
      sync: async () => {
        await step();
        inode.synced = inode.content;
        inode.kept = inode.content.length;
      },
      close: () => Promise.resolve(),
    };
  }
}
