/** Findings as cards. */
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { Answer, Finding } from '../../../profiler/witness/diff/summary.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { FindingCard } from './finding-card.tsx';

interface DiffFindingsProps {
  readonly findings: readonly Finding[];
  readonly diff: DiffSummary;
}

export function DiffFindings({ findings, diff }: DiffFindingsProps) {
  const { more } = diff.summary;
  return (
    <>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map((finding) => (
            <FindingCard key={`${finding.axis} ${finding.key}`} {...{ finding, diff }} />
          ))}
        </ol>
      )}
      {more > 0 && <p class="small">{allWords().comparison.finding.more(formatCount(more, locale.value))}</p>}
    </>
  );
}

/** Those that no card of a cause shows among its evidence. */
export function outsideCauses(findings: readonly Finding[], { causes }: Answer): Finding[] {
  const evidence = causes.flatMap((one) => one.evidence);
  return findings.filter(({ axis, key }) => !evidence.some((row) => row.axis === axis && row.key === key));
}
