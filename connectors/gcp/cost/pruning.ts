/**
 * Which partitions a window needs. What is left out costs nothing, and nothing that belongs to the
 * window may be left out: so the bounds are as wide as rows can stand from the time of use.
 */
import type { ResolvedWindow } from '../../../catalog/window.ts';
import type { Partitioning, PartitionUnit } from './export-table.ts';

/** What a query is given beside its text. Nothing that a caller says ever stands in the text itself. */
export interface Parameter {
  readonly name: string;
  readonly type: 'DATE' | 'DATETIME' | 'STRING' | 'STRINGS' | 'TIMESTAMP';
  readonly value: string | readonly string[];
}

/** As the vendor takes it: https://cloud.google.com/bigquery/docs/reference/rest/v2/QueryParameter */
export function renderParameter({ name, type, value }: Parameter): object {
  if (type !== 'STRINGS') return { name, parameterType: { type }, parameterValue: { value } };
  return {
    name,
    parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
    parameterValue: { arrayValues: [value].flat().map((one) => ({ value: one })) },
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Use is billed up to some days after it happened: https://cloud.google.com/billing/docs/how-to/export-data-bigquery */
const lateMs = 10 * dayMs;
/** A column that says something else than the time of use, such as the month of the invoice, stands at most so far from it. */
const apartMs = 32 * dayMs;

export interface Pruning {
  /** A condition of the query, or undefined when every partition is read. */
  readonly condition: string | undefined;
  readonly parameters: readonly Parameter[];
  /** Said in the answer, when the table itself makes queries dear. */
  readonly note?: string;
}

export function prune(partitioning: Partitioning, { fromMs, toMs }: ResolvedWindow): Pruning {
  switch (partitioning.by) {
    case 'arrival': {
      // Partitions carry the time they begin at, so that the first one needed may begin before the window.
      const bounds = { fromMs: startOf(fromMs, partitioning.unit), toMs: toMs + lateMs };
      return between('_PARTITIONTIME', 'TIMESTAMP', bounds);
    }
    case 'column':
      return between(`\`${partitioning.column}\``, partitioning.type, spread(partitioning.column, { fromMs, toMs }));
    case 'nothing':
      return {
        condition: undefined,
        parameters: [],
        note: 'The table is not partitioned by time, so every question reads all of it.',
      };
  }
}

function spread(column: string, { fromMs, toMs }: ResolvedWindow): ResolvedWindow {
  if (column === 'usage_start_time') return { fromMs, toMs };
  if (column === 'usage_end_time') return { fromMs, toMs: toMs + dayMs };
  if (column === 'export_time') return { fromMs, toMs: toMs + lateMs };
  return { fromMs: fromMs - apartMs, toMs: toMs + apartMs };
}

function between(name: string, type: Parameter['type'], { fromMs, toMs }: ResolvedWindow): Pruning {
  return {
    condition: `${name} >= @partition_from AND ${name} <= @partition_to`,
    parameters: [
      { name: 'partition_from', type, value: render(fromMs, type) },
      { name: 'partition_to', type, value: render(toMs, type) },
    ],
  };
}

function render(ms: number, type: Parameter['type']): string {
  const text = new Date(ms).toISOString();
  if (type === 'DATE') return text.slice(0, 10);
  return type === 'DATETIME' ? text.slice(0, 19) : text;
}

function startOf(ms: number, unit: PartitionUnit): number {
  if (unit === 'HOUR') return ms - (ms % hourMs);
  if (unit === 'DAY') return ms - (ms % dayMs);
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), unit === 'MONTH' ? at.getUTCMonth() : 0, 1);
}
