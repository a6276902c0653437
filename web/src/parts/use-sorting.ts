/** The order of one of several tables on a page. In the address, so that a link shows what its sender saw. */
import { useMemo } from 'preact/hooks';
import { hrefOf, navigate, place } from '../browser/router.ts';
import { readSorting, readTableSort, type Sorting, writeSorting, writeTableSort } from '../reading/sorting.ts';

/** `table`: tells it from the others of the page. */
export function useSorting<Column extends string>(
  table: string,
  columns: readonly Column[],
): readonly [Sorting<Column>, (next: Sorting<Column>) => void] {
  const sort = readTableSort(place.value.query, table);
  const sorting = useMemo(() => readSorting(sort, columns), [sort, columns]);
  return [sorting, (next) => sortTable(table, next)];
}

function sortTable(table: string, next: Sorting<string>): void {
  // The flame graph rewrites the address past the router.
  const query = writeTableSort(new URLSearchParams(location.search), table, writeSorting(next));
  navigate(hrefOf(location.pathname, Object.fromEntries(query)), { replace: true });
}

/** Whether the address names an order for it. */
export function isSorted(table: string): boolean {
  return readTableSort(place.peek().query, table) !== null;
}
