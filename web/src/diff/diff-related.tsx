/** What looks like changes of functions and is one thing: other names, calls that were compiled away, cost that moved. */
import type { Related } from '../../../profiler/witness/diff/diff.ts';
import { partsOf } from '../../../profiler/witness/diff/read-diff.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { Tag } from '../parts/tag.tsx';

/** Rows that are listed; the rest is counted. */
const shown = 40;

export function DiffRelated({ related = [] }: { readonly related: readonly Related[] | undefined }) {
  const w = allWords();
  if (related.length === 0) return null;
  const { title, kinds, joins, sum, more } = w.diff.axis.related;
  return (
    <section class="related">
      <p class="small faint">{title}</p>
      <ul class="small">
        {related.slice(0, shown).map((one) => {
          const { what, where } = partsOf(one);
          return (
            <li key={`${one.kind} ${one.to.join(' ')} ${one.from.join(' ')}`}>
              <Tag tone="note">{kinds[one.kind]}</Tag> <span class="mono">{what.join(', ')}</span> {joins[one.kind]}{' '}
              <span class="mono">{where.join(', ')}</span>
              {one.change !== undefined && <span class="faint"> {sum(w.diff.axis.changes[one.change])}</span>}
            </li>
          );
        })}
      </ul>
      {related.length > shown && <p class="small faint">{more(formatCount(related.length - shown, locale.value))}</p>}
    </section>
  );
}
