/**
 * The GraphQL document of a question. It is always one query of one dataset: what a caller gives becomes a name of
 * letters and digits, or a variable beside the document, and nothing else of it.
 */
import type { ArgumentsOf } from '../../catalog/index.ts';
import type { ResolvedWindow } from '../../catalog/window.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Dataset } from './datasets.ts';

export type Filter = NonNullable<ArgumentsOf<'edge.queryMetrics'>['filters']>[number];
export type Compute = ArgumentsOf<'edge.queryMetrics'>['compute'][number];

export interface Question {
  readonly dataset: Dataset;
  /** UTC, whole seconds. */
  readonly edges: Edges;
  readonly filters?: readonly Filter[] | undefined;
  readonly select: readonly string[];
  readonly aggregate?: readonly Compute[];
  readonly groupBy?: readonly string[];
  readonly orderBy?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

export interface Document {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Edges {
  readonly begin: string;
  readonly end: string;
}

/** Both edges are included, and times are in whole seconds. */
export function edgesOf({ fromMs, toMs }: ResolvedWindow): Edges {
  const end = Math.floor(toMs / 1000);
  return { begin: plainTime(Math.min(Math.ceil(fromMs / 1000), end)), end: plainTime(end) };
}

const suffixes = {
  equal: 'Eq',
  not_equal: 'Ne',
  greater: 'Gt',
  greater_or_equal: 'Gte',
  less: 'Lt',
  less_or_equal: 'Lte',
  like: 'Like',
  in: 'In',
} as const satisfies Record<Filter['operator'], string>;

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

export function writeDocument(question: Question): Document {
  const { dataset, edges, filters = [], select, aggregate = [], groupBy = [], orderBy, limit, offset = 0 } = question;
  const passed = filters.map((filter, at) => ({ filter, variable: variableOf(filter, at) }));
  const variables: readonly Variable[] = [
    { name: 'begin', type: 'DateTime!', value: edges.begin },
    { name: 'end', type: 'DateTime!', value: edges.end },
    { name: 'limit', type: 'Int!', value: limit },
    { name: 'offset', type: 'Int!', value: offset },
    ...passed.map(({ variable }) => variable),
  ];
  const conditions = passed.map(({ filter, variable }) => `${keyOf(filter)}: $${variable.name}`);
  const args = [
    'limit: $limit',
    'offset: $offset',
    `filter: { ${['tsRange: { begin: $begin, end: $end }', ...conditions].join(', ')} }`,
    ...(aggregate.length > 0 ? [`aggregate: { ${aggregate.map(writeCompute).join(', ')} }`] : []),
    ...(groupBy.length > 0 ? [`groupBy: [${groupBy.map(requireName).join(', ')}]`] : []),
    ...(orderBy === undefined ? [] : [`orderBy: [${orderBy}]`]),
  ];
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  return {
    query: `query Read(${declared}) { rows: ${dataset}(${args.join(', ')}) { ${select.map(requireName).join(' ')} } }`,
    variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  };
}

export function keyOf({ field, operator }: Filter): string {
  return `${requireName(field)}${suffixes[operator]}`;
}

function writeCompute(compute: Compute): string {
  return compute.aggregation === 'count' ? 'count: rows' : `${compute.aggregation}: ${requireName(compute.field)}`;
}

function variableOf(filter: Filter, at: number): Variable {
  const name = `f${at}`;
  if (filter.operator !== 'in') return { name, type: `${typeOf([filter.value])}!`, value: filter.value };
  return { name, type: `[${typeOf(filter.values)}!]!`, value: filter.values };
}

/** JSON has one kind of number; the value decides: a field of whole numbers accepts no other. */
function typeOf(values: readonly unknown[]): string {
  if (values.every((value) => typeof value === 'boolean')) return 'Boolean';
  if (values.every((value) => Number.isInteger(value))) return 'Int';
  return values.every((value) => typeof value === 'number') ? 'Float' : 'String';
}

/** The catalog allows nothing else either; here is where it would matter. */
function requireName(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9]{0,63}$/u.test(name)) return name;
  throw new Fault('invalid_arguments', { field: 'fields' }, 'Name fields with letters and digits only.');
}

function plainTime(sec: number): string {
  return new Date(sec * 1000).toISOString().slice(0, 19);
}
