/** Keys as numbers: of their texts, of the names that a view gives them, and of the places where they are counted. */

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
    this.#numberAll(keys, found);
    [this.#lastKeys, this.#last] = [keys, found];
    this.#known.set(keys, found);
    return found;
  }

  #numberAll(keys: readonly string[], found: Uint32Array): void {
    const [last, numbers] = [this.#lastKeys, this.#last];
    let at = 0;
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place] ?? '';
      // Mostly the very same string, whose characters need not be read.
      while (at < last.length && last[at] !== key && (last[at] ?? '') < key) at++;
      found[place] = at < last.length && last[at] === key ? (numbers[at] ?? 0) : this.#numberOf(key);
    }
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

/** Places for what is counted by name, in the order in which names come first. */
export class Slots {
  /** The number of the name at each place. */
  readonly numbers: number[] = [];
  readonly #places: Int32Array;

  /** `names`: how many there are. */
  constructor(names: number) {
    this.#places = new Int32Array(names).fill(-1);
  }

  /** Of a name by its number; a new one where it has none. */
  of(number: number): number {
    let place = this.#places[number] ?? -1;
    if (place >= 0) return place;
    place = this.numbers.length;
    this.numbers.push(number);
    this.#places[number] = place;
    return place;
  }
}

/** The name of a key; undefined leaves it out. */
export type KeyOf = (key: string) => string | undefined;

/** In place of a number: the view leaves the key out. */
export const leftOut = -1;
const notAsked = -2;

/** What a view calls the keys of an axis, as numbers: each text is asked for once, however many captures have it. */
export class KeyNames {
  /** The name of each number. */
  readonly names: string[] = [];
  readonly #keyOf: KeyOf;
  readonly #table: KeyTable;
  #numbers: Map<string, number> | undefined;
  readonly #known = new WeakMap<readonly string[], Int32Array>();
  #ofText = new Int32Array();

  constructor(keyOf: KeyOf, table = new KeyTable()) {
    this.#keyOf = keyOf;
    this.#table = table;
  }

  /** For each key of a capture the number of its name, or `leftOut`. */
  numbersOf(keys: readonly string[]): Int32Array {
    const known = this.#known.get(keys);
    if (known !== undefined) return known;
    const texts = this.#table.numbersOf(keys);
    this.#reserve();
    const found = new Int32Array(keys.length);
    this.#nameAll(keys, texts, found);
    this.#known.set(keys, found);
    return found;
  }

  #nameAll(keys: readonly string[], texts: Uint32Array, found: Int32Array): void {
    for (let at = 0; at < keys.length; at++) {
      const text = texts[at] ?? 0;
      let number = this.#ofText[text] ?? notAsked;
      if (number === notAsked) {
        const key = keys[at] ?? '';
        this.#ofText[text] = number = this.#numberOf(this.#keyOf(key), key);
      }
      found[at] = number;
    }
  }

  #numberOf(name: string | undefined, text: string): number {
    if (name === undefined) return leftOut;
    // No two texts are the same: while each is its own name, none has to be looked up.
    if (this.#numbers === undefined && name !== text) {
      this.#numbers = new Map(this.names.map((one, number) => [one, number]));
    }
    const known = this.#numbers?.get(name);
    if (known !== undefined) return known;
    const number = this.names.length;
    this.names.push(name);
    this.#numbers?.set(name, number);
    return number;
  }

  #reserve(): void {
    const { length } = this.#table.texts;
    if (length <= this.#ofText.length) return;
    const larger = new Int32Array(2 * length).fill(notAsked);
    larger.set(this.#ofText);
    this.#ofText = larger;
  }
}

const remembered = new WeakMap<KeyOf, KeyNames>();

/** The same function, whose names are remembered for as long as it is. `table`: of the axis that it is asked about. */
export function rememberNames(keyOf: KeyOf, table: KeyTable): KeyOf {
  const own: KeyOf = (key) => keyOf(key);
  remembered.set(own, new KeyNames(keyOf, table));
  return own;
}

/** Those that are remembered of the function, or new ones. */
export function namesBy(keyOf: KeyOf): KeyNames {
  return remembered.get(keyOf) ?? new KeyNames(keyOf);
}
