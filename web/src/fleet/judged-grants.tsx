/** What a check knows of each permission, and since when; what is allowed and lately seen to be comes last. */
import type { FleetInstance } from '../../../src/control/api/api.ts';
import { formatAgo } from '../reading/format-time.ts';
import { locale, allWords } from '../words/words.ts';
import { ServedText } from '../parts/served-text.tsx';

type Verdict = NonNullable<FleetInstance['checks'][number]['judged']>[number];

const order = { denied: 0, undecided: 1, allowed: 2, not_asked: 3 } as const satisfies Record<
  Verdict['verdict'],
  number
>;

export function JudgedGrants({ judged }: { readonly judged: readonly Verdict[] }) {
  const w = allWords();
  const allowed = judged.filter(({ verdict }) => verdict === 'allowed').length;
  const sorted = judged.toSorted((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <details class="disclosure">
      <summary>{w.fleet.judged(allowed, judged.length)}</summary>
      <ul class="small">
        {sorted.map(({ grant, verdict, at, old, because }) => (
          <li key={grant}>
            <span class="mono">{grant}</span> {w.fleet.verdicts[verdict]}
            {at !== undefined && `, ${w.fleet.judgedAt(formatAgo(at, Date.now(), locale.value))}`}
            {old === true && `, ${w.fleet.old}`}
            {because !== undefined && (
              <span class="faint block">
                <ServedText text={because} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
