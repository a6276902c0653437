/**
 * Reads a file that widens or narrows what the Agent does: bounded, UTF-8, JSON without repeated keys,
 * exactly of its schema. A parser that keeps the last of two equal keys without a word would let a
 * reviewer and the program see two different lists.
 */
import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { sha256 } from '../audit/audit-line.ts';
import { printableName } from '../../core/printable-name.ts';

/** Goes on from the name of the file: `is not JSON`, `has the unknown key writes.x`. */
export type Complaint = string;

export type StrictJson<T> =
  /** `digest` is the SHA-256 of the file's bytes. */
  | { readonly value: T; readonly digest: string; readonly complaints: readonly [] }
  | { readonly value?: undefined; readonly complaints: readonly Complaint[] };

const maxBytes = 1 << 20;

export function readStrictJson<S extends z.ZodType>(file: string, schema: S): StrictJson<z.infer<S>> {
  let bytes: Buffer;
  try {
    if (statSync(file).size > maxBytes) return { complaints: [`is larger than ${maxBytes} bytes`] };
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { complaints: [`cannot be read${code}`] };
  }
  let text: string;
  let content: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    content = JSON.parse(text);
  } catch {
    return { complaints: ['is not JSON; JSON has no comments'] };
  }
  const parsed = schema.safeParse(content);
  const complaints = [...findUnwantedKeys(text), ...(parsed.success ? [] : parsed.error.issues.flatMap(complaintsOf))];
  if (!parsed.success || complaints.length > 0) return { complaints };
  return { value: parsed.data, digest: sha256(bytes), complaints: [] };
}

function complaintsOf(issue: z.core.$ZodIssue): Complaint[] {
  const at = renderPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `has the unknown key ${renderPath([...issue.path, key])}`);
  }
  return [`is not valid at ${at === '' ? 'its top' : at}: ${issue.message}`];
}

function renderPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${printableName(String(part))}`;
  }
  return text;
}

/** A string as a whole, or one character of structure. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]/gu;

interface Open {
  readonly path: readonly PropertyKey[];
  /** Keys met so far; undefined in an array. */
  readonly keys: Set<string> | undefined;
  at: PropertyKey;
}

/** Duplicate keys of an object, and keys that no list of names can have. The text parses. */
function findUnwantedKeys(text: string): Complaint[] {
  const found: Complaint[] = [];
  const open: Open[] = [];
  let before = '""';
  for (const [part] of text.matchAll(token)) {
    const here = open.at(-1);
    if (part === '{' || part === '[') open.push(openBelow(here, part));
    else if (part === '}' || part === ']') open.pop();
    else if (part === ',' && typeof here?.at === 'number') here.at += 1;
    else if (part === ':' && here !== undefined) found.push(...enterKey(here, String(JSON.parse(before))));
    else before = part;
  }
  return [...new Set(found)];
}

function openBelow(here: Open | undefined, bracket: '{' | '['): Open {
  const path = here === undefined ? [] : [...here.path, here.at];
  return bracket === '{' ? { path, keys: new Set(), at: '' } : { path, keys: undefined, at: 0 };
}

function enterKey(here: Open, key: string): Complaint[] {
  const where = renderPath([...here.path, key]);
  const isRepeated = here.keys?.has(key) === true;
  here.keys?.add(key);
  here.at = key;
  return [
    ...(isRepeated ? [`has the key ${where} twice; only the last would count`] : []),
    // A parsed object may lose this one, and with it the complaint that it is unknown.
    ...(key === '__proto__' ? [`has the unknown key ${where}`] : []),
  ];
}
