/** From the result of a query, whose values are all texts, to named rows. */
import type { ResultSet } from '@aws-sdk/client-athena';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinctNames, toRow } from '../query-rows.ts';

type Table = Pick<DataOf<'warehouse.runQuery'>, 'columns' | 'rows'>;

/** @param isFirst whether the page may begin with the names of its columns in place of a row. */
export function toTable({ ResultSetMetadata, Rows = [] }: ResultSet, isFirst: boolean): Table {
  const info = need(ResultSetMetadata?.ColumnInfo, 'ResultSet.ResultSetMetadata.ColumnInfo');
  const given = info.map(({ Name }) => need(Name, 'ColumnInfo[].Name'));
  const names = distinctNames(given);
  const values = Rows.map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
  const isHeader = isFirst && values[0] !== undefined && given.every((name, at) => values[0]?.[at] === name);
  return {
    columns: info.map(({ Type }, at) => ({ name: names[at] ?? '', type: need(Type, 'ColumnInfo[].Type') })),
    rows: (isHeader ? values.slice(1) : values).map((one) => toRow(names, one)),
  };
}
