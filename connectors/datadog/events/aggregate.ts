/** Figures over logs, spans and front-end events: one question and one answer for all three. */
import type { DataOf } from '../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { Answer } from '../../../src/connector/connector.ts';
import type { GuardContext } from '../../../src/connector/context.ts';
import { Fault } from '../../../src/core/fault.ts';
import { changedAt } from '../../../src/core/parse-answer.ts';
import { completeness, timeOf } from '../wording.ts';
import type { Bucket, Meta } from './schema.ts';
import { nextOf, notesOf, rangeOf } from './search.ts';

type Row = DataOf<'traces.aggregate'>['rows'][number];

type Compute =
  | { readonly aggregation: 'count' }
  | {
      readonly aggregation:
        | 'distinct'
        | 'sum'
        | 'min'
        | 'max'
        | 'avg'
        | 'median'
        | 'p75'
        | 'p90'
        | 'p95'
        | 'p98'
        | 'p99';
      readonly field: string;
    };

export interface Aggregation {
  readonly text: string;
  readonly compute: readonly Compute[];
  readonly groupBy: readonly { readonly field: string; readonly limit: number }[];
  readonly indexes?: readonly string[] | undefined;
  readonly stepSec?: number | undefined;
}

export interface FiguresQuestion {
  readonly query: Pick<Aggregation, 'compute' | 'groupBy'>;
  readonly limit: number;
  /** What may be hidden from this credential, in one sentence. */
  readonly unseen: string;
  /** Text of a group, changed before it leaves. */
  readonly clean?: (text: string) => string;
}

export interface FiguresRead {
  readonly buckets: readonly Bucket[];
  readonly meta: Meta;
  /** Where the figures of one bucket are in the answer, below `$`. */
  readonly pathOf: (bucket: number) => string;
}

/** The vendor gives no more groups, all fields together. */
const mostGroups = 10_000;

export interface FiguresArguments {
  readonly query: Pick<Aggregation, 'groupBy'>;
  readonly stepSec?: number | undefined;
  readonly limit: number;
}

/** Even a single group would not fit the rows that were asked for, or there may be more groups than the vendor takes. @throws Fault `cap_exceeded`. */
export function guardFigures({ query, stepSec, limit }: FiguresArguments, { window }: GuardContext): void {
  let groups = 1;
  for (const by of query.groupBy) groups *= by.limit;
  if (groups > mostGroups) {
    throw new Fault(
      'cap_exceeded',
      { limit: `${mostGroups} groups`, estimate: `${groups} groups` },
      `Lower the limits of groupBy: their product may be ${mostGroups} at most.`,
    );
  }
  if (window === undefined || stepSec === undefined) return;
  const widthSec = (window.toMs - window.fromMs) / 1000;
  const steps = Math.ceil(widthSec / stepSec);
  if (steps <= limit) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${limit} rows`, estimate: `${steps} steps` },
    `Set stepSec to ${Math.ceil(widthSec / limit)} or more, narrow the window, or raise limit.`,
  );
}

/** The body of an aggregation; spans have it inside an envelope. Groups come greatest first by the first figure. */
export function bodyOfAggregation(
  { text, compute, groupBy, indexes, stepSec }: Aggregation,
  window: ResolvedWindow | undefined,
): Record<string, unknown> {
  const [first] = compute;
  const sort = first && { type: 'measure', order: 'desc', ...figureOf(first) };
  return {
    filter: { ...rangeOf(window), query: text, ...(indexes !== undefined && { indexes }) },
    compute: compute.map((one) => ({
      ...figureOf(one),
      ...(stepSec === undefined ? { type: 'total' } : { type: 'timeseries', interval: intervalOf(stepSec) }),
    })),
    group_by: groupBy.map(({ field, limit }) => ({ facet: field, limit, sort })),
    options: { timezone: 'UTC' },
  };
}

/** Where logs and front-end events have the figures of a bucket. */
export const figuresOfBucket = (bucket: number): string => `data.buckets.${bucket}.computes`;

/** @throws Fault `upstream_changed` when groups came and none holds a figure that was asked for. */
export function answerFigures(
  { query, limit, unseen, clean = (text) => text }: FiguresQuestion,
  { buckets, meta, pathOf }: FiguresRead,
): Answer<{ rows: Row[] }> {
  const names = query.compute.map(nameOf);
  requireFigures(buckets, names, pathOf);
  const rows = buckets.flatMap((bucket) => rowsOf(bucket, names, clean));
  const isCut = rows.length > limit || nextOf(meta, undefined) !== undefined;
  const full = query.groupBy.filter((_by, at) => isFull(query.groupBy, at, buckets));
  const missing = [...notesOf(meta), ...absentFigures(buckets, names)];
  const cut = [
    ...(isCut ? ['There are more rows than these: narrow the query, group by fewer fields or raise limit.'] : []),
    ...full.map((by) => `Only the ${by.limit} largest groups of ${by.field} were requested; there may be others.`),
  ];
  const nothing =
    buckets.length === 0
      ? `The read was allowed, and no event that can be seen matches in this window. ${unseen}`
      : `Events match, but none has a value of ${names.join(', ')}. ${unseen}`;
  const said = rows.length === 0 ? [...missing, nothing] : [...missing, ...cut];
  return {
    data: { rows: rows.slice(0, limit) },
    ...completeness(missing),
    ...(said.length > 0 && { because: said.join(' ') }),
    truncated: isCut || full.length > 0,
  };
}

/** The vendor names the figures so, in the order they were asked for. */
const keyOf = (at: number): string => `c${at}`;

/** A group without any value has an empty object; one with figures under other names is an answer we do not understand. */
function requireFigures(buckets: readonly Bucket[], names: readonly string[], pathOf: FiguresRead['pathOf']): void {
  const first = buckets.findIndex(({ computes }) => Object.keys(computes).length > 0);
  if (first === -1 || absentFigures(buckets, names).length < names.length) return;
  throw changedAt(`$.${pathOf(first)}.${keyOf(0)}`);
}

/** Figures that were asked for and that no group holds, not even without a value. */
function absentFigures(buckets: readonly Bucket[], names: readonly string[]): string[] {
  const returned = new Set(buckets.flatMap(({ computes }) => Object.keys(computes)));
  if (returned.size === 0) return [];
  return names.flatMap((name, at) => (returned.has(keyOf(at)) ? [] : [`Datadog did not return ${name}.`]));
}

/** As many groups of a field as were asked for, within any group of the fields before it. */
function isFull(groupBy: Aggregation['groupBy'], at: number, buckets: readonly Bucket[]): boolean {
  const by = groupBy[at];
  const outer = ({ by: group }: Bucket): string =>
    JSON.stringify(groupBy.slice(0, at).map(({ field }) => group?.[field]));
  return [...Map.groupBy(buckets, outer).values()].some((some) => {
    const values = new Set(some.map(({ by: group }) => wordOf(group?.[by?.field ?? ''])));
    return by !== undefined && values.size >= by.limit;
  });
}

function rowsOf(bucket: Bucket, names: readonly string[], clean: (text: string) => string): Row[] {
  const group = Object.fromEntries(
    Object.entries(bucket.by ?? {}).map(([field, value]) => [field, clean(wordOf(value))]),
  );
  const whole: Row['values'] = {};
  const byTime = new Map<string, Row['values']>();
  for (const [index, name] of names.entries()) {
    const computed = bucket.computes[keyOf(index)];
    if (typeof computed === 'number' || typeof computed === 'string') whole[name] = computed;
    for (const { time, value } of Array.isArray(computed) ? computed : []) {
      const at = timeOf(time);
      if (at === undefined || value == null) continue;
      byTime.set(at, { ...byTime.get(at), [name]: value });
    }
  }
  const steps = [...byTime].map(([time, values]) => ({ time, group, values }));
  return Object.keys(whole).length === 0 ? steps : [{ group, values: whole }, ...steps];
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const aggregations = {
  distinct: 'cardinality',
  p75: 'pc75',
  p90: 'pc90',
  p95: 'pc95',
  p98: 'pc98',
  p99: 'pc99',
} as const;

function figureOf(compute: Compute): { aggregation: string; metric?: string } {
  if (compute.aggregation === 'count') return { aggregation: 'count' };
  const { aggregation, field } = compute;
  const spelt = aggregation in aggregations ? aggregations[aggregation as keyof typeof aggregations] : aggregation;
  return { aggregation: spelt, metric: field };
}

function nameOf(compute: Compute): string {
  return compute.aggregation === 'count' ? 'count' : `${compute.aggregation}(${compute.field})`;
}

const unitsSec = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** `5m`, as the vendor writes intervals. */
function intervalOf(stepSec: number): string {
  const [unit, sec] = unitsSec.find(([, size]) => stepSec % size === 0) ?? ['s', 1];
  return `${stepSec / sec}${unit}`;
}
