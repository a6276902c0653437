/**
 * A vendor's interface as its documentation describes it, as data: a call that the description does not
 * allow fails the test, and so does a scripted answer that the vendor would not give.
 */
import { z } from 'zod';
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

export interface DescribedCall extends FakeCall {
  /** Parts of the path by the names they have in braces, decoded. */
  readonly parts: Readonly<Record<string, string>>;
  /** The body as JSON, when there is one. */
  readonly json: unknown;
}

export interface DescribedRoute {
  readonly call: UpstreamCall;
  /** Names and texts of the query; a repeated name is a list. Nothing is allowed that is not here. */
  readonly query?: z.ZodType;
  readonly json?: z.ZodType;
  readonly form?: z.ZodType;
  /** Loose: what else a client sends is its own affair. */
  readonly headers?: z.ZodType;
  /** The body of a 2xx answer, as documented. */
  readonly answers: z.ZodType;
  reply(call: DescribedCall): Reply;
}

const nothing = z.strictObject({});

/** Undefined for a path that is not described. @throws Error that says what is wrong with a call or with a scripted answer. */
export function describeUpstream(routes: readonly DescribedRoute[]): (call: FakeCall) => Reply | undefined {
  return (call) => {
    for (const route of routes) {
      const parts = partsOf(route.call, `${call.method} ${call.path}`);
      if (parts !== undefined) return answer(route, { ...call, parts, json: jsonOf(call) });
    }
    return undefined;
  };
}

function answer(route: DescribedRoute, call: DescribedCall): Reply {
  const { query = nothing, json = z.undefined(), form = nothing, headers = z.looseObject({}) } = route;
  demand(query, fieldsOf(call.query), `${route.call}: query`);
  demand(headers, call.headers, `${route.call}: headers`);
  if (route.form === undefined) demand(json, call.json, `${route.call}: body`);
  else demand(form, fieldsOf(call.form), `${route.call}: form`);
  const reply = route.reply(call);
  if (typeof reply === 'string' || reply.status < 200 || reply.status > 299) return reply;
  // An answer without content says nothing but its status.
  const body: unknown = reply.status === 204 && reply.body === '' ? undefined : JSON.parse(reply.body);
  demand(route.answers, body, `${route.call}: scripted answer`);
  return reply;
}

function demand(schema: z.ZodType, value: unknown, where: string): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`);
}

function partsOf(template: string, made: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), made.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    const name = /^\{(\w+)\}$/u.exec(part)?.[1];
    if (name === undefined ? part !== value : value === '') return undefined;
    if (name !== undefined) parts[name] = decodeURIComponent(value);
  }
  return parts;
}

function fieldsOf(fields: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function jsonOf({ body, headers }: FakeCall): unknown {
  return /json/iu.test(headers['content-type'] ?? '') && body !== '' ? JSON.parse(body) : undefined;
}

/** A 200 answer with this body. */
export function answerJson(value: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return { status: 200, body: JSON.stringify(value), ...(headers !== undefined && { headers }) };
}
