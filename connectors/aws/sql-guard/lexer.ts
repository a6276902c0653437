/**
 * Our own reading of the text: words, literals and signs, without blanks and comments. It knows fewer
 * forms than any engine and refuses the rest, so that no other reader can find a statement where this
 * one found a literal or a comment.
 */
import { checkComment, checkLiteral, checkQuotedIdentifier, refuseCharacter } from './characters.ts';
import { limits } from './rules.ts';
import { type Dialect, Refused } from './verdict.ts';

/** `store` is the id of an event data store, which CloudTrail Lake lets stand unquoted in spite of its hyphens. */
export type TokenKind = 'word' | 'number' | 'string' | 'binary' | 'quoted' | 'sign' | 'store';

export interface Token {
  readonly kind: TokenKind;
  /** As written in the statement, quotation marks included. */
  readonly text: string;
  /** Offset of its first UTF-16 unit. */
  readonly at: number;
}

/** What a refusal may repeat of a token: nothing of a literal, which can hold anything. */
export function shownWord({ kind, text }: Token): string {
  return kind === 'string' || kind === 'binary' || kind === 'number' ? '' : text;
}

/** True where the name of a table must stand. */
export function followsTablePlace(tokens: readonly Token[], index: number): boolean {
  const { kind, text } = tokens[index - 1] ?? {};
  return kind === 'word' && /^(?:FROM|JOIN)$/iu.test(text ?? '');
}

/** What is read at one place; a kind of `undefined` is left out of the tokens. */
type Reading = { readonly kind: TokenKind | undefined; readonly end: number } | undefined;
type Reader = (text: string, at: number) => Reading;

const blank = /(?:[ \t\n]|\r\n)+/y;
const lineComment = /--[^\n]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const sign = /<>|!=|<=|>=|\|\||->|=>|[(),.;=<>+\-*/%:[\]]/y;
const binary = /[xX]'(?:[0-9A-Fa-f]{2})*'/y;
const prefixedLiteral = /(?:[uU]&['"]|[A-Za-z]')/y;
/** As templates and the vendor's examples write a name that is to be put in: `$store`, `${table}`, `{table}`, `?`. */
const placeholder = /[$?{]/u;
const store = /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![A-Za-z0-9_-])/y;

/** @throws Refused at the first character that has no single reading. */
export function readTokens(dialect: Dialect, text: string): readonly Token[] {
  if (text.length > limits.bytes || Buffer.byteLength(text) > limits.bytes) throw new Refused('sql_too_long');
  const readers = dialect === 'cloudtrail-lake' ? [readStore, ...commonReaders] : commonReaders;
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (followsTablePlace(tokens, tokens.length) && placeholder.test(text[at] ?? '')) {
      throw new Refused('sql_placeholder', at, text[at]);
    }
    const { kind, end } = readOne(readers, text, at);
    if (kind !== undefined) tokens.push({ kind, text: text.slice(at, end), at });
    if (tokens.length > limits.tokens) throw new Refused('sql_too_many_tokens', at);
    at = end;
  }
  if (tokens.length === 0) throw new Refused('sql_empty');
  return tokens;
}

function readOne(readers: readonly Reader[], text: string, at: number): NonNullable<Reading> {
  for (const read of readers) {
    const reading = read(text, at);
    if (reading !== undefined) return reading;
  }
  return refuseCharacter(text, at);
}

const readBlank: Reader = (text, at) => match(blank, undefined, text, at);

const readLineComment: Reader = (text, at) => {
  const reading = match(lineComment, undefined, text, at);
  // With the line feed, so that a CR before it is seen to belong to the line's end.
  if (reading !== undefined) checkComment(text.slice(at, reading.end + 1), at);
  return reading;
};

/** To the first closing mark: brackets of comments do not nest in Trino and do elsewhere, so an inner opening is refused. */
const readBlockComment: Reader = (text, at) => {
  if (!text.startsWith('/*', at)) return undefined;
  const close = text.indexOf('*/', at + 2);
  if (close === -1) throw new Refused('sql_unclosed', at, '/*');
  const body = text.slice(at + 2, close);
  if (/^[!+]/u.test(body)) throw new Refused('sql_comment', at, text.slice(at, at + 3));
  const inner = body.indexOf('/*');
  if (inner !== -1) throw new Refused('sql_comment', at + 2 + inner, '/*');
  checkComment(body, at + 2);
  return { kind: undefined, end: close + 2 };
};

const readString: Reader = (text, at) => {
  if (text[at] !== "'") return undefined;
  const end = endOfQuoted(text, at);
  checkLiteral(text.slice(at, end), at);
  return { kind: 'string', end };
};

const readQuotedIdentifier: Reader = (text, at) => {
  if (text[at] !== '"') return undefined;
  const end = endOfQuoted(text, at);
  if (end === at + 2) throw new Refused('sql_symbol', at, '""');
  checkQuotedIdentifier(text.slice(at, end), at);
  return { kind: 'quoted', end };
};

/** `U&'...'`, `E'...'` and the like: each engine has escapes of its own in them. Bytes in hexadecimal have one reading. */
const readPrefixedLiteral: Reader = (text, at) => {
  const reading = match(binary, 'binary', text, at);
  if (reading !== undefined) return reading;
  const prefix = match(prefixedLiteral, undefined, text, at);
  if (prefix !== undefined) throw new Refused('sql_literal_form', at, text.slice(at, prefix.end));
  return undefined;
};

const readStore: Reader = (text, at) => match(store, 'store', text, at);

const readWord: Reader = (text, at) => match(word, 'word', text, at);

/** Names that begin with a digit, `0x1F` and `1_000` are numbers to some readers only. */
const readNumber: Reader = (text, at) => {
  const reading = match(number, 'number', text, at);
  if (reading !== undefined && /[A-Za-z0-9_]/u.test(text[reading.end] ?? ' ')) {
    throw new Refused('sql_symbol', at, text.slice(at, reading.end + 1));
  }
  return reading;
};

const readSign: Reader = (text, at) => match(sign, 'sign', text, at);

const commonReaders: readonly Reader[] = [
  readBlank,
  readLineComment,
  readBlockComment,
  readString,
  readQuotedIdentifier,
  readPrefixedLiteral,
  readWord,
  readNumber,
  readSign,
];

function match(shape: RegExp, kind: TokenKind | undefined, text: string, at: number): Reading {
  shape.lastIndex = at;
  return shape.test(text) ? { kind, end: shape.lastIndex } : undefined;
}

/** After the closing mark; a doubled mark is the mark itself. @throws Refused when readers with backslash escapes would end elsewhere. */
function endOfQuoted(text: string, at: number): number {
  const mark = text[at] ?? '';
  let backslashes = 0;
  for (let index = at + 1; index < text.length; index++) {
    const isMark = text[index] === mark;
    if (isMark && backslashes % 2 === 1) throw new Refused('sql_backslash_quote', index);
    if (isMark && text[index + 1] !== mark) return index + 1;
    if (isMark) index++;
    backslashes = text[index] === '\\' ? backslashes + 1 : 0;
  }
  throw new Refused('sql_unclosed', at, mark);
}
