/** A table of many rows: the first of them, and the others on demand. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../reading/format-number.ts';
import { locale, words } from '../words/words.ts';
import { TableRegion } from './table-region.tsx';

interface ShownPartProps<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly children: (shown: readonly Row[]) => ComponentChildren;
}

const shownAtFirst = 50;

export function ShownPart<Row>({ name, rows, children }: ShownPartProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  return (
    <>
      <h3>{name}</h3>
      <TableRegion name={name}>{children(shown)}</TableRegion>
      {shown.length < rows.length && (
        <button type="button" class="start" onClick={() => setWhole(true)}>
          {words().table.all(formatCount(rows.length, locale.value))}
        </button>
      )}
    </>
  );
}
