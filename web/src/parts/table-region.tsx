/**
 * A table in its own region, so that a narrow page never scrolls sideways: there each row is a block of its cells, which
 * say their column.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';

interface TableRegionProps {
  readonly name: string;
  /** For rows of figures that are compared below each other: they stay in columns, and the region scrolls. */
  readonly scrolls?: boolean;
  readonly children: ComponentChildren;
}

export function TableRegion({ name, scrolls = false, children }: TableRegionProps) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (!scrolls && table.current !== null) nameCells(table.current);
  });
  return (
    <div
      class={scrolls ? 'table-region' : 'table-region stacks'}
      role="region"
      aria-label={words().table.region(name)}
      tabIndex={0}
    >
      <table ref={table}>
        <caption class="unseen">{name}</caption>
        {children}
      </table>
    </div>
  );
}

/**
 * The head is the only place that says what a column is; for the style sheet, each cell repeats it. Cells of a column
 * whose head is `plain` need no name: they flow after each other.
 */
function nameCells({ tHead, tBodies }: HTMLTableElement): void {
  const heads = [...(tHead?.rows[0]?.cells ?? [])];
  for (const row of [...tBodies].flatMap(({ rows }) => [...rows])) {
    for (const [at, cell] of [...row.cells].entries()) {
      const head = heads[at];
      if (head === undefined || cell.scope === 'row' || head.querySelector('.unseen') !== null) continue;
      if (head.classList.contains('plain')) cell.dataset['plain'] = '';
      else cell.dataset['column'] = head.textContent;
    }
  }
}
