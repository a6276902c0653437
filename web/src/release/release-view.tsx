/** One release on one page: what the comparison says, beside it what metrics show, and what happened in those hours. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { navigate, place } from '../browser/router.ts';
import type { Target } from '../captures/find-replicates-due.ts';
import { useReloadOnIncident } from '../diff/use-reload-on-incident.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { allWords } from '../words/words.ts';
import { MomentNote } from './moment-note.tsx';
import { ReleaseAnswer } from './release-answer.tsx';
import { ReleaseMetrics } from './release-metrics.tsx';
import { periodAround, readAround } from './release-period.ts';
import { ReleaseTimeline } from './release-timeline.tsx';
import { rememberChoice } from './remembered-questions.ts';
import { ofTarget, type TargetName } from './target-paths.ts';
import { type Moment, useMoment } from './use-moment.ts';
import { useHappenings, useMarks } from './use-happenings.ts';

interface ReleaseViewProps {
  readonly target: TargetName;
  readonly version: string;
  /** Its captured versions, the one deployed last first. */
  readonly versions: Target['versions'];
}

export function ReleaseView({ target, version, versions }: ReleaseViewProps) {
  const { app } = allWords();
  const diff = useAnswer(ofTarget('/api/profiling/diff/summary', target, { to: version }), ComparisonSummary);
  const compared = diff.answer.state === 'ready' ? diff.answer.value : undefined;
  useReloadOnIncident(compared, diff.reload);
  useReloadOnCapture(versions, diff.reload);
  const at = versions.findIndex((one) => one.version === version);
  const head = versions[at]?.head?.request_id ?? compared?.head.request_id;
  const moment = useMoment(target, version, head);
  const previous = compared?.baseline.version ?? (at === -1 ? undefined : versions[at + 1]?.version);
  return (
    <>
      {moment.answer.state === 'ready' && <MomentNote moment={moment.answer.value} {...{ target, version }} />}
      {moment.answer.state === 'failed' && <FailureNotice failure={moment.answer.failure} onAgain={moment.reload} />}
      <div class="release">
        <ReleaseAnswer target={target} version={version} answer={diff.answer} onAgain={diff.reload} />
        {moment.answer.state === 'loading' && (
          <p class="loading" role="status">
            {app.loading}
          </p>
        )}
        {moment.answer.state === 'ready' && moment.answer.value.by !== 'none' && (
          <Hours target={target} versions={{ version, previous }} moment={moment.answer.value} />
        )}
      </div>
    </>
  );
}

interface HoursProps {
  readonly target: TargetName;
  readonly versions: { readonly version: string; readonly previous: string | undefined };
  readonly moment: Exclude<Moment, { readonly by: 'none' }>;
}

function Hours({ target, versions, moment: { by, at } }: HoursProps) {
  const { query } = place.value;
  const [nowMs, setNow] = useState(Date.now);
  const atMs = Date.parse(at);
  const length = readAround(query.get('around'));
  const period = periodAround(atMs, length, nowMs);
  const happenings = useHappenings(target, versions, period);
  const marks = useMarks(happenings, period, { atMs, version: versions.version });
  const given = query.get('questions');
  return (
    <>
      <ReleaseMetrics
        workload={target.workload}
        given={given === null ? undefined : given.split(',').filter((id) => id !== noQuestion)}
        length={length}
        around={{ period, marks, atMs, by }}
        onChoose={(ids) => {
          rememberChoice(target.workload, ids);
          rewrite('questions', ids?.length === 0 ? noQuestion : ids?.join(','));
        }}
        onLength={(next) => {
          setNow(Date.now());
          rewrite('around', next);
        }}
        onAgain={() => setNow(Date.now())}
      />
      <ReleaseTimeline period={period} happenings={happenings} />
    </>
  );
}

/** In the address, where no question is chosen: unlike an address that names none, it is a choice. */
const noQuestion = 'none';

function rewrite(name: string, value: string | undefined): void {
  const { path, query } = place.peek();
  const written = new URLSearchParams(query);
  if (value === undefined) written.delete(name);
  else written.set(name, value);
  navigate(`${path}?${written.toString()}`, { replace: true });
}

/** A capture that ended may be the one that the comparison lacked. */
function useReloadOnCapture(versions: ReleaseViewProps['versions'], reload: () => void): void {
  const taken = versions.reduce((sum, { captures }) => sum + captures, 0);
  const known = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (known.current !== undefined && taken > known.current) reload();
    known.current = taken;
  }, [taken, reload]);
}
