/** An answer with one more row, which has a value that such a row should not have. */
import type { Reply } from './fake-upstream.ts';
import { type MemberPath, parseBody } from './renamed-members.ts';

export interface RowMember {
  /** From the body down to a list of objects. */
  readonly list: MemberPath;
  /** From one of them down; an element of a list inside is `*`. */
  readonly member: MemberPath;
  /** What is put there, the most telling first. */
  readonly values: readonly unknown[];
}

const deepest = 5;

/** Every member of the rows of a JSON body: of the outermost lists of objects. */
export function rowMembersOf(body: string): readonly RowMember[] {
  const found = new Map<string, RowMember>();
  const walkRow = (list: MemberPath, member: MemberPath, value: unknown): void => {
    if (member.length > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      walkRow(list, [...member, '*'], value[0]);
      return;
    }
    for (const [name, one] of Object.entries(value)) {
      const path = [...member, name];
      found.set(JSON.stringify([list, path]), { list, member: path, values: othersThan(one) });
      walkRow(list, path, one);
    }
  };
  const walk = (value: unknown, path: MemberPath): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) for (const [name, one] of Object.entries(value)) walk(one, [...path, name]);
    else if (isObject(value[0])) for (const row of value) walkRow(path, [], row);
  };
  walk(parseBody(body), []);
  return [...found.values()];
}

/** Puts the row first, so that no limit cuts it off; as it is without a value. */
export function spoilRow(reply: Reply, { list, member }: RowMember, value?: unknown): Reply {
  if (typeof reply === 'string') return reply;
  const body = parseBody(reply.body);
  let rows: unknown = body;
  for (const name of list) rows = isObject(rows) ? rows[name] : undefined;
  if (!Array.isArray(rows)) return reply;
  const row: unknown = structuredClone(rows.find((one) => has(one, member)));
  if (row === undefined) return reply;
  if (value !== undefined) put(row, member, value);
  rows.unshift(row);
  return { ...reply, body: JSON.stringify(body) };
}

function othersThan(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [404, null, { unexpected: true }];
  return typeof value === 'number' ? ['unexpected', null, 1e300] : ['unexpected', null];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function has(value: unknown, [name, ...below]: MemberPath): boolean {
  if (name === undefined) return true;
  if (name === '*') return Array.isArray(value) && has(value[0], below);
  return isObject(value) && Object.hasOwn(value, name) && has(value[name], below);
}

function put(value: unknown, [name = '', ...below]: MemberPath, what: unknown): void {
  const here = value as Record<string, unknown>;
  const key = name === '*' ? '0' : name;
  if (below.length === 0) here[key] = what;
  else put(here[key], below, what);
}
