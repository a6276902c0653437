/** Why bytes are not a vector. */
export class VectorError extends Error {
  override readonly name = 'VectorError';
}

/** Reads what `ByteWriter` wrote; every method throws VectorError where the bytes end or a value is out of its range. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(what: string): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw ends(what);
    return value;
  }

  number(what: string, most = Number.MAX_SAFE_INTEGER): number {
    const bytes = this.#bytes;
    const first = bytes[this.#at];
    if (first !== undefined && first < 0x80 && first <= most) {
      this.#at++;
      return first;
    }
    let value = 0;
    let factor = 1;
    for (let more = 0x80; more !== 0; factor *= 0x80) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw ends(what);
      value += (byte & 0x7f) * factor;
      if (value > most) throw new VectorError(`${what} is larger than ${most}`);
      more = byte & 0x80;
    }
    return value;
  }

  /** Shares memory with what is read. */
  bytes(length: number, what: string): Buffer {
    if (length > this.#bytes.length - this.#at) throw ends(what);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  copy(into: Buffer, { from, to }: { readonly from: number; readonly to: number }, what: string): void {
    if (to - from > this.#bytes.length - this.#at) throw ends(what);
    for (let at = from; at < to; at++) into[at] = this.#bytes[this.#at++] ?? 0;
  }

  text(what: string): string {
    return this.bytes(this.number(what), what).toString('utf8');
  }

  /** At most so many entries can still follow, each of one byte at least: bounds what is reserved for them. */
  length(what: string): number {
    return this.number(what, this.#bytes.length - this.#at);
  }
}

function ends(what: string): VectorError {
  return new VectorError(`it ends within ${what}`);
}
