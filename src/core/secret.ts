import { inspect } from 'node:util';

const shown = '[secret]';

/**
 * A value that must never be printed. Every way JavaScript turns a value into text gives `[secret]`;
 * `reveal()` is the one way out and is searched for in review.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.toPrimitive](): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
