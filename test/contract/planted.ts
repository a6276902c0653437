/** An answer with something in it that must not get further: what a proof of a redaction plants, and where. */
import type { Reply } from './fake-upstream.ts';
import { parseBody } from './renamed-members.ts';

/** A place in an answer, as in `items.*.value` where `*` is every element or member, and what is put there of the secret. */
export type Plant = string | readonly [place: string, value: (secret: string) => unknown];

export interface Planted {
  readonly reply: Reply;
  /** Places that the secret was put at. */
  readonly count: number;
}

/** Puts the secret at every place whose parent is there; its last member need not be. */
export function plant(reply: Reply, plants: readonly Plant[], secret: string): Planted {
  if (typeof reply === 'string') return { reply, count: 0 };
  const body = parseBody(reply.body);
  let count = 0;
  for (const one of plants) {
    const [place, valueOf] = typeof one === 'string' ? [one, (text: string): unknown => text] : one;
    count += put(body, place.split('.'), () => valueOf(secret));
  }
  return count === 0 ? { reply, count } : { reply: { ...reply, body: JSON.stringify(body) }, count };
}

function put(parent: unknown, [name = '', ...below]: readonly string[], make: () => unknown): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  if (name !== '*' && Array.isArray(parent)) return 0;
  const members = parent as Record<string, unknown>;
  const names = name === '*' ? Object.keys(members) : [name];
  let count = 0;
  for (const member of names) {
    if (below.length > 0) count += put(members[member], below, make);
    else {
      members[member] = make();
      count += 1;
    }
  }
  return count;
}
