/** A table that scrolls in its own region, so that a narrow page never scrolls sideways. */
import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';

interface TableRegionProps {
  readonly name: string;
  /** On a narrow page each row is a block of its cells, which say their column by `data-column`. */
  readonly stacks?: boolean;
  readonly children: ComponentChildren;
}

export function TableRegion({ name, stacks = false, children }: TableRegionProps) {
  return (
    <div
      class={stacks ? 'table-region stacks' : 'table-region'}
      role="region"
      aria-label={words().table.region(name)}
      tabIndex={0}
    >
      <table>
        <caption class="unseen">{name}</caption>
        {children}
      </table>
    </div>
  );
}
