/** What a view calls the keys of an axis, as numbers: each text is asked for once, however many captures have it. */
import { KeyTable } from './key-table.ts';

/** The name of a key; undefined leaves it out. */
export type KeyOf = (key: string) => string | undefined;

/** In place of a number: the view leaves the key out. */
export const leftOut = -1;
const notAsked = -2;

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
    for (let at = 0; at < keys.length; at++) {
      const text = texts[at] ?? 0;
      let number = this.#ofText[text] ?? notAsked;
      if (number === notAsked) {
        const key = keys[at] ?? '';
        this.#ofText[text] = number = this.#numberOf(this.#keyOf(key), key);
      }
      found[at] = number;
    }
    this.#known.set(keys, found);
    return found;
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
