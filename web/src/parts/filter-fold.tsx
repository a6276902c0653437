/** A filter above a list. On a narrow page it is folded while it filters nothing: else nobody would see the list. */
import type { ComponentChildren } from 'preact';
import { isNarrow } from './is-narrow.ts';

interface FilterFoldProps {
  readonly title: string;
  readonly isFiltered: boolean;
  readonly children: ComponentChildren;
}

export function FilterFold({ title, isFiltered, children }: FilterFoldProps) {
  return (
    <details class="disclosure" open={isFiltered || !isNarrow()}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
