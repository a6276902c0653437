/**
 * Values in the notation of a document database, bounded before anything reads them: a question may be strange, but
 * not so deep or so large that parsing it is an attack. What it may ask is the connector's to judge.
 */
import { z } from 'zod';

const most = { depth: 20, values: 2000, textLength: 65_536 } as const;
const words = `must be at most ${most.depth} levels deep, hold at most ${most.values} values and ${most.textLength} characters`;

/** JSON's own objects. Frames are parsed from JSON, where nothing else can stand. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Walks without recursion, so that depth is a count and never a full stack. */
function isBounded(root: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let values = 0;
  let textLength = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    const children = childrenOf(value);
    values += 1;
    textLength += ownTextLength(value);
    // What waits is counted too: one array of a million entries is refused before it is copied into the queue.
    if (depth > most.depth || values + waiting.length + children.length > most.values) return false;
    if (textLength > most.textLength || hasPrototypeKey(value)) return false;
    waiting.push(...children.map((child) => ({ value: child, depth: depth + 1 })));
  }
  return true;
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function ownTextLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return isObject(value) ? Object.keys(value).join('').length : 0;
}

/** A key that a copy of the object would lose in silence, and with it a part of the question. */
function hasPrototypeKey(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, '__proto__');
}

/** The bounds are checked on what was sent; only then is it taken over, key by key. */
export const BoundedObject = z
  .unknown()
  .refine(isObject, 'must be an object')
  .refine(isBounded, words)
  .meta({ type: 'object' })
  .pipe(z.record(z.string(), z.unknown()));

export const Pipeline = z
  .unknown()
  .refine((value) => Array.isArray(value) && value.length <= 50 && value.every(isObject), 'must be at most 50 stages')
  .refine(isBounded, words)
  .meta({ type: 'array', items: { type: 'object' }, maxItems: 50 })
  .pipe(z.array(z.record(z.string(), z.unknown())));

/** A document as extended JSON, where numbers that JSON cannot hold, dates and identifiers are objects (`$oid`, `$date`). */
export const Document = z.record(z.string(), z.unknown());
