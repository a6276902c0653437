/** One row for each process and environment: its versions in order, what can be compared, and what is missing. */
import type { CapturedVersions } from '../../../src/control/api.ts';
import { captureHref, diffHref } from '../addresses.ts';
import type { Answer } from '../edge/use-answer.ts';
import {
  findComparison,
  findReplicatesDue,
  type CapturedVersion,
  type Target,
} from '../reading/find-replicates-due.ts';
import { words } from '../words/words.ts';
import { AnswerView } from './answer-view.tsx';
import { ReplicateOffer } from './replicate-offer.tsx';
import { TableRegion } from './table-region.tsx';
import { When } from './when.tsx';

/** Versions of a row that are shown; the rest is counted. */
const shownVersions = 4;

interface TargetTableProps {
  readonly answer: Answer<CapturedVersions>;
  readonly onAgain: () => void;
  readonly onQueued: () => void;
}

/** Nothing before the first capture: the empty log says what to do. */
export function TargetTable({ answer, onAgain, onQueued }: TargetTableProps) {
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
                  <th scope="col">{w.profiling.targets.versions}</th>
                  <th scope="col">{w.profiling.targets.comparison}</th>
                  <th scope="col">{w.profiling.targets.replicates}</th>
                </tr>
              </thead>
              <tbody>
                {targets.map((target) => (
                  <Row key={JSON.stringify([target.workload, target.env])} target={target} onQueued={onQueued} />
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

function Row({ target, onQueued }: { readonly target: Target; readonly onQueued: () => void }) {
  const w = words();
  const due = findReplicatesDue(target);
  const isMeasured = target.versions.some(({ head }) => head !== undefined);
  return (
    <tr>
      <th scope="row" class="nowrap">
        <span class="mono">{target.workload}</span>
        {target.env !== '' && <span class="small faint block">{target.env}</span>}
      </th>
      <td class="cell-text">
        <Versions versions={target.versions} />
      </td>
      <td class="cell-text cell-wide">
        <ComparisonState target={target} />
      </td>
      <td class="cell-text">
        {due !== undefined && <ReplicateOffer due={due} onQueued={onQueued} />}
        {due === undefined && (isMeasured ? w.profiling.targets.enough : w.time.none)}
      </td>
    </tr>
  );
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

function ComparisonState({ target }: { readonly target: Target }) {
  const w = words();
  const { workload, env } = target;
  const state = findComparison(target);
  if (state.is === 'none') return <span class="faint">{w.profiling.targets.recordedOnly}</span>;
  if (state.is === 'first') return <>{w.profiling.targets.first(state.version)}</>;
  const { from, to, hasNoiseFloor } = state;
  return (
    <>
      <a href={diffHref({ workload, env, from, to })}>{w.profiling.targets.compare(from, to)}</a>
      <span class="small faint block">
        {hasNoiseFloor ? w.profiling.targets.withFloor : w.profiling.targets.withoutFloor}
      </span>
    </>
  );
}
