/** A link that selects a row, and leads to it in its table or to its frame in the flame graph. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type RowChoice, writeRow } from '../reading/row-choice.ts';
import { rowHref, selectRow, wantedRow } from '../parts/selected-row.ts';

/** Where the rows are: the address of the comparison, on a page that shows a part of it only. */
export const ComparisonAddress = createContext<string | undefined>(undefined);

interface RowLinkProps {
  readonly row: RowChoice;
  readonly to: 'row' | 'frame';
  readonly label?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

export function RowLink({ row, to, label, isCurrent = false, children }: RowLinkProps) {
  const elsewhere = useContext(ComparisonAddress);
  const named = label === undefined ? {} : { 'aria-label': label };
  if (elsewhere !== undefined) {
    const { pathname, searchParams } = new URL(elsewhere, location.origin);
    return (
      <a href={`${pathname}?${writeRow(searchParams, row).toString()}`} class="row-link" {...named}>
        {children}
      </a>
    );
  }
  return (
    <a
      href={rowHref(row)}
      class="row-link"
      {...named}
      {...(isCurrent && { 'aria-current': 'true' })}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        selectRow(row);
        if (to === 'row') wantedRow.value = row;
        else showFlame();
      }}
    >
      {children}
    </a>
  );
}

/** Waits for the graph to be unfolded, which the new address asks for. */
function showFlame(): void {
  requestAnimationFrame(() => {
    const summary = document.querySelector<HTMLElement>('.flame > summary');
    summary?.scrollIntoView({ block: 'start' });
    summary?.focus({ preventScroll: true });
  });
}
