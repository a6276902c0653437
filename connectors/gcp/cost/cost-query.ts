/**
 * The one query of the billing export. Its text is put together from fixed pieces and from names that
 * were checked against their own pattern; everything a caller says is a parameter.
 *
 * `credits` is a list in every row: https://cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage
 */
import type { ArgumentsOf } from '../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { ExportTable } from './export-table.ts';
import { type Parameter, prune, renderParameter } from './pruning.ts';

type Arguments = ArgumentsOf<'cost.getCostAndUsage'>;
type Split = Arguments['groupBy'][number];
type Condition = Arguments['filter'][number];
type Dimension = Extract<Split, { by: 'dimension' }>['dimension'];

export interface CostQuery {
  readonly text: string;
  readonly parameters: readonly object[];
  /** What the reader must know about how it was read. */
  readonly notes: readonly string[];
}

/** Where the export keeps what bills of all clouds can be split by. */
const columns: Readonly<Record<Dimension, string>> = {
  account: 'project.id',
  chargeType: 'cost_type',
  region: 'location.region',
  service: 'service.description',
  usageType: 'sku.description',
  zone: 'location.zone',
};

const units = { hourly: 'HOUR', daily: 'DAY', monthly: 'MONTH' } as const;

/** @throws Fault `invalid_arguments` for a split or condition that this export has no column for. */
export function buildCostQuery(table: ExportTable, args: Arguments, window: ResolvedWindow): CostQuery {
  const parameters = new Parameters();
  const groups = args.groupBy.map((split) => `${expressionOf(split, { table, parameters, field: 'groupBy' })}`);
  const pruning = prune(table.partitioning, window);
  const conditions = [
    ...(pruning.condition === undefined ? [] : [pruning.condition]),
    'usage_start_time >= @usage_from AND usage_start_time < @usage_to',
    ...args.filter.map((one) => conditionOf(one, { table, parameters })),
  ];
  const grouped = groups.map((_, at) => `group_${at}`);
  const { project, dataset, table: name } = table.name;
  const text = [
    'SELECT',
    `  FORMAT_TIMESTAMP('%FT%TZ', TIMESTAMP_TRUNC(usage_start_time, ${units[args.granularity]})) AS period,`,
    ...groups.map((expression, at) => `  ${expression} AS group_${at},`),
    '  currency,',
    `  CAST(${gross} AS STRING) AS gross,`,
    `  CAST(${credits} AS STRING) AS credits,`,
    `  CAST(${gross} + ${credits} AS STRING) AS net`,
    `FROM \`${project}.${dataset}.${name}\``,
    `WHERE ${conditions.join('\n  AND ')}`,
    `GROUP BY ${['period', ...grouped, 'currency'].join(', ')}`,
    `ORDER BY ${['period', ...grouped, 'currency'].join(', ')}`,
  ].join('\n');
  return {
    text,
    parameters: [
      { name: 'usage_from', type: 'TIMESTAMP', value: new Date(window.fromMs).toISOString() } as const,
      { name: 'usage_to', type: 'TIMESTAMP', value: new Date(window.toMs).toISOString() } as const,
      ...pruning.parameters,
      ...parameters.all,
    ].map(renderParameter),
    notes: pruning.note === undefined ? [] : [pruning.note],
  };
}

/** Decimals, because binary fractions would not add up to the bill. */
const gross = 'SUM(CAST(cost AS NUMERIC))';
const credits = 'SUM(IFNULL((SELECT SUM(CAST(credit.amount AS NUMERIC)) FROM UNNEST(credits) AS credit), 0))';

class Parameters {
  readonly #all: Parameter[] = [];

  get all(): readonly Parameter[] {
    return this.#all;
  }

  add(type: 'STRING' | 'STRINGS', value: string | readonly string[]): string {
    const name = `given_${this.#all.length}`;
    this.#all.push({ name, type, value });
    return `@${name}`;
  }
}

interface Building {
  readonly table: ExportTable;
  readonly parameters: Parameters;
}

function expressionOf(
  split: Split | Condition,
  { table, parameters, field }: Building & { readonly field: string },
): string {
  if (split.by === 'tag') {
    needColumn(table, 'labels.value', field);
    const key = parameters.add('STRING', split.key);
    return `IFNULL((SELECT ANY_VALUE(label.value) FROM UNNEST(labels) AS label WHERE label.key = ${key}), '')`;
  }
  const column = columns[split.dimension];
  needColumn(table, column, field);
  return `IFNULL(${column}, '')`;
}

function conditionOf(condition: Condition, building: Building): string {
  const expression = expressionOf(condition, { ...building, field: 'filter' });
  const values = building.parameters.add('STRINGS', condition.values);
  return `${expression} ${condition.isExcluded ? 'NOT IN' : 'IN'} UNNEST(${values})`;
}

function needColumn({ columns: there, name }: ExportTable, column: string, field: string): void {
  if (there.has(column)) return;
  throw new Fault('invalid_arguments', { field }, `Leave it out: ${name.table} has no column ${column}.`);
}
