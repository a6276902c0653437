/** Lists that the vendor gives page by page: one page for one question, and exactly where to go on. */
import { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';
import { receivedIn } from '../../src/core/rows.ts';
import { type Accept, ask, type Question } from './client.ts';
import type { GithubContext } from './context.ts';
import { nextPageOf } from './link.ts';
import type { Call, CallParameters } from './octokit.ts';

/** The vendor's own bound of a page. */
const maxPageSize = 100;

/** `skip`: rows of the page that were answered already. `via`: which of several lists the page belongs to. */
const Place = z.strictObject({
  page: z.string().max(2000),
  skip: z.int().min(0).optional(),
  via: z.string().max(100).optional(),
  window: z.strictObject({ fromMs: z.number(), toMs: z.number() }).optional(),
});
type Place = z.infer<typeof Place>;

export interface ListQuestion<S extends z.ZodType, Row> {
  readonly operation: string;
  readonly args: { readonly limit: number; readonly cursor?: string | undefined };
  readonly call: Call;
  /** Without page and size. A list over a window goes on with the window of its first page. */
  readonly parameters?: CallParameters | ((window: ResolvedWindow | undefined) => CallParameters);
  readonly window?: ResolvedWindow | undefined;
  readonly schema: S;
  readonly rows: (answer: z.infer<S>) => readonly Row[];
  /** Rows of the whole list as the vendor counts them, as far as it returns them. */
  readonly total?: (answer: z.infer<S>) => number;
  /** How the vendor spells the next page: a number, or a mark. */
  readonly by?: 'page' | 'after';
  /** Rows of a page when `limit` is above what can be asked for. */
  readonly usualPageSize?: number;
  readonly accept?: Accept;
  readonly orMessage?: RegExp;
  /** Carried by the cursor. */
  readonly via?: string;
}

export interface PageRead<Answered, Row> extends Pick<Answer, 'truncated' | 'nextCursor'> {
  readonly rows: readonly Row[];
  readonly answer: Answered;
  readonly isFirst: boolean;
  /** Rows of the list up to the end of this page, at most. */
  readonly reached: number;
  /** Why rows may be missing that no page shows, in sentences. */
  readonly notes: readonly string[];
}

/** @throws Fault `invalid_arguments` for a cursor of another list. */
export function placeOf(operation: string, args: ListQuestion<z.ZodType, unknown>['args']): Place | undefined {
  if (args.cursor === undefined) return undefined;
  return decodePlace(aboutOf(operation, args), args.cursor, Place);
}

export async function readPage<S extends z.ZodType, Row>(
  context: GithubContext,
  question: ListQuestion<S, Row>,
): Promise<PageRead<z.infer<S>, Row>> {
  const { operation, args, by = 'page', via } = question;
  const place = placeOf(operation, args);
  const window = place?.window ?? question.window;
  const { answer, headers } = await ask(context, toPageQuestion(question, { place, window }));
  const received = question.rows(answer);
  const unread = receivedIn(received) - received.length;
  const all = received.slice(place?.skip);
  const rows = all.slice(0, args.limit);
  const read: Read = { headers, by, place, base: context.config.url('GITHUB_URL') };
  const next = nextPlace(read, { came: all.length, taken: rows.length });
  const reached = rowsBefore(question, place) + rows.length;
  const kept = { ...(window !== undefined && { window }), ...(via !== undefined && { via }) };
  return {
    rows,
    answer,
    isFirst: place === undefined,
    reached,
    notes: hiddenByOrganizations(headers),
    ...continueAt(aboutOf(operation, args), {
      from: place && JSON.stringify(place),
      next: next && JSON.stringify({ ...next, ...kept }),
      hasMore: (question.total?.(answer) ?? 0) > reached + unread,
    }),
  };
}

interface At {
  readonly place: Place | undefined;
  readonly window: ResolvedWindow | undefined;
}

function toPageQuestion<S extends z.ZodType, Row>(
  { args, call, parameters = {}, schema, by = 'page', accept, orMessage }: ListQuestion<S, Row>,
  { place, window }: At,
): Question<S> {
  return {
    schema,
    call,
    parameters: {
      ...(typeof parameters === 'function' ? parameters(window) : parameters),
      per_page: args.limit <= maxPageSize ? String(args.limit) : undefined,
      [by]: place?.page === '' ? undefined : place?.page,
    },
    ...(accept !== undefined && { accept }),
    ...(orMessage !== undefined && { orMessage }),
  };
}

/** At most: the vendor may give less than was asked for. */
function rowsBefore<Row>({ args, usualPageSize }: ListQuestion<z.ZodType, Row>, place: Place | undefined): number {
  const size = args.limit <= maxPageSize ? args.limit : (usualPageSize ?? maxPageSize);
  return (Number(place?.page ?? 1) - 1) * size + (place?.skip ?? 0);
}

interface Read {
  readonly headers: HttpResponse['headers'];
  readonly by: 'page' | 'after';
  readonly place: Place | undefined;
  readonly base: URL;
}

/** Inside the page when the vendor gave more than was asked for, else where its link says. */
function nextPlace(
  { headers, by, place, base }: Read,
  { came, taken }: { readonly came: number; readonly taken: number },
): Place | undefined {
  if (taken < came) return { page: place?.page ?? (by === 'page' ? '1' : ''), skip: (place?.skip ?? 0) + taken };
  const page = nextPageOf(headers, { base, by });
  return page === undefined ? undefined : { page };
}

/** Limit too: pages are counted in it. */
function aboutOf(operation: string, args: object): readonly unknown[] {
  return [operation, { ...args, cursor: undefined }];
}

/** The envelope's share of a list: what is missing, and of an empty one whether there is nothing or nothing more. */
export function outcomeOf(
  { rows, isFirst, notes, truncated, nextCursor }: Omit<PageRead<unknown, unknown>, 'answer'>,
  empty: string,
  more: readonly string[] = [],
): Omit<Answer, 'data'> {
  const missing = [...notes, ...more];
  const reasons = rows.length > 0 ? missing : [...missing, isFirst ? empty : 'The list ended with the answer before.'];
  return {
    complete: missing.length === 0,
    ...(reasons.length > 0 && { because: reasons.join(' ') }),
    truncated,
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/**
 * What the header X-GitHub-SSO tells: organizations that show a token nothing until it is authorized for them.
 * `partial-results; organizations=21955855,20582480` comes with a list of which the rows of these are missing.
 */
function hiddenByOrganizations(headers: HttpResponse['headers']): string[] {
  const text = String(headers['x-github-sso'] ?? '');
  if (!text.startsWith('partial-results')) return [];
  const ids = [...text.matchAll(/\d{1,20}/gu)].map(([id]) => id);
  return [
    `What belongs to ${ids.length} organizations with single sign-on is missing (ids ${ids.join(', ')}): authorize the token for them under Settings, Developer settings, Personal access tokens, Configure SSO.`,
  ];
}
