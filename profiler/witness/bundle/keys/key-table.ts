/**
 * Keys of one axis in all captures of a comparison, by number. Captures of one workload have mostly the same keys, and
 * every view reads them several times: text is compared once for each capture, numbers are used from then on.
 */
export class KeyTable {
  /** The text of each number. */
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<readonly string[], Uint32Array>();
  #lastKeys: readonly string[] = [];
  #last = new Uint32Array();

  /** For each key of a capture its number. Fastest where keys are in order, as columns have them. */
  numbersOf(keys: readonly string[]): Uint32Array {
    const known = this.#known.get(keys);
    if (known !== undefined) return known;
    const found = new Uint32Array(keys.length);
    const [last, numbers] = [this.#lastKeys, this.#last];
    let at = 0;
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place] ?? '';
      // Mostly the very same string, whose characters need not be read.
      while (at < last.length && last[at] !== key && (last[at] ?? '') < key) at++;
      found[place] = last[at] === key ? (numbers[at] ?? 0) : this.#numberOf(key);
    }
    [this.#lastKeys, this.#last] = [keys, found];
    this.#known.set(keys, found);
    return found;
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.texts.push(key);
    this.#numbers.set(key, number);
    return number;
  }
}
