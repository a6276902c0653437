/**
 * Lists whose entries stand alone. A value that a row should not have costs that row: it is left out and named, and
 * the others are shown. What frames the rows, or lists that belong together by position, still fail as a whole.
 */
import { z } from 'zod';

export interface UnreadRow {
  /** Where the list is in the answer: `data.groups`; empty for an answer that is the list. */
  readonly list: string;
  /** From 0. */
  readonly at: number;
  /** Where in the row what could not be read is; empty for the row itself. Never its value. */
  readonly field: string;
}

type Path = readonly PropertyKey[];
/** As much of an issue as zod has for every kind of it. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: Path;
  readonly message: string;
}

/** In a list in place of an unread row, so that the rows behind it keep their places. */
const leftOut = Symbol('unread row');

/** Of a list that was read: the places that its rows have in the answer, and how many came. */
const places = new WeakMap<readonly unknown[], { readonly of: readonly number[]; readonly received: number }>();

export type RowsSchema<Row extends z.ZodType> = z.ZodPipe<
  z.ZodArray<z.ZodUnknown>,
  z.ZodTransform<z.output<Row>[], unknown[]>
>;

/** Fails as a whole when no row can be read. */
export function rowsOf<Row extends z.ZodType>(row: Row): RowsSchema<Row> {
  return z.array(z.unknown()).transform((items, context) => {
    const rows: z.output<Row>[] = [];
    const of: number[] = [];
    const failures: { readonly at: number; readonly issues: readonly Issue[] }[] = [];
    for (const [at, item] of items.entries()) {
      if (item === leftOut) continue;
      const parsed = row.safeParse(item);
      if (!parsed.success) failures.push({ at, issues: parsed.error.issues });
      else {
        rows.push(parsed.data);
        of.push(at);
      }
    }
    // A row that only holds rows that could not be read can be read itself.
    const isReadable = rows.length > 0 || failures.some(({ issues }) => rowsIn(issues) !== undefined);
    for (const { at, issues } of failures) addIssues(context, at, issues, isReadable);
    places.set(rows, { of, received: items.length });
    return rows;
  });
}

function addIssues(context: z.RefinementCtx, at: number, issues: readonly Issue[], isReadable: boolean): void {
  const inside = rowsIn(issues);
  const named = inside ?? leavesOf(issues).map((path) => ({ path, depth: isReadable ? path.length : undefined }));
  const { message = '' } = issues[0] ?? {};
  for (const { path, depth } of named) {
    context.addIssue({ code: 'custom', path: [at, ...path], message, params: { [fieldDepth]: depth } });
  }
}

/** How many rows came, those included that could not be read: what the place of a next page is counted in. */
export function receivedIn(rows: readonly unknown[]): number {
  return places.get(rows)?.received ?? rows.length;
}

/** Of the rows that were received from `start` up to `end`, those that could be read. */
export function sliceRows<Row>(rows: readonly Row[], start: number, end: number): Row[] {
  const of = places.get(rows)?.of;
  if (of === undefined) return rows.slice(start, end);
  return rows.filter((_row, nth) => (of[nth] ?? 0) >= start && (of[nth] ?? 0) < end);
}

/**
 * The same answer without the members that are null where the issues are: what one vendor leaves out another writes
 * as null. Undefined when there is none.
 */
export function withoutNulls(value: unknown, issues: readonly Issue[]): unknown {
  const nulls = leavesOf(issues).filter((path) => path.length > 0 && valueAt(value, path) === null);
  if (nulls.length === 0) return undefined;
  const copy = structuredClone(value);
  let removed = 0;
  for (const path of nulls) {
    const parent = valueAt(copy, path.slice(0, -1));
    // An element of a list has neighbours that are counted from it.
    if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) continue;
    removed += 1;
    delete (parent as Record<PropertyKey, unknown>)[path.at(-1) ?? ''];
  }
  return removed === 0 ? undefined : copy;
}

export interface Readable {
  readonly value: unknown;
  readonly unread: readonly UnreadRow[];
}

/** The same answer without the rows that could not be read; undefined when the issues are about more than rows. */
export function withoutUnread(value: unknown, issues: readonly Issue[]): Readable | undefined {
  const rows = rowsIn(issues);
  if (rows === undefined || rows.length === 0) return undefined;
  const copy = structuredClone(value);
  const unread = new Map<string, UnreadRow>();
  for (const { path, depth } of rows) {
    const end = path.length - depth;
    const list = path.slice(0, end - 1);
    const at = Number(path[end - 1]);
    (valueAt(copy, list) as unknown[])[at] = leftOut;
    const place = nameOf(path.slice(0, end));
    if (!unread.has(place)) unread.set(place, { list: nameOf(list), at, field: nameOf(path.slice(end)) });
  }
  return { value: copy, unread: [...unread.values()] };
}

/**
 * The same data without the rows of its own lists that no schema of ours allows; undefined when the issues are about
 * more than rows, or none is left of a list. A row is an object or a list: a plain value may belong to its neighbours.
 */
export function withoutInvalid(value: unknown, issues: readonly Issue[]): Readable | undefined {
  const unread = new Map<string, UnreadRow & { readonly path: Path }>();
  for (const { path } of issues) {
    const depth = path.findIndex((part) => typeof part === 'number');
    const list = path.slice(0, depth);
    const at = Number(path[depth]);
    const rows = depth < 0 ? undefined : valueAt(value, list);
    if (!Array.isArray(rows) || typeof rows[at] !== 'object') return undefined;
    const row = { list: nameOf(list), at, field: nameOf(path.slice(depth + 1)), path: list };
    if (!unread.has(`${row.list} ${at}`)) unread.set(`${row.list} ${at}`, row);
  }
  const copy = structuredClone(value);
  const lists = Map.groupBy(unread.values(), ({ list }) => list);
  for (const left of lists.values()) {
    const rows = valueAt(copy, left[0]?.path ?? []) as unknown[];
    if (left.length === rows.length) return undefined;
    for (const { at } of left.toSorted((a, b) => b.at - a.at)) rows.splice(at, 1);
  }
  return { value: copy, unread: [...unread.values()].map(({ path: _path, ...row }) => row) };
}

/** One sentence for the reader of an answer. */
export function explainUnread(unread: readonly UnreadRow[]): string {
  const shown = unread.slice(0, mostShown).map(({ list, at, field }) => {
    const where = list === '' ? 'the list' : list;
    return `row ${at + 1} of ${where}${field === '' ? '' : ` (${field})`}`;
  });
  const rest = unread.length - shown.length;
  const [what, verb] = unread.length === 1 ? ['1 row', 'is'] : [`${unread.length} rows`, 'are'];
  return `${what} could not be read and ${verb} left out: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

const mostShown = 3;

/** How much of the path of an issue is inside its row. */
const fieldDepth = 'fieldDepth';

interface RowIssue {
  readonly path: Path;
  readonly depth: number;
}

/** Undefined when any of them is about something else than a row that may be left out. */
function rowsIn(issues: readonly Issue[]): readonly RowIssue[] | undefined {
  const rows: RowIssue[] = [];
  for (const issue of issues) {
    const inside = rowsOfIssue(issue);
    if (inside === undefined) return undefined;
    rows.push(...inside);
  }
  return rows;
}

/** Of a union, those of every option. */
function leavesOf(issues: readonly Issue[]): readonly Path[] {
  return issues.flatMap((issue) => {
    const options = optionsOf(issue);
    if (options === undefined) return [issue.path];
    return [issue.path, ...leavesOf(options.flat()).map((path) => [...issue.path, ...path])];
  });
}

function optionsOf(issue: Issue): readonly (readonly Issue[])[] | undefined {
  if (issue.code !== 'invalid_union' || !('errors' in issue) || !Array.isArray(issue.errors)) return undefined;
  // Sound because zod documents them so for this code.
  return issue.errors as readonly (readonly Issue[])[];
}

function rowsOfIssue(issue: Issue): readonly RowIssue[] | undefined {
  const options = optionsOf(issue)?.map(rowsIn);
  if (options !== undefined) {
    const fitting = options.find((rows) => rows !== undefined && rows.length > 0);
    return fitting?.map(({ path, depth }) => ({ path: [...issue.path, ...path], depth }));
  }
  if (!('params' in issue) || typeof issue.params !== 'object' || issue.params === null) return undefined;
  const depth = fieldDepth in issue.params ? issue.params[fieldDepth] : undefined;
  return typeof depth === 'number' ? [{ path: issue.path, depth }] : undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const name of path) here = (here as Record<PropertyKey, unknown> | undefined | null)?.[name];
  return here;
}

function nameOf(path: Path): string {
  return path.map(String).join('.');
}
