import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex, the same for the same value in whatever order the fields of its objects came. */
export function digestJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) => (isPlain(one) ? sorted(one) : one));
  return createHash('sha256').update(text).digest('hex');
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
