/** The data of an answer as tables, curves and single facts, whatever operation gave it. Pure. */
import { isObject, type JsonObject } from './ask-form.ts';
import { normalizeUnit, unitOfMetric, unitOfPromql } from './metric-unit.ts';

export interface AnswerTable {
  /** The key under which the list was found; empty where the data is a list itself. */
  readonly name: string;
  readonly columns: readonly AnswerColumn[];
  /** As many cells as columns; the empty text where a row has no such key. */
  readonly rows: readonly (readonly string[])[];
}

interface AnswerColumn {
  readonly name: string;
  readonly isNumber: boolean;
  /** Characters of the longest of the first cells, for a width that does not change while the table scrolls. */
  readonly width: number;
}

export interface Curve {
  readonly name: string;
  /** As reported, else as the name of the metric says; empty where neither does. */
  readonly unit: string;
  /** Seconds since the epoch and value, oldest first. A value that is no number is a gap. */
  readonly points: readonly (readonly [number, number | undefined])[];
}

export interface ReadData {
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly curves: readonly Curve[];
  readonly tables: readonly AnswerTable[];
  /** Texts in which the Agent has replaced a secret. */
  readonly redactions: number;
}

/** What the Agent writes in place of a secret. */
const redactedMark = '[secret]';
const maxColumns = 40;
const sampledRows = 200;

/** `args`: what was asked. A series without a name of its own has that of its query. */
export function readData(data: unknown, args?: unknown): ReadData {
  const query = queryOf(args);
  const facts: (readonly [string, string])[] = [];
  const curves: Curve[] = [];
  const tables: AnswerTable[] = [];
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      const list = value as readonly unknown[];
      const found = curvesOf(list, query);
      curves.push(...found);
      if (found.length === 0) tables.push(toTable(name, list));
      return;
    }
    if (!isObject(value)) {
      facts.push([name, cellText(value)]);
      return;
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, name === '' ? key : `${name}.${key}`);
  };
  walk(data, '');
  return { facts: facts.filter(([name]) => name !== ''), curves, tables, redactions: countRedactions(data) };
}

/** One column for each key of any row; one column where the rows are no objects. */
export function toTable(name: string, list: readonly unknown[]): AnswerTable {
  const objects = list.filter(isObject);
  if (objects.length < list.length || list.length === 0) {
    return tableOf(
      name,
      ['value'],
      list.map((one) => [one]),
    );
  }
  const keys = new Set<string>();
  for (const one of objects) for (const key of Object.keys(one)) if (keys.size < maxColumns) keys.add(key);
  const names = [...keys];
  return tableOf(
    name,
    names,
    objects.map((one) => names.map((key) => one[key])),
  );
}

function tableOf(name: string, names: readonly string[], values: readonly (readonly unknown[])[]): AnswerTable {
  const rows = values.map((row) => row.map(cellText));
  const columns = names.map((column, at) => {
    const cells = rows.slice(0, sampledRows).map((row) => row[at]?.length ?? 0);
    const given = values.map((row) => row[at]).filter((one) => one !== undefined && one !== null);
    return {
      name: column,
      isNumber: given.length > 0 && given.every((one) => typeof one === 'number'),
      width: Math.max(column.length, ...cells),
    };
  });
  return { name, columns, rows };
}

/** On one line. Lists of plain values and objects of them are written without the marks of JSON. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    return list.some(isNested) ? JSON.stringify(value) : list.map(cellText).join(', ');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value)) return '';
  const entries = Object.entries(value);
  if (entries.some(([, one]) => isNested(one))) return JSON.stringify(value);
  return entries.map(([key, one]) => `${key}: ${cellText(one)}`).join(', ');
}

/** The plain values of arguments on one line, each after what the last part of its name is called. */
export function describeArguments(args: unknown, call: (name: string) => string = (name) => name, name = ''): string {
  if (!isNested(args)) return name === '' ? cellText(args) : `${name}: ${cellText(args)}`;
  const parts = Object.entries(args).map(([key, inner]) =>
    describeArguments(inner, call, Array.isArray(args) ? name : call(key)),
  );
  return parts.filter((part) => part !== '').join(', ');
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

interface Query {
  readonly text: string;
  readonly isPromql: boolean;
}

function queryOf(args: unknown): Query {
  const query = isObject(args) ? args['query'] : undefined;
  const text = isObject(query) ? query['text'] : query;
  return { text: typeof text === 'string' ? text : '', isPromql: isObject(query) && query['dialect'] === 'promql' };
}

/** Of a list whose every entry has points; none for any other list. */
function curvesOf(list: readonly unknown[], query: Query): Curve[] {
  if (list.length === 0) return [];
  const curves = list.map((one) => (isObject(one) ? toCurve(one, query) : undefined));
  return curves.some((one) => one === undefined) ? [] : curves.filter((one) => one !== undefined);
}

function toCurve({ points, labels, unit, ...others }: JsonObject, query: Query): Curve | undefined {
  if (!Array.isArray(points)) return undefined;
  const read = (points as readonly unknown[]).map(toPoint);
  if (read.some((one) => one === undefined)) return undefined;
  const words = Object.values(others)
    .flat()
    .filter((one) => typeof one === 'string');
  const named = isObject(labels) ? labelsText(labels) : '';
  const name = [...words, named].filter((one) => one !== '').join(' ');
  const metric = isObject(labels) ? labels['__name__'] : undefined;
  return {
    name: name === '' ? query.text || '–' : name,
    unit: unitOf(unit, metric, query),
    points: read.filter((one) => one !== undefined),
  };
}

function unitOf(reported: unknown, metric: unknown, { text, isPromql }: Query): string {
  if (typeof reported === 'string') return normalizeUnit(reported);
  if (typeof metric === 'string') return unitOfMetric(metric);
  return isPromql ? unitOfPromql(text) : '';
}

function labelsText(labels: JsonObject): string {
  const { __name__: metric, ...others } = labels;
  const pairs = Object.entries(others).map(([key, value]) => `${key}="${cellText(value)}"`);
  return `${cellText(metric)}${pairs.length === 0 ? '' : `{${pairs.join(', ')}}`}`;
}

/** `[seconds, value]`, or `{ at, value }` with a time as text. */
function toPoint(point: unknown): readonly [number, number | undefined] | undefined {
  if (Array.isArray(point)) {
    const [at, value] = point as readonly unknown[];
    return point.length === 2 && typeof at === 'number' ? valueAt(at, value) : undefined;
  }
  if (!isObject(point) || typeof point['at'] !== 'string') return undefined;
  const at = Date.parse(point['at']);
  return Number.isNaN(at) ? undefined : valueAt(at / 1000, point['value']);
}

function valueAt(at: number, value: unknown): readonly [number, number | undefined] | undefined {
  if (typeof value === 'number') return [at, value];
  return value === 'NaN' || value === '+Inf' || value === '-Inf' ? [at, undefined] : undefined;
}

function countRedactions(value: unknown): number {
  if (typeof value === 'string') return value.includes(redactedMark) ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const one of Object.values(value)) count += countRedactions(one);
  return count;
}
