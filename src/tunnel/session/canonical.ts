/**
 * The bytes that are signed: a context, then each field with its length. Two different lists of
 * fields never give the same bytes, and a signature of one context is worth nothing in another.
 */
export function canonicalBytes(context: string, fields: readonly string[]): Uint8Array {
  const parts = [context, ...fields].map((field) => `${Buffer.byteLength(field)}:${field}`);
  return Buffer.from(parts.join(','));
}
