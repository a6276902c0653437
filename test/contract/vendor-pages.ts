/** A system that decides itself how it cuts its lists, around a fake that cuts them as it is asked to. */
import type { FakeCall, Reply } from './fake-upstream.ts';
import { type MemberPath, parseBody } from './renamed-members.ts';

type Play = (call: FakeCall) => Reply;

/** Under which systems are asked for the size of a page, in small letters. */
const sizes =
  /^(?:limit|first|ps|count|per_page|page_?size|page\[(?:limit|size)\]|max_?(?:results|records|items|keys))$/u;
/** Has bounds of its own, which are part of the question. */
const question = /group|filter|quer/iu;

/** Asks the fake for no more than the cap. `hasCut` says whether anything was asked for more than that. */
export function capPages(well: Play, cap: number): { readonly reply: Play; readonly hasCut: boolean } {
  let hasCut = false;
  const lower = (name: string, value: unknown): unknown => {
    const isSize = sizes.test(name.toLowerCase()) && /^\d+$/u.test(String(value)) && Number(value) > cap;
    if (!isSize) return value;
    hasCut = true;
    return typeof value === 'number' ? cap : String(cap);
  };
  const lowerIn = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const lowered = Object.entries(value).map(([name, one]) => [
      name,
      question.test(name) ? one : lowerIn(lower(name, one)),
    ]);
    return Object.fromEntries(lowered);
  };
  const lowerFields = (fields: URLSearchParams): URLSearchParams =>
    new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, String(lower(name, value))]));
  const lowerBody = (body: string): string => {
    const json = parseBody(body);
    if (json !== undefined) return JSON.stringify(lowerIn(json));
    return /^[\w.%-]+=/u.test(body) ? lowerFields(new URLSearchParams(body)).toString() : body;
  };
  return {
    reply(call) {
      const body = lowerBody(call.body);
      return well({ ...call, query: lowerFields(call.query), body, form: new URLSearchParams(body) });
    },
    get hasCut() {
      return hasCut;
    },
  };
}

export interface Made {
  readonly call: FakeCall;
  readonly reply: Reply;
}

/** Where an answer names the next page, as found in what was asked after it. Undefined where no answer in JSON does. */
export function tokenIn(made: readonly Made[]): MemberPath | undefined {
  for (const [at, { call, reply }] of made.entries()) {
    const next = made.slice(at + 1).find((one) => one.call.path === call.path);
    if (next === undefined || typeof reply === 'string') continue;
    const asked = new Set(valuesOf(call));
    const told = new Set([...valuesOf(next.call)].filter((value) => !asked.has(value)));
    const found = leavesOf(parseBody(reply.body), []).find(
      ({ path, value }) =>
        (typeof value === 'string' || Number(value) > 1e9) && !path.includes('*') && told.has(String(value)),
    );
    if (found !== undefined) return found.path;
  }
  return undefined;
}

function* valuesOf({ query, body }: FakeCall): Generator<string> {
  yield* query.values();
  const json = parseBody(body);
  if (json === undefined) yield* new URLSearchParams(body).values();
  else for (const { value } of leavesOf(json, [])) yield String(value);
}

interface Leaf {
  readonly path: MemberPath;
  readonly value: unknown;
}

function leavesOf(value: unknown, path: MemberPath): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, Array.isArray(value) ? '*' : name]));
}

/** The first answer that names another page there has no rows. */
export function emptyFirst(well: Play, token: MemberPath): { readonly reply: Play; readonly taken: number } {
  let taken = 0;
  return {
    reply(call) {
      const reply = well(call);
      const body = typeof reply === 'string' || taken > 0 ? undefined : parseBody(reply.body);
      if (typeof reply === 'string' || !valueAt(body, token)) return reply;
      const empty = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        for (const one of Object.values(value)) {
          if (!Array.isArray(one)) empty(one);
          else if (typeof one[0] === 'object') taken += one.splice(0).length;
        }
      };
      empty(body);
      return { ...reply, body: JSON.stringify(body) };
    },
    get taken() {
      return taken;
    },
  };
}

/** How a system may write that there is no other page: without the member, and a text may be empty. */
export function endsOf(token: MemberPath, made: readonly Made[]): readonly (string | null | undefined)[] {
  const isText = made.some(
    ({ reply }) => typeof reply !== 'string' && typeof valueAt(parseBody(reply.body), token) === 'string',
  );
  return isText ? [undefined, null, ''] : [undefined, null];
}

/** The answer that names no other page there says so like this; undefined leaves the member out. */
export function endWith(well: Play, token: MemberPath, end: string | null | undefined): Play {
  return (call) => {
    const reply = well(call);
    if (typeof reply === 'string') return reply;
    const body = parseBody(reply.body);
    const parent = valueAt(body, token.slice(0, -1)) as Record<string, unknown> | undefined | null;
    const name = token.at(-1) ?? '';
    if (typeof parent !== 'object' || parent === null || parent[name]) return reply;
    if (end === undefined) delete parent[name];
    else parent[name] = end;
    return { ...reply, body: JSON.stringify(body) };
  };
}

function valueAt(value: unknown, path: MemberPath): unknown {
  let here = value;
  for (const name of path) here = (here as Record<string, unknown> | undefined | null)?.[name];
  return here;
}
