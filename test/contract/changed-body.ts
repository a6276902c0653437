/** An answer of a system that is well, but for what a test puts into its body. */
import type { FakeCall, Reply } from './fake-upstream.ts';
import { parseBody } from './renamed-members.ts';

export type Change = (body: unknown) => void;

/** Puts the value at a place such as `paging.total` or `data.0.title`, or takes away what is there when it is undefined. */
export function set(place: string, value: unknown): Change {
  return (body) => {
    const names = place.split('.');
    const last = names.pop() ?? '';
    let here = body as Record<string, unknown>;
    for (const name of names) here = (here[name] ??= {}) as Record<string, unknown>;
    if (value === undefined) delete here[last];
    else here[last] = value;
  };
}

export function all(...changes: readonly Change[]): Change {
  return (body) => {
    for (const change of changes) change(body);
  };
}

/** Of the calls whose path matches. Without the header that links to another page. */
export function changed(
  well: (call: FakeCall) => Reply,
  { call, change }: { readonly call: RegExp; readonly change: Change },
): (made: FakeCall) => Reply {
  return (made) => {
    const reply = well(made);
    if (typeof reply === 'string' || reply.status >= 300 || !call.test(made.path)) return reply;
    const body = parseBody(reply.body);
    if (body === undefined) return reply;
    change(body);
    const { link: _link, ...headers } = reply.headers ?? {};
    return { ...reply, headers, body: JSON.stringify(body) };
  };
}
