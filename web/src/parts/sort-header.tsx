/** A column header that sorts: first press descending for numbers, second ascending, third back to the served order. */
import type { Sorting } from '../reading/sorting.ts';
import { words } from '../words/words.ts';

interface SortHeaderProps<Column extends string> {
  readonly column: NoInfer<Column>;
  readonly text: string;
  readonly sorting: Sorting<Column>;
  readonly isNumber: boolean;
  readonly onSort: (next: Sorting<Column>) => void;
}

export function SortHeader<Column extends string>(props: SortHeaderProps<Column>) {
  const { column, text, sorting, isNumber, onSort } = props;
  const w = words();
  const isActive = sorting.column === column;
  const direction = sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={isActive ? direction : 'none'}>
      <button
        type="button"
        class="sort"
        title={w.table.sortBy(text)}
        onClick={() => onSort(nextSorting(column, sorting, isNumber))}
      >
        {text}
        <svg
          class={`sort-mark ${isActive ? `sort-${direction}` : ''}`}
          viewBox="0 0 10 12"
          aria-hidden="true"
          focusable="false"
        >
          <path class="up" d="M1.5 5 5 1.500 8.500 5Z" />
          <path class="down" d="M1.5 7 5 10.500 8.500 7Z" />
        </svg>
      </button>
    </th>
  );
}

function nextSorting<Column extends string>(
  column: Column,
  now: Sorting<Column>,
  startsDescending: boolean,
): Sorting<Column> {
  if (now.column !== column) return { column, descending: startsDescending };
  if (now.descending === startsDescending) return { column, descending: !startsDescending };
  return { column: 'served', descending: false };
}
