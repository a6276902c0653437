/**
 * Makes an answer smaller before a model reads it: some fields, some rows, counts in place of rows, figures in place of
 * points. Rows are the entries of the lists of an answer. What was cut is said beside it.
 */
import { z } from 'zod';

const FieldPath = z
  .string()
  .regex(/^[^.]{1,200}(?:\.[^.]{1,200}){0,9}$/u, { error: 'must be names of fields, joined by dots' })
  .max(500);

export const Narrowing = z.strictObject({
  fields: z.array(FieldPath).min(1).max(50).optional().describe('Only these of each row, such as name or state.reason'),
  rows: z.int().min(1).max(1000).optional().describe('Most rows of each list'),
  count_by: FieldPath.optional().describe('How many rows have which value of this field, in place of the rows'),
  summarize: z.boolean().optional().describe('Count, first, last, min, max and mean in place of the points of a curve'),
});
type Narrowing = z.output<typeof Narrowing>;

export const Cut = z.strictObject({
  rows: z
    .record(z.string(), z.strictObject({ shown: z.int(), of: z.int() }))
    .optional()
    .describe('By list, where rows were cut or counted'),
  fields: z.array(z.string()).optional().describe('Asked for, and in no row'),
  points: z.int().optional().describe('Points that were summarized'),
});
type Cut = z.output<typeof Cut>;

export interface Narrowed {
  readonly data: unknown;
  readonly cut: Cut;
}

type Row = Readonly<Record<string, unknown>>;
const mostCounts = 50;

export function isNarrowed(wish: Narrowing): boolean {
  return Object.values(wish).some((one) => one !== undefined && one !== false);
}

export function narrow(data: unknown, wish: Narrowing): Narrowed {
  const lists = isRow(data) ? data : { data };
  const work = { wish, rows: new Map<string, Shown>(), found: new Set<string>(), points: 0 };
  const entries = Object.entries(lists).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? narrowList(name, value, work) : value,
  ]);
  const unknown = (wish.fields ?? []).filter((field) => !work.found.has(field));
  return {
    data: isRow(data) ? Object.fromEntries(entries) : entries[0]?.[1],
    cut: {
      ...(work.rows.size > 0 && { rows: Object.fromEntries(work.rows) }),
      ...(unknown.length > 0 && { fields: unknown }),
      ...(work.points > 0 && { points: work.points }),
    },
  };
}

interface Shown {
  readonly shown: number;
  readonly of: number;
}

interface Work {
  readonly wish: Narrowing;
  readonly rows: Map<string, Shown>;
  /** Of the fields that were asked for, those that a row has. */
  readonly found: Set<string>;
  points: number;
}

function narrowList(name: string, list: readonly unknown[], work: Work): unknown {
  const { fields, rows = list.length, count_by: field, summarize = false } = work.wish;
  if (field !== undefined) {
    const counts = countBy(list, field);
    work.rows.set(name, { shown: 0, of: list.length });
    return { counts: counts.slice(0, rows < mostCounts ? rows : mostCounts), values: counts.length };
  }
  if (rows < list.length) work.rows.set(name, { shown: rows, of: list.length });
  return list.slice(0, rows).map((row) => {
    const picked =
      fields === undefined
        ? row
        : pick(
            row,
            fields.map((one) => one.split('.')),
            work,
          );
    return summarize ? summarizePoints(picked, work) : picked;
  });
}

/** The most frequent first. A row without the field counts as null. */
function countBy(list: readonly unknown[], field: string): { value: unknown; rows: number }[] {
  const counts = new Map<string, { value: unknown; rows: number }>();
  for (const row of list) {
    for (const value of valuesAt(row, field.split('.'))) {
      const key = JSON.stringify(value);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { value, rows: 1 });
      else known.rows += 1;
    }
  }
  return [...counts.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Through lists on the way: each value once, so that a row counts once for each. */
function valuesAt(row: unknown, path: readonly string[]): unknown[] {
  const [first, ...rest] = path;
  if (Array.isArray(row)) {
    const values = row.flatMap((one: unknown) => valuesAt(one, path));
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  }
  if (first === undefined) return [row ?? null];
  return valuesAt(isRow(row) && Object.hasOwn(row, first) ? row[first] : undefined, rest);
}

function pick(value: unknown, paths: readonly (readonly string[])[], work: Work, at: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, paths, work, at));
  if (!isRow(value)) return value;
  const picked = Object.keys(value).flatMap((key): [string, unknown][] => {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    if (below.length === 0) return [];
    const here = [...at, key];
    const isWhole = below.some((rest) => rest.length === 0);
    if (isWhole) work.found.add(here.join('.'));
    return [[key, isWhole ? value[key] : pick(value[key], below, work, here)]];
  });
  return Object.fromEntries(picked);
}

/** A point is a pair of time and value, as every curve of the catalog has it. */
function summarizePoints(row: unknown, work: Work): unknown {
  if (!isRow(row)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]): [string, unknown] => {
      if (!isCurve(value)) return [key, value];
      work.points += value.length;
      const numbers = value.map(([, one]) => one).filter((one) => typeof one === 'number');
      const figures = numbers.length > 0 && {
        min: Math.min(...numbers),
        max: Math.max(...numbers),
        mean: numbers.reduce((sum, one) => sum + one, 0) / numbers.length,
      };
      return [key, { count: value.length, first: value[0], last: value.at(-1), ...figures }];
    }),
  );
}

function isCurve(value: unknown): value is [unknown, unknown][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => Array.isArray(one) && one.length === 2 && typeof one[0] === 'number')
  );
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
