/** A comparison in the order in which somebody acts on it; what it rests on is folded. */
import type { ComponentChildren } from 'preact';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { allWords } from '../words/words.ts';
import { DiffAxes } from './diff-axes.tsx';
import { DiffIncidents } from './diff-incidents.tsx';
import { DiffLimits } from './diff-limits.tsx';
import { DiffNext } from './diff-next.tsx';
import { DiffSides } from './diff-sides.tsx';
import { DiffVerdict } from './diff-verdict.tsx';
import { FlameSection } from '../flame/flame-section.tsx';
import { Notice } from '../parts/notice.tsx';

interface DiffReportProps {
  readonly diff: Diff;
  readonly flamePath: string;
  /** Chooses other versions. */
  readonly chooser: ComponentChildren;
}

export function DiffReport({ diff, flamePath, chooser }: DiffReportProps) {
  const w = allWords();
  const functions = diff.axes.find(({ axis }) => axis === functionAxis);
  const hasChanged = functions?.changes.some(({ change }) => change === 'changed') ?? false;
  return (
    <>
      {diff.recorded && (
        <Notice tone="warn">
          <p>{w.recordedExplained}</p>
        </Notice>
      )}
      <DiffIncidents diff={diff} />
      <DiffVerdict diff={diff} />
      <DiffNext diff={diff} />
      <Basis diff={diff} chooser={chooser} />
      <DiffLimits diff={diff} />
      <FlameSection
        // With further captures the graph is another one.
        key={`${flamePath} ${diff.baseline_replicates.length} ${diff.head_replicates.length}`}
        sources={[{ name: '', path: flamePath }]}
        judged={functions}
        isOpenAtFirst={hasChanged}
      />
      <DiffAxes key={`axes ${flamePath}`} diff={diff} />
    </>
  );
}

function Basis({ diff, chooser }: Pick<DiffReportProps, 'diff' | 'chooser'>) {
  const w = allWords();
  const { line, captures, other } = w.comparison.basis;
  const { baseline, baseline_replicates: before, head, head_replicates: after } = diff;
  return (
    <details class="disclosure basis">
      <summary>{line(baseline.version, captures(1 + before.length), head.version, captures(1 + after.length))}</summary>
      <div class="basis-body">
        <DiffSides diff={diff} />
        <h3>{other}</h3>
        {chooser}
      </div>
    </details>
  );
}
