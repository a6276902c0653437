/** A table that scrolls in its own region, so that a narrow page never scrolls sideways. */
import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';

interface TableRegionProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export function TableRegion({ name, children }: TableRegionProps) {
  return (
    <div class="table-region" role="region" aria-label={words().table.region(name)} tabIndex={0}>
      <table>
        <caption class="unseen">{name}</caption>
        {children}
      </table>
    </div>
  );
}
