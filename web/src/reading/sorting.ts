/** By which column a table is sorted, and how an address says it. */

export interface Sorting<Column extends string> {
  /** `served` keeps the order the control plane chose. */
  readonly column: Column | 'served';
  readonly descending: boolean;
}

/** `sort` of an address: a column, with `-` before it where the order is reversed. */
export function readSorting<Column extends string>(sort: string | null, columns: readonly Column[]): Sorting<Column> {
  const descending = sort?.startsWith('-') === true;
  const name = descending ? sort?.slice(1) : sort;
  const column = columns.find((one) => one === name);
  return column === undefined ? { column: 'served', descending: false } : { column, descending };
}

export function writeSorting({ column, descending }: Sorting<string>): string {
  return column === 'served' ? '' : `${descending ? '-' : ''}${column}`;
}

/** The `sort` of one of several tables on a page, which `sort` of its address names: `files:key,cpu_stacks:-after`. */
export function readTableSort(query: URLSearchParams, table: string): string | null {
  return readTables(query).get(table) ?? null;
}

/** The rest of the query stays as it is; an empty `sort` is left out. */
export function writeTableSort(query: URLSearchParams, table: string, sort: string): URLSearchParams {
  const tables = readTables(query);
  if (sort === '') tables.delete(table);
  else tables.set(table, sort);
  const written = new URLSearchParams(query);
  if (tables.size === 0) written.delete('sort');
  else written.set('sort', [...tables].map((one) => one.join(':')).join(','));
  return written;
}

function readTables(query: URLSearchParams): Map<string, string> {
  const tables = (query.get('sort') ?? '').split(',').flatMap((one) => {
    const [table = '', sort = ''] = one.split(':', 2);
    return table === '' || sort === '' ? [] : [[table, sort] as const];
  });
  return new Map(tables);
}
