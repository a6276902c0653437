/** From the description of a dataset to its columns and what they come from. */
import type { DataSet, InputColumn, LogicalTable, PhysicalTable } from '@aws-sdk/client-quicksight';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';
import { toAsset } from '../to-asset.ts';

type Dataset = DataOf<'bi.getDataset'>['dataset'];
type Table = Dataset['tables'][number];

export function toDataset(dataset: DataSet): Dataset {
  const { ColumnLevelPermissionRules = [] } = dataset;
  return {
    ...toAsset(need(dataset.DataSetId, 'DataSet.DataSetId'), dataset),
    ...known({ importMode: dataset.ImportMode, copiedBytes: dataset.ConsumedSpiceCapacityInBytes }),
    hasRowRules: isInForce(dataset.RowLevelPermissionDataSet) || isInForce(dataset.RowLevelPermissionTagConfiguration),
    hasColumnRules: ColumnLevelPermissionRules.length > 0,
    columns: (dataset.OutputColumns ?? []).map(({ Name, Type, Description }) => ({
      name: need(Name, 'DataSet.OutputColumns[].Name'),
      ...known({ type: Type, description: Description }),
    })),
    tables: [
      ...Object.values(dataset.PhysicalTableMap ?? {}).map(toTable),
      ...Object.values(dataset.LogicalTableMap ?? {}).flatMap(fromParent),
    ],
  };
}

/** Rules may be kept and switched off; without a status they hold. */
export function isInForce(rules: { readonly Status?: string | undefined } | undefined): boolean {
  return rules !== undefined && rules.Status !== 'DISABLED';
}

function toTable({ RelationalTable, CustomSql, S3Source, FileSource, SaaSTable }: PhysicalTable): Table {
  if (RelationalTable !== undefined) {
    const { Name, Catalog, Schema, DataSourceArn, InputColumns } = RelationalTable;
    return {
      kind: 'table',
      columns: toColumns(InputColumns),
      ...known({ name: Name, catalog: Catalog, schema: Schema, dataSourceIdentifier: DataSourceArn }),
    };
  }
  if (CustomSql !== undefined) {
    const { Name, SqlQuery, DataSourceArn, Columns } = CustomSql;
    return {
      kind: 'query',
      columns: toColumns(Columns),
      ...known({ name: Name, sql: SqlQuery, dataSourceIdentifier: DataSourceArn }),
    };
  }
  if (SaaSTable !== undefined) {
    const { TablePath, DataSourceArn, InputColumns } = SaaSTable;
    const name = (TablePath ?? []).map(({ Name = '' }) => Name).join('/');
    return {
      kind: 'application',
      columns: toColumns(InputColumns),
      ...known({ name, dataSourceIdentifier: DataSourceArn }),
    };
  }
  const file = S3Source ?? FileSource;
  if (file === undefined) return { kind: 'other', columns: [] };
  return {
    kind: 'file',
    columns: toColumns(file.InputColumns),
    ...known({ dataSourceIdentifier: file.DataSourceArn }),
  };
}

/** A dataset may be made of another one, which then is its source. */
function fromParent({ Alias, Source }: LogicalTable): Table[] {
  const parent = Source?.DataSetArn;
  if (parent === undefined) return [];
  return [{ kind: 'other', columns: [], ...known({ name: Alias, dataSourceIdentifier: parent }) }];
}

function toColumns(columns: readonly InputColumn[] | undefined): Table['columns'] {
  return (columns ?? []).map(({ Name, Type }) => ({
    name: need(Name, 'InputColumns[].Name'),
    ...known({ type: Type }),
  }));
}
