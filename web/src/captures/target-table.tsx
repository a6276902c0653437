/** One row for each process and environment: its versions in order, the last verdict, their CPU time, and what is missing. */
import type { CapturedVersions } from '../../../src/control/api/api.ts';
import { captureHref, releaseHref } from '../browser/addresses.ts';
import type { Answer } from '../edge/use-answer.ts';
import { type CapturedVersion, findClosedWithout, findReplicatesDue, type Target } from './find-replicates-due.ts';
import { isProfilerEnabled } from '../edge/session.ts';
import { formatHour } from '../reading/format-time.ts';
import { locale, words } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { TargetCpu } from './target-cpu.tsx';
import { LastVerdict, type TargetVerdict } from './last-verdict.tsx';
import { ReplicateOffer } from './replicate-offer.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

/** Versions of a row that are shown; the rest is counted. */
const shownVersions = 4;

interface TargetTableProps {
  readonly answer: Answer<CapturedVersions>;
  readonly verdicts: readonly TargetVerdict[];
  readonly onAgain: () => void;
  readonly onQueued: () => void;
}

/** Nothing before the first capture: the empty log says what to do. */
export function TargetTable({ answer, verdicts, onAgain, onQueued }: TargetTableProps) {
  const w = words();
  if (answer.state === 'ready' && answer.value.targets.length === 0) return null;
  return (
    <section aria-labelledby="targets-title">
      <h2 id="targets-title">{w.profiling.targets.title}</h2>
      <AnswerView answer={answer} onAgain={onAgain}>
        {({ targets, complete }) => (
          <>
            <TableRegion name={w.profiling.targets.title}>
              <thead>
                <tr>
                  <th scope="col">{w.profiling.form.workload}</th>
                  <th scope="col">{w.profiling.targets.comparison}</th>
                  <th scope="col">{w.profiling.targets.versions}</th>
                  <th scope="col">{w.profiling.targets.cpuTitle}</th>
                  <th scope="col">{w.profiling.targets.replicates}</th>
                </tr>
              </thead>
              <tbody>
                {targets.map((target) => (
                  <Row
                    key={JSON.stringify([target.workload, target.env])}
                    target={target}
                    verdict={verdicts.find((one) => one.workload === target.workload && one.env === target.env)}
                    onQueued={onQueued}
                  />
                ))}
              </tbody>
            </TableRegion>
            <p class="small faint measure">{w.profiling.due.why}</p>
            {!complete && <p class="small faint">{w.profiling.targets.incomplete}</p>}
          </>
        )}
      </AnswerView>
    </section>
  );
}

interface RowProps {
  readonly target: Target;
  readonly verdict: TargetVerdict | undefined;
  readonly onQueued: () => void;
}

function Row({ target, verdict, onQueued }: RowProps) {
  return (
    <tr>
      <th scope="row" class="nowrap">
        <span class="mono">{target.workload}</span>
        {target.env !== '' && <span class="small faint block">{target.env}</span>}
      </th>
      <td class="cell-text cell-wide">
        <LastVerdict target={target} verdict={verdict} />
        <ReleaseLink target={target} />
      </td>
      <td class="cell-text">
        <Versions versions={target.versions} />
      </td>
      <td>
        <TargetCpu verdict={verdict} target={target} />
      </td>
      <td class="cell-text">
        <Replicates target={target} onQueued={onQueued} />
      </td>
    </tr>
  );
}

/** Of the version that was measured last. */
function ReleaseLink({ target: { workload, env, versions } }: Pick<RowProps, 'target'>) {
  const { release } = words().profiling.targets;
  const version = versions.find(({ head }) => head !== undefined)?.version;
  if (version === undefined) return null;
  return (
    <a
      class="small cell-link"
      href={releaseHref(workload, env, version)}
      aria-label={`${release(version)}, ${workload}`}
    >
      {release(version)}
    </a>
  );
}

function Replicates({ target, onQueued }: Pick<RowProps, 'target' | 'onQueued'>) {
  const w = words();
  const due = findReplicatesDue(target);
  if (due !== undefined && isProfilerEnabled()) return <ReplicateOffer due={due} onQueued={onQueued} />;
  const closed = findClosedWithout(target);
  if (closed !== undefined) {
    const { version, at } = closed;
    return <span class="small">{w.profiling.due.closed(version, formatHour(at, locale.value))}</span>;
  }
  const isMeasured = target.versions.some(({ head }) => head !== undefined);
  return <>{isMeasured ? w.profiling.targets.enough : w.time.none}</>;
}

/** Oldest first, as they were shipped. */
function Versions({ versions }: { readonly versions: readonly CapturedVersion[] }) {
  const w = words();
  const shown = versions.slice(0, shownVersions).toReversed();
  const earlier = versions.length - shown.length;
  return (
    <>
      <ol class="versions">
        {earlier > 0 && <li class="small faint">{w.profiling.targets.earlier(earlier)}</li>}
        {shown.map(({ version, head, recorded }) => (
          <li key={version}>
            {head === undefined ? version : <a href={captureHref(head.request_id)}>{version}</a>}
            {recorded && <span class="small faint"> ({w.recorded})</span>}
          </li>
        ))}
      </ol>
      <span class="small faint block">
        <When at={versions[0]?.latest_at} />
      </span>
    </>
  );
}
