/**
 * The spelling of every token: `<prefix>_<id>_<secret>_<crc>`. The prefix is the purpose, so that a
 * token cannot be used for another one and secret scanners can name it; the id is public and finds
 * the row; the checksum distinguishes a typing mistake from a wrong token without a query.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Secret } from '../../core/secret.ts';

export type TokenPrefix = 'rpcap' | 'rapi' | 'rmcp' | 'rinc' | 'rboot' | 'rlink';

/** Of the id, which is public. */
const shownLetters = 4;

/** The first characters of a value, to recognise it by. They are its purpose and part of its id, and nothing of its secret. */
export function startOf(prefix: TokenPrefix, id: string): string {
  return `${prefix}_${id.slice(0, shownLetters)}`;
}

/** A token as it is made: the value is shown once, id and hash are stored. */
export interface MintedToken {
  readonly id: string;
  readonly value: Secret;
  /** SHA-256 of the whole value, lower-case hex. The secret part has 256 bits, so no slow hash is needed. */
  readonly hash: string;
}

const shape = /^([a-z]+)_([a-z2-7]{16})_([a-z2-7]{52})_([0-9a-f]{8})$/u;

export function mintToken(prefix: TokenPrefix): MintedToken {
  const id = base32(randomBytes(10));
  const body = `${prefix}_${id}_${base32(randomBytes(32))}`;
  const value = `${body}_${checksum(body)}`;
  return { id, value: new Secret(value), hash: hashToken(value) };
}

/** The id of a well-formed token of this purpose; undefined for anything else, whatever is wrong with it. */
export function readTokenId(prefix: TokenPrefix, value: string): string | undefined {
  // Bounded before the pattern runs: a header may be 16 KiB long.
  const match = value.length <= 128 ? shape.exec(value) : null;
  if (match === null) return undefined;
  const [, givenPrefix, id, secret, crc] = match;
  return givenPrefix === prefix && crc === checksum(`${prefix}_${id}_${secret}`) ? id : undefined;
}

export function hashToken(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Compares in constant time with a stored hash. `undefined` takes as long and is never equal. */
export function isSameHash(value: string, storedHash: string | undefined): boolean {
  const given = Buffer.from(hashToken(value), 'hex');
  const stored = Buffer.from(storedHash ?? '', 'hex');
  const isComparable = stored.length === given.length;
  return timingSafeEqual(given, isComparable ? stored : given) && isComparable;
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}

/** RFC 4648 letters in lower case without padding: no character that a double click stops at. */
function base32(bytes: Buffer): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  let text = '';
  for (let at = 0; at < bits.length; at += 5) {
    text += letters.charAt(Number.parseInt(bits.slice(at, at + 5).padEnd(5, '0'), 2));
  }
  return text;
}

const tokenShape = /\br(?:pcap|api|boot|link|mcp|inc)_[A-Za-z0-9_-]{8,}/gu;
const cookieShape = /(__Host-farol(?:-\w+)?=)[^;"\s\\]+/gu;
/** A JSON Web Token of the identity provider: two objects, which begin with `{"`, and a signature or none. */
const webTokenShape = /\beyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]*/gu;

export function scrubTokens(text: string): string {
  return text.replace(cookieShape, '$1[token]').replace(tokenShape, '[token]').replace(webTokenShape, '[token]');
}
