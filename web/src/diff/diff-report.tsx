/** A comparison in the order in which somebody acts on it: what it says first, and then, folded, what to do and what it rests on. */
import type { ComponentChildren } from 'preact';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { allWords } from '../words/words.ts';
import { DiffAnswer } from './diff-answer.tsx';
import { DiffAxes } from './diff-axes.tsx';
import { DiffFindings, outsideCauses } from './diff-findings.tsx';
import { DiffLimits } from './diff-limits.tsx';
import { DiffNext } from './diff-next.tsx';
import { DiffSides } from './diff-sides.tsx';
import { FlameSection } from '../flame/flame-section.tsx';
import { Fold } from '../parts/fold.tsx';
import { tablePath } from './use-diff-path.ts';

interface DiffReportProps {
  readonly diff: ComparisonSummary;
  readonly flamePath: string;
  /** Reads the comparison again. */
  readonly onAgain: () => void;
  /** Chooses other versions; undefined where the page has it already. */
  readonly chooser: ComponentChildren;
}

export function DiffReport({ diff, flamePath, onAgain, chooser }: DiffReportProps) {
  const w = allWords();
  const functions = diff.axes.find(({ axis }) => axis === functionAxis);
  const { answer, findings } = diff.summary;
  const others = answer === undefined ? [] : outsideCauses(findings, answer);
  return (
    <>
      <DiffAnswer diff={diff} />
      <div class="folds">
        <DiffNext diff={diff} />
        {others.length > 0 && (
          <Fold
            id="others"
            title={answer?.causes.length === 0 ? w.comparison.finding.all : w.comparison.finding.others}
          >
            <DiffFindings findings={others} diff={diff} />
          </Fold>
        )}
        <Basis diff={diff} chooser={chooser} />
        <Fold id="limits" title={w.comparison.limits.title}>
          <DiffLimits diff={diff} />
        </Fold>
        <FlameSection
          // With further captures the graph is another one.
          key={`${flamePath} ${diff.baseline_replicates.length} ${diff.head_replicates.length}`}
          of={diff}
          sources={[{ name: '', path: flamePath }]}
          judged={functions && { axis: functions, path: tablePath(diff, functions.axis) }}
        />
        <DiffAxes key={`axes ${flamePath}`} diff={diff} onAgain={onAgain} />
      </div>
    </>
  );
}

function Basis({ diff, chooser }: Pick<DiffReportProps, 'diff' | 'chooser'>) {
  const { line, captures, other } = allWords().comparison.basis;
  const { baseline, baseline_replicates: before, head, head_replicates: after } = diff;
  const title = line(baseline.version, captures(1 + before.length), head.version, captures(1 + after.length));
  return (
    <Fold id="basis" title={title}>
      <DiffSides diff={diff} />
      {chooser !== undefined && <h3>{other}</h3>}
      {chooser}
    </Fold>
  );
}
