/** What changed between two versions of one process. The headline first, then what it rests on. */
import { CapturedVersions } from '../../../src/control/api.ts';
import { Diff } from '../../../profiler/witness/diff.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { DiffAxes } from '../parts/diff-axes.tsx';
import { DiffChooser } from '../parts/diff-chooser.tsx';
import { DiffVerdict } from '../parts/diff-verdict.tsx';
import { DiffSides } from '../parts/diff-sides.tsx';
import { FlameSection } from '../parts/flame-section.tsx';
import { RecordedTag } from '../parts/capture-status.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { RemovedText } from '../parts/removed-text.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { formatFigure } from '../reading/format-number.ts';
import { place } from '../router.ts';
import { locale, words } from '../words/words.ts';

export function DiffPage() {
  const w = words();
  const { workload, env = '', from, to } = Object.fromEntries(place.value.query);
  const captured = useAnswer('/api/profiling/versions', CapturedVersions, 'capture');
  const path = workload === undefined ? undefined : diffPath({ workload, env, from, to });
  const diff = useAnswer(path, Diff);

  return (
    <>
      {workload === undefined && <PageHead title={w.diff.title} lede={w.diff.pick} />}
      {path !== undefined && <ReportHead answer={diff.answer} />}
      <AnswerView answer={captured.answer} onAgain={captured.reload}>
        {({ targets }) => <DiffChooser targets={targets} chosen={{ workload, env, from, to }} />}
      </AnswerView>
      {path !== undefined && !isNothingToCompare(diff.answer) && (
        <AnswerView answer={diff.answer} onAgain={diff.reload}>
          {(value) => <DiffReport diff={value} flamePath={path.replace('/diff?', '/diff/flame?')} />}
        </AnswerView>
      )}
      {diff.answer.state === 'failed' && isNothingToCompare(diff.answer) && (
        <Notice tone="info" role="status">
          {diff.answer.failure.facts.removed === undefined ? (
            <p>
              <ServedText text={diff.answer.failure.message} code={diff.answer.failure.facts.code} of="refusal" />
            </p>
          ) : (
            <RemovedText removed={diff.answer.failure.facts.removed} />
          )}
        </Notice>
      )}
    </>
  );
}

/** The first version of a process has nothing before it: a fact to tell, not an error. */
function isNothingToCompare(answer: Answer<Diff>): boolean {
  if (answer.state !== 'failed') return false;
  const { code } = answer.failure.facts;
  return code === 'no_head' || code === 'no_baseline' || code === 'capture_removed';
}

/** `env` is sent even when empty: an empty label is one like any other. */
function diffPath(choice: { workload: string; env: string; from: string | undefined; to: string | undefined }): string {
  const query = new URLSearchParams({ workload: choice.workload, env: choice.env });
  if (choice.from !== undefined) query.set('from', choice.from);
  if (choice.to !== undefined) query.set('to', choice.to);
  return `/api/profiling/diff?${query.toString()}`;
}

function ReportHead({ answer }: { readonly answer: Answer<Diff> }) {
  const w = words();
  if (answer.state !== 'ready') return <PageHead title={w.diff.title} />;
  const { workload, env, baseline, head, recorded } = answer.value;
  return (
    <PageHead title={`${workload}: ${w.diff.titleOf(baseline.version, head.version)}`}>
      {env !== '' && <span class="faint">{env}</span>}
      {recorded && <RecordedTag />}
    </PageHead>
  );
}

function DiffReport({ diff, flamePath }: { readonly diff: Diff; readonly flamePath: string }) {
  const w = words();
  return (
    <>
      {diff.recorded && (
        <Notice tone="warn">
          <p>{w.recordedExplained}</p>
        </Notice>
      )}
      <DiffVerdict diff={diff} />
      <DiffSides diff={diff} />
      <p class="measure">
        {diff.load_factor === undefined
          ? w.diff.loadNone
          : w.diff.loadText(formatFigure(diff.load_factor, locale.value))}
      </p>
      <p class="measure">{diff.identity_basis.sentences[locale.value === 'pt-BR' ? 'pt-BR' : 'en']}</p>
      {diff.caveats.length > 0 && (
        <Notice tone="warn">
          <p>
            <strong>{w.diff.caveats}</strong>
          </p>
          <ul>
            {diff.caveats.map((caveat) => (
              <li key={caveat}>
                <ServedText text={caveat} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <FlameSection key={flamePath} sources={[{ name: '', path: flamePath }]} />
      <DiffAxes diff={diff} />
    </>
  );
}
