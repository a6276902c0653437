/**
 * Cuts a stream of bytes into lines of bounded length. A line beyond the cap is dropped whole, and
 * while it lasts it is not buffered: no writer can make this process hold more than one line.
 */
import { StringDecoder } from 'node:string_decoder';

export class LineReader {
  readonly #maxChars: number;
  readonly #onLine: (line: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  #isDropping = false;

  constructor(maxChars: number, onLine: (line: string) => void) {
    this.#maxChars = maxChars;
    this.#onLine = onLine;
  }

  read(part: Buffer): void {
    const [first = '', ...others] = this.#decoder.write(part).split('\n');
    this.#append(first);
    for (const text of others) {
      this.end();
      this.#append(text);
    }
  }

  /** Passes on the text after the last line break. */
  end(): void {
    if (!this.#isDropping && this.#line !== '') this.#onLine(this.#line);
    this.#line = '';
    this.#isDropping = false;
  }

  #append(text: string): void {
    if (this.#isDropping) return;
    this.#line += text;
    if (this.#line.length <= this.#maxChars) return;
    this.#line = '';
    this.#isDropping = true;
  }
}
