/** Keys of an axis, each written as what differs from the one before. */
import { type ByteReader, VectorError } from './byte-reader.ts';

/**
 * Text that several vectors have, kept once: captures of one workload have mostly the same keys. A vector shares with
 * the one before it, which costs one look at each key, and no table of all of them.
 */
export class SharedKeys {
  readonly #lists = new Map<string, readonly string[]>();

  of(axis: string): readonly string[] {
    return this.#lists.get(axis) ?? [];
  }

  set(axis: string, keys: readonly string[]): void {
    this.#lists.set(axis, keys);
  }
}

/** Far longer than any key: the longest path has 4,096 bytes. */
const longestKey = 1 << 20;

export class KeyReader {
  readonly #reader: ByteReader;
  #key = Buffer.allocUnsafe(1024);
  #length = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** `known`: in order. @throws VectorError when the keys are not in order. */
  read(count: number, known: readonly string[], what: string): string[] {
    const keys = Array<string>(count);
    let before = '';
    let at = 0;
    this.#length = 0;
    for (let number = 0; number < count; number++) {
      const isBehind = this.#next(what);
      const key = this.#key.toString('utf8', 0, this.#length);
      if (!isBehind && before > key) throw new VectorError(`${what} are not in order`);
      let same = known[at];
      while (same !== undefined && same < key) same = known[++at];
      before = same === key ? same : key;
      keys[number] = before;
    }
    return keys;
  }

  /** Returns whether the bytes alone show that the key comes behind the one before. */
  #next(what: string): boolean {
    const reader = this.#reader;
    const shared = reader.number(what, this.#length);
    const rest = reader.number(what, longestKey);
    const replaced = shared < this.#length ? (this.#key[shared] ?? 0) : -1;
    this.#length = shared + rest;
    this.#reserve();
    reader.copy(this.#key, { from: shared, to: this.#length }, what);
    const first = rest === 0 ? -1 : (this.#key[shared] ?? 0);
    // Beyond ASCII the order of bytes is not that of code units.
    return first > replaced && first < 0x80;
  }

  #reserve(): void {
    if (this.#length <= this.#key.length) return;
    const larger = Buffer.allocUnsafe(this.#length * 2);
    this.#key.copy(larger);
    this.#key = larger;
  }
}
