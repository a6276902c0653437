/**
 * A response body as the web sends it: packed by a proxy that nobody asked to (`content-encoding`), with a
 * byte-order mark, in the charset that `content-type` names. Undone here once, for every reader.
 */
import { promisify } from 'node:util';
import { Fault } from './fault.ts';
import { changedAt } from './parse-answer.ts';

/** Not packed any more. Text is UTF-8 without a byte-order mark, whatever it came in. */
export interface DecodedBody {
  readonly text: string;
  readonly bytes: Buffer;
}

interface Described {
  readonly 'content-encoding'?: string | undefined;
  readonly 'content-type'?: string | undefined;
}

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** A body is packed once, and by one more proxy at most. */
const mostCodings = 2;

/**
 * `maxBytes` holds for what was unpacked too: a small body may unpack to any size.
 * @throws Fault `cap_exceeded`; `upstream_changed` for what is not packed as it says; Node's `Z_BUF_ERROR` for a body cut short.
 */
export async function decodeBody(body: Buffer, headers: Described, maxBytes: number): Promise<DecodedBody> {
  const bytes = await unpack(body, headers['content-encoding'] ?? '', maxBytes);
  const charset = charsetOf(bytes, headers['content-type'] ?? '');
  if (charset === undefined) return { text: bytes.toString('utf8'), bytes };
  const text = new TextDecoder(charset).decode(bytes);
  return { text, bytes: Buffer.from(text) };
}

export function tooLarge(maxBytes: number): Fault<'cap_exceeded'> {
  return new Fault(
    'cap_exceeded',
    { limit: `${maxBytes} bytes`, estimate: `more than ${maxBytes} bytes` },
    'Ask for less: a narrower window, a coarser step or a more selective query.',
  );
}

async function unpack(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  const codings = encoding
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter(Boolean);
  if (codings.length > mostCodings) throw changedAt('content-encoding');
  let bytes = body;
  // In the order in which they were applied.
  for (const coding of codings.toReversed()) {
    const undo = unpackerOf(coding, bytes);
    if (undo === undefined || bytes.length === 0) continue;
    try {
      bytes = await undo(bytes, { maxOutputLength });
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxOutputLength);
      throw code === 'Z_BUF_ERROR' ? cause : changedAt('content-encoding', { cause });
    }
  }
  return bytes;
}

/** Undefined for what needs none: no coding (`identity`, `none`), or a name that is a charset. */
function unpackerOf(coding: string, bytes: Buffer): Unpack | undefined {
  // Loaded at the first packed answer: an Agent whose systems pack nothing never holds it.
  const zlib = process.getBuiltinModule('node:zlib');
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // Some proxies unpack a body and leave the header.
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? promisify(zlib.gunzip) : undefined;
    case 'deflate':
      // RFC 9110 means zlib's format; old servers send the stream without its header (8.4.1.2).
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? promisify(zlib.inflate) : promisify(zlib.inflateRaw);
    case 'br':
      return promisify(zlib.brotliDecompress);
    case 'zstd':
      return promisify(zlib.zstdDecompress);
    default:
      return undefined;
  }
}

/** Undefined for UTF-8 as it is meant to be, and for anything but text. A byte-order mark says more than a header. */
function charsetOf(bytes: Buffer, type: string): string | undefined {
  if (type !== '' && !/json|xml|text|javascript|urlencoded/iu.test(type)) return undefined;
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('fffe')) return 'utf-16le';
  if (mark.startsWith('feff')) return 'utf-16be';
  const [, named = 'utf-8'] = /;\s*charset\s*=\s*["']?([^\s"';]+)/iu.exec(type) ?? [];
  // JSON and XML begin with a character of ASCII, half of which is zero (RFC 2781, 4.3: the high half first).
  if (/^utf-?16$/iu.test(named)) return bytes[0] === 0 ? 'utf-16be' : 'utf-16le';
  return /^utf-?8$/iu.test(named) || !isCharset(named) ? undefined : named;
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'utf-8';
  } catch {
    return false;
  }
}
