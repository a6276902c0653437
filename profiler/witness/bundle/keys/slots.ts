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
