/**
 * An answer with its text decoded. Systems write the same sentence in several ways: an apostrophe is
 * `\u0027` in the JSON of Go and Java programs and `&#39;` in a web page. What looks for words in an
 * answer reads this, and never what came over the wire.
 */
import type { HttpResponse } from '../core/http-client.ts';

declare const isDecoded: unique symbol;

/**
 * JSON as JSON.stringify writes it: without spaces, and nothing escaped but quotation marks, backslashes
 * and control characters. It is still JSON, and a member's name in a text of somebody never looks like a
 * member. A web page or XML has its character references replaced. Any other text is as it came.
 */
export type DecodedText = string & { readonly [isDecoded]: true };

/** `Answered` but for the body, which is decoded when it is read: most answers are only parsed. */
export class DecodedResponse {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly #raw: string;
  #text: DecodedText | undefined;
  #json: { readonly value: unknown } | undefined;

  constructor({ status, headers, body }: Pick<HttpResponse, 'status' | 'headers' | 'body'>) {
    this.status = status;
    this.headers = headers;
    this.#raw = body;
  }

  /**
   * A web page, by its text or its type: no interface of a vendor answers with one. Some call plain sentences text/html,
   * so that the type alone proves less.
   */
  get isPage(): boolean {
    return (
      this.isMarkup ||
      (/^\s*(?:text\/html|application\/xhtml\+xml)\b/iu.test(this.#type) && !startsJson.test(this.#raw))
    );
  }

  /** A page by its text, and not only by its type. */
  get isMarkup(): boolean {
    return pageStart.test(this.#raw) || (/html/iu.test(this.#type) && startsMarkup.test(this.#raw));
  }

  get #type(): string {
    return String(this.headers['content-type'] ?? '');
  }

  get body(): DecodedText {
    this.#text ??= decodeText(this.#raw);
    return this.#text;
  }

  /** Member of an answer in JSON by its path, such as `error.code`; undefined where there is none, or no JSON. */
  field(path: string): unknown {
    this.#json ??= { value: parse(this.#raw) };
    let { value } = this.#json;
    for (const name of path.split('.')) value = memberOf(value, name);
    return value;
  }
}

const pageStart =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|script|center|h1)\b/iu;
const startsMarkup = /^\s*</u;
const startsJson = /^\s*[[{]/u;

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

export function decodeText(raw: string): DecodedText {
  // Sound because the brand says only that the text went through here.
  return (asJson(raw) ?? (startsMarkup.test(raw) ? withoutReferences(raw) : raw)) as DecodedText;
}

function asJson(raw: string): string | undefined {
  if (!/^\s*[[{"]/u.test(raw)) return undefined;
  const value = parse(raw);
  return value === undefined ? undefined : JSON.stringify(value);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const lastCodePoint = 0x10_ff_ff;

function withoutReferences(raw: string): string {
  return raw.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    if (code >= 0 && code <= lastCodePoint) return String.fromCodePoint(code);
    return named[String(name).toLowerCase()] ?? String(whole);
  });
}
