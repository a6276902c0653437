import { sha256 } from '../audit/audit-line.ts';
import type { Arguments } from './parse-arguments.ts';

/** The same for the same arguments, in whatever order their fields came. */
export function digestArguments(args: Arguments): string {
  return sha256(JSON.stringify(args, (_key, value: unknown) => (isPlain(value) ? sorted(value) : value)));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
