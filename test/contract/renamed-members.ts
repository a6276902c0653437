/** An answer in which one member has another name: what a vendor's change looks like to code that reads the old one. */
import type { Reply } from './fake-upstream.ts';

/** Names of the members on the way to one, from the body down; an element of a list is `*`. */
export type MemberPath = readonly string[];

/** Deepest member that is renamed: what carries the data is no deeper in any answer of ours. */
const deepest = 6;
const renamed = (name: string): string => `${name}Renamed`;

/** Every member of a JSON body, each path once. Empty for a body that is no JSON object or list. */
export function membersOf(body: string): readonly MemberPath[] {
  const found = new Map<string, MemberPath>();
  const walk = (value: unknown, path: MemberPath): void => {
    if (path.length >= deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) walk(one, [...path, '*']);
      return;
    }
    for (const [name, one] of Object.entries(value)) {
      const below = [...path, name];
      found.set(JSON.stringify(below), below);
      walk(one, below);
    }
  };
  walk(parseBody(body), []);
  return [...found.values()];
}

export function renameMember(reply: Reply, path: MemberPath): Reply {
  if (typeof reply === 'string') return reply;
  const value = parseBody(reply.body);
  return value === undefined ? reply : { ...reply, body: JSON.stringify(rename(value, path)) };
}

function rename(value: unknown, [name, ...below]: MemberPath): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return name === '*' ? value.map((one) => rename(one, below)) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key !== name) return [key, one];
      return below.length === 0 ? [renamed(key), one] : [key, rename(one, below)];
    }),
  );
}

/** Undefined if it is not JSON. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
