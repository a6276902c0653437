/** What changed between two versions of one process: the verdict, what to do, how sure it is, and then the evidence. */
import { releaseHref } from '../browser/addresses.ts';
import { useEffect, useRef } from 'preact/hooks';
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import { CapturedVersions } from '../../../src/control/api/api.ts';
import { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { findComparison, type Target } from '../captures/find-replicates-due.ts';
import { RecordedTag } from '../captures/capture-status.tsx';
import { DiffChooser } from '../diff/diff-chooser.tsx';
import { DiffReport } from '../diff/diff-report.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { RemovedText } from '../parts/removed-text.tsx';
import { followAddress, selectedRow, wantedRow } from '../parts/selected-row.ts';
import { ServedText } from '../parts/served-text.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import { useReloadOnIncident } from '../diff/use-reload-on-incident.ts';
import { useDiffPath } from '../diff/use-diff-path.ts';
import { place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';

export function DiffPage() {
  const w = allWords();
  const { query } = place.value;
  const captured = useAnswer('/api/profiling/versions', CapturedVersions, 'capture');
  const isOpen = !query.has('workload');
  const newest = captured.answer.state === 'ready' ? findNewest(captured.answer.value.targets) : undefined;
  const asked = isOpen && newest !== undefined ? newest : query;
  const { workload, env = '', from, to } = Object.fromEntries(asked);
  const [path, pin] = useDiffPath(asked);
  const diff = useAnswer(path, ComparisonSummary);
  const compared = diff.answer.state === 'ready' ? diff.answer.value : undefined;
  useEffect(() => {
    if (compared !== undefined) pin(compared);
  }, [compared, pin]);
  useReloadOnIncident(compared, diff.reload);
  useReloadOnCapture(compared, captured.answer, diff.reload);
  useEffect(() => {
    followAddress(query);
  }, [query]);
  useEffect(() => {
    // A link to a row leads to it; a link to a function unfolds the flame graph instead.
    if (query.has('row')) wantedRow.value = selectedRow.peek();
    return () => {
      wantedRow.value = undefined;
    };
  }, [path]);

  const chooser = (
    <AnswerView answer={captured.answer} onAgain={captured.reload}>
      {({ targets, complete }) => (
        <DiffChooser targets={targets} isComplete={complete} chosen={{ workload, env, from, to }} />
      )}
    </AnswerView>
  );
  return (
    <>
      {workload === undefined && <PageHead title={w.diff.title} lede={w.diff.pick} />}
      {path !== undefined && <ReportHead answer={diff.answer} />}
      {isOpen && path !== undefined && <div class="panel request">{chooser}</div>}
      {path !== undefined && !isNothingToCompare(diff.answer) && (
        <AnswerView answer={diff.answer} onAgain={diff.reload}>
          {(value) => (
            <DiffReport
              diff={value}
              flamePath={path.replace('/diff/summary?', '/diff/flame?')}
              onAgain={diff.reload}
              chooser={isOpen ? undefined : chooser}
            />
          )}
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
      {(path === undefined || diff.answer.state === 'failed') && (
        <section class="panel" aria-labelledby="choose-title">
          <h2 id="choose-title">{w.diff.choose}</h2>
          {chooser}
        </section>
      )}
    </>
  );
}

/** What asks for the newest comparison: of the process that was captured last, among those with two versions. */
function findNewest(targets: readonly Target[]): URLSearchParams | undefined {
  const found = targets.find((target) => findComparison(target).is === 'possible');
  return found && new URLSearchParams({ workload: found.workload, env: found.env });
}

/** A capture of either version that ended belongs to the comparison: it is read again. */
function useReloadOnCapture(
  compared: DiffSummary | undefined,
  captured: Answer<CapturedVersions>,
  reload: () => void,
): void {
  const known = useRef<number | undefined>(undefined);
  const targets = captured.state === 'ready' ? captured.value.targets : [];
  const target = targets.find(({ workload, env }) => workload === compared?.workload && env === compared.env);
  const sides = [compared?.baseline.version, compared?.head.version];
  const taken = target?.versions
    .filter(({ version }) => sides.includes(version))
    .reduce((sum, { captures }) => sum + captures, 0);
  useEffect(() => {
    if (known.current !== undefined && taken !== undefined && taken > known.current) reload();
    known.current = taken;
  }, [taken, reload]);
}

/** The first version of a process has nothing before it: a fact to tell, not an error. */
function isNothingToCompare(answer: Answer<DiffSummary>): boolean {
  if (answer.state !== 'failed') return false;
  const { code } = answer.failure.facts;
  return code === 'no_head' || code === 'no_baseline' || code === 'capture_removed';
}

function ReportHead({ answer }: { readonly answer: Answer<ComparisonSummary> }) {
  const w = allWords();
  if (answer.state !== 'ready') return <PageHead title={w.diff.title} />;
  const { workload, env, baseline, head, recorded } = answer.value;
  return (
    <PageHead title={`${workload}: ${w.diff.titleOf(baseline.version, head.version)}`}>
      {env !== '' && <span class="faint">{env}</span>}
      {recorded && <RecordedTag />}
      <ShareMenu diff={answer.value} />
      <a class="page-link" href={releaseHref(workload, env, head.version)}>
        {w.release.link}
      </a>
    </PageHead>
  );
}
