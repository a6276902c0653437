/** A column header that sorts: first press descending for numbers, second ascending, third back to the served order. */
import type { SortColumn, Sorting } from '../reading/sort-changes.ts';
import { words } from '../words/words.ts';

interface SortHeaderProps {
  readonly column: Exclude<SortColumn, 'served'>;
  readonly text: string;
  readonly sorting: Sorting;
  readonly isNumber: boolean;
  readonly onSort: (next: Sorting) => void;
}

export function SortHeader({ column, text, sorting, isNumber, onSort }: SortHeaderProps) {
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

function nextSorting(column: SortColumn, now: Sorting, startsDescending: boolean): Sorting {
  if (now.column !== column) return { column, descending: startsDescending };
  if (now.descending === startsDescending) return { column, descending: !startsDescending };
  return { column: 'served', descending: false };
}
