/** A bundle as bytes, gzip of canonical JSON, named by the SHA-256 of that JSON; and back, from every version. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { BundleV1, upgradeV1 } from './bundle-v1.ts';
import { compareText } from './keys/key-text.ts';
import { Bundle } from './record/bundle.ts';

/** Caps of an encoded and of a decoded bundle, in bytes. */
export const bundleCaps = { encoded: 8 << 20, decoded: 64 << 20 } as const;

/** Why bytes are not a bundle; the message never repeats what they contain. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** @throws BundleError when it exceeds a cap. */
export function encodeBundle(bundle: Bundle): { id: string; bytes: Buffer } {
  const text = JSON.stringify(sortKeys(bundle));
  const size = Buffer.byteLength(text);
  if (size > bundleCaps.decoded) {
    throw new BundleError(`the bundle takes ${size} bytes; the limit is ${bundleCaps.decoded}`);
  }
  const bytes = gzipSync(text, { level: 9 });
  if (bytes.length > bundleCaps.encoded) {
    throw new BundleError(`the bundle takes ${bytes.length} bytes compressed; the limit is ${bundleCaps.encoded}`);
  }
  return { id: digest(text), bytes };
}

/** Of any version. @throws BundleError when the bytes are too large, not gzip, not canonical or not a bundle. */
export function decodeBundle(bytes: Uint8Array): { id: string; bundle: Bundle } {
  if (bytes.length > bundleCaps.encoded) {
    throw new BundleError(`an encoded bundle takes at most ${bundleCaps.encoded} bytes`);
  }
  const text = inflate(bytes);
  // The schema passes this name over without judging its value; text that holds it has its quotes escaped.
  if (text.includes('"__proto__":')) throw new BundleError('the bundle has a key that is the name of a prototype');
  const document = parseJson(text);
  const read = readBundle(document);
  if ('problem' in read) throw new BundleError(`not a bundle: ${read.problem.code} at ${placeOf(read.problem.path)}`);
  // The id names the content: another spelling of the same content would carry another id.
  if (JSON.stringify(sortKeys(document)) !== text) throw new BundleError('the JSON of the bundle is not canonical');
  return { id: digest(text), bundle: read.bundle };
}

/**
 * A bundle of any version from bytes that were decoded before they were stored: it is not checked again, which is most
 * of what decoding costs.
 *
 * @throws BundleError when the bytes are not such a bundle's.
 */
export function readStored(bytes: Uint8Array): Bundle {
  const document = parseJson(inflate(bytes));
  const { schema } = Version.safeParse(document).data ?? {};
  if (schema === undefined) throw new BundleError('not a bundle: it has no known version');
  return schema === 'farol.bundle.v1' ? upgradeV1(document as BundleV1) : (document as Bundle);
}

const Whose = z.object({ instance: Bundle.shape.instance, target: Bundle.shape.target });

/**
 * Whose the bundle is, for bytes that were decoded before they were stored: no other part is checked again, which
 * is most of what decoding costs.
 *
 * @throws BundleError when the bytes are not such a bundle's.
 */
export function decodeTarget(bytes: Uint8Array): Pick<Bundle, 'instance' | 'target'> {
  const parsed = Whose.safeParse(parseJson(inflate(bytes)));
  if (!parsed.success) throw new BundleError('not a bundle: it does not say whose it is');
  return parsed.data;
}

/** Where the schema was broken. Keys of the one open record are content and stay out. */
function placeOf(path: readonly PropertyKey[]): string {
  const named = path[0] === 'templates' ? path.slice(0, 1) : path;
  return named.length === 0 ? 'the top' : named.map(String).join('.');
}

/** Strict UTF-8: bytes that a lenient reader would repair are not what was encoded. */
function inflate(bytes: Uint8Array): string {
  try {
    const raw = gunzipSync(bytes, { maxOutputLength: bundleCaps.decoded });
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch (error) {
    throw new BundleError(`not gzip of UTF-8, or larger than ${bundleCaps.decoded} bytes`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BundleError('the bundle holds no JSON', { cause: error });
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => compareText(a, b)).map(([key, one]) => [key, sortKeys(one)]),
  );
}

/** Why a document is not a bundle: what the schema found, without anything that the document holds. */
export type ReadBundle =
  | { readonly bundle: Bundle }
  | { readonly problem: { readonly code: string; readonly path: readonly PropertyKey[] } };

const Version = z.object({ schema: z.enum(['farol.bundle.v1', 'farol.bundle.v2']) });

/** Bundles of every version as bundles of this one. */
export function readBundle(document: unknown): ReadBundle {
  const version = Version.safeParse(document);
  if (!version.success) return { problem: problemOf(version.error) };
  if (version.data.schema === 'farol.bundle.v1') {
    const old = BundleV1.safeParse(document);
    return old.success ? { bundle: upgradeV1(old.data) } : { problem: problemOf(old.error) };
  }
  const parsed = Bundle.safeParse(document);
  return parsed.success ? { bundle: parsed.data } : { problem: problemOf(parsed.error) };
}

function problemOf({ issues }: z.ZodError): { code: string; path: readonly PropertyKey[] } {
  const [issue] = issues;
  return { code: issue?.code ?? 'invalid', path: issue?.path ?? [] };
}
