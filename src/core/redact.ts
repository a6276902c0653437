/**
 * Redaction by value: every secret the process has read is known here, and every text that leaves the
 * process has these values removed, in the forms they take on the way: as they are, base64 (at any
 * alignment), base64url, percent-encoded, JSON-escaped and hexadecimal. Patterns that guess what a
 * secret looks like are not used: they miss the real one and hide what is harmless.
 */
import type { Secret } from './secret.ts';

/** Shorter values would match ordinary words; they are refused as secrets where they are read. */
export const minSecretLength = 8;
const shown = '[secret]';

export class Redactor {
  #forms: readonly string[] = [];
  readonly #values = new Set<string>();

  /** From here on the value and its encodings are removed. A user and password pair is also known as `user:password`. */
  add(secret: Secret, user?: string): void {
    const value = secret.reveal();
    if (value.length < minSecretLength) return;
    const known = this.#values.size;
    this.#values.add(value);
    if (user !== undefined) this.#values.add(`${user}:${value}`);
    if (this.#values.size !== known) this.#prepare();
  }

  /** For a token that was replaced and is over, so that a process of many months does not look for all it ever had. */
  remove(secret: Secret): void {
    if (this.#values.delete(secret.reveal())) this.#prepare();
  }

  #prepare(): void {
    const forms = new Set([...this.#values].flatMap(encodingsOf));
    // Longest first, so that a form that contains another disappears whole.
    this.#forms = [...forms].filter((form) => form.length >= minSecretLength).toSorted((a, b) => b.length - a.length);
  }

  text(input: string): string {
    let output = input;
    for (const form of this.#forms) {
      if (output.includes(form)) output = output.replaceAll(form, shown);
    }
    return output;
  }

  /** A copy with every string redacted, keys included. Cycles end at `[circular]`. */
  value(input: unknown): unknown {
    return this.#copy(input, new Set());
  }

  #copy(input: unknown, above: Set<object>): unknown {
    if (typeof input === 'string') return this.text(input);
    if (typeof input !== 'object' || input === null) return input;
    if (above.has(input)) return '[circular]';
    if (hasOwnForm(input)) return this.#copy(input.toJSON(), above);
    above.add(input);
    const copy = Array.isArray(input)
      ? input.map((one) => this.#copy(one, above))
      : Object.fromEntries(fieldsOf(input).map(([key, one]) => [this.text(key), this.#copy(one, above)]));
    above.delete(input);
    return copy;
  }
}

/** Dates, addresses and secrets say themselves how they are written down. */
function hasOwnForm(input: object): input is { toJSON: () => unknown } {
  return 'toJSON' in input && typeof input.toJSON === 'function';
}

function fieldsOf(input: object): [string, unknown][] {
  if (!(input instanceof Error)) return Object.entries(input);
  const { name, message, stack, cause } = input;
  return [
    ...Object.entries(input),
    ...Object.entries({ name, message, stack, ...(cause === undefined ? {} : { cause }) }),
  ];
}

function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase()),
    encodeURIComponent(value).replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/**
 * In a longer base64 text the value may begin at any of three positions in a group of three bytes.
 * For each, the characters that depend on the value alone stay: those at the ends also depend on
 * the neighbours.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const start = before === 0 ? 0 : before + 1;
    const isAligned = (before + bytes.length) % 3 === 0;
    const inner = encoded.slice(start, isAligned ? undefined : -1);
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}
