/** What a comparison says first: one sentence, and the findings as cards. */
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { FindingCard } from './finding-card.tsx';

export function DiffVerdict({ diff }: { readonly diff: Diff }) {
  const w = allWords();
  const { sentences, findings, more } = diff.summary;
  return (
    <section class="verdict" aria-label={w.diff.verdict}>
      <h2 class="verdict-sentence">{sentences[locale.value]}</h2>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map((finding) => (
            <FindingCard key={`${finding.axis} ${finding.key}`} {...{ finding, diff }} />
          ))}
        </ol>
      )}
      {more > 0 && <p class="small">{w.comparison.finding.more(formatCount(more, locale.value))}</p>}
    </section>
  );
}
