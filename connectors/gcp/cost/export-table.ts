/** The table that the billing export is written to: where it is, what it holds, and by what it is partitioned. */
import { Fault } from '../../../src/core/fault.ts';
import type { Table } from './schema.ts';
import type { GcpContext } from '../context.ts';
import { wholeNumber } from '../wording.ts';
import { askLibrary } from './ask-library.ts';
import { createBigQuery } from './bigquery-client.ts';

export const tableVariable = 'GCP_BILLING_EXPORT_TABLE';

export interface TableName {
  readonly project: string;
  readonly dataset: string;
  readonly table: string;
}

export type Partitioning =
  /** By when rows arrived: what the vendor's own export does. */
  | { readonly by: 'arrival'; readonly unit: PartitionUnit }
  | { readonly by: 'column'; readonly column: string; readonly type: 'DATE' | 'DATETIME' | 'TIMESTAMP' }
  /** Every query reads all of it. */
  | { readonly by: 'nothing' };

export type PartitionUnit = 'HOUR' | 'DAY' | 'MONTH' | 'YEAR';

export interface ExportTable {
  readonly name: TableName;
  readonly location: string | undefined;
  readonly partitioning: Partitioning;
  /** Columns and members of records, by their path with dots. */
  readonly columns: ReadonlySet<string>;
  readonly writtenAtMs: number | undefined;
}

/** @throws Fault `not_configured` when the variable is not set: without it there is nothing to ask. */
export function exportTableName({ config }: Pick<GcpContext, 'config'>): TableName {
  const text = config.text(tableVariable);
  if (text === undefined) {
    throw new Fault(
      'not_configured',
      { variable: tableVariable },
      `Set ${tableVariable} to <project>.<dataset>.<table>, as Billing, Billing export, BigQuery export shows it. Without an export no cost is recorded that could be asked for.`,
    );
  }
  // The project of an old domain has a dot in it, so that the last two parts are counted off.
  const parts = text.split('.');
  const [dataset = '', table = ''] = parts.slice(-2);
  return { project: parts.slice(0, -2).join('.'), dataset, table };
}

/** Free of charge, and before any query. @throws Fault `wrong_endpoint` for a table that is no billing export. */
export async function readExportTable(context: GcpContext): Promise<ExportTable> {
  const name = exportTableName(context);
  const table = await askLibrary(context, 'bigquery.tables.get', {
    path: { ...name },
    call: async (sendRequest) => {
      const client = await createBigQuery(name.project, sendRequest);
      return client.dataset(name.dataset).table(name.table).getMetadata();
    },
  });
  const columns = new Set(columnsOf(table.schema?.fields ?? []));
  const missing = ['cost', 'currency', 'usage_start_time', 'credits.amount'].filter((column) => !columns.has(column));
  if (missing.length > 0) {
    throw new Fault(
      'wrong_endpoint',
      { variable: tableVariable, tried: `${name.project}.${name.dataset}.${name.table}` },
      `Name the table of the standard or detailed usage cost export: this one lacks ${missing.join(', ')}.`,
    );
  }
  return {
    name,
    location: table.location,
    partitioning: partitioningOf(table),
    columns,
    writtenAtMs: wholeNumber(table.lastModifiedTime),
  };
}

function columnsOf(fields: NonNullable<Table['schema']>['fields'], prefix = ''): string[] {
  return fields.flatMap((field) => [
    `${prefix}${field.name}`,
    ...columnsOf([...(field.fields ?? [])], `${prefix}${field.name}.`),
  ]);
}

function partitioningOf({ timePartitioning, schema }: Table): Partitioning {
  if (timePartitioning === undefined) return { by: 'nothing' };
  const { field, type } = timePartitioning;
  if (field === undefined) return { by: 'arrival', unit: unitOf(type) };
  const column = schema?.fields.find(({ name }) => name === field);
  const columnType = column?.type;
  if (columnType === 'DATE' || columnType === 'DATETIME' || columnType === 'TIMESTAMP') {
    return { by: 'column', column: field, type: columnType };
  }
  return { by: 'nothing' };
}

function unitOf(type: string | undefined): PartitionUnit {
  return type === 'HOUR' || type === 'MONTH' || type === 'YEAR' ? type : 'DAY';
}
