/** What a capture holds on one instance: a tile for each axis with its number, the builds, how much was measured. */
import { CaptureOverview as Overview } from '../../../src/control/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatCount, formatFigure, formatMeasure } from '../reading/format-number.ts';
import { hrefOf } from '../router.ts';
import { axisName } from '../words/axis-name.ts';
import { locale, words } from '../words/words.ts';
import { AnswerView } from './answer-view.tsx';
import { ServedText } from './served-text.tsx';
import { TableRegion } from './table-region.tsx';
import { Tag } from './tag.tsx';

interface CaptureOverviewProps {
  readonly requestId: string;
  readonly instance: string;
  /** Whether the page also shows other instances. */
  readonly showInstance: boolean;
}

export function CaptureOverview({ requestId, instance, showInstance }: CaptureOverviewProps) {
  const w = words();
  const { answer, reload } = useAnswer(
    hrefOf(`/api/profiling/captures/${encodeURIComponent(requestId)}/overview`, { instance }),
    Overview,
  );
  const title = showInstance ? w.overview.titleOn(instance) : w.overview.title;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {(overview) => (
          <>
            <Coverage overview={overview} />
            <ul class="tiles">
              {overview.axes.map((axis) => (
                <AxisTile key={axis.axis} axis={axis} />
              ))}
            </ul>
            <Builds builds={overview.builds} title={showInstance ? w.overview.buildsOn(instance) : w.overview.builds} />
          </>
        )}
      </AnswerView>
    </section>
  );
}

function Coverage({ overview: { axes, measured_sec, requested_sec } }: { readonly overview: Overview }) {
  const w = words();
  const complete = axes.filter(({ state }) => state === 'complete').length;
  const figure = (sec: number): string => formatFigure(sec, locale.value);
  return (
    <p class="measure">
      {w.overview.coverage(complete, axes.length)} {w.overview.window(figure(measured_sec), figure(requested_sec))}
    </p>
  );
}

function AxisTile({ axis: { axis, state, why, keys, total } }: { readonly axis: Overview['axes'][number] }) {
  const w = words();
  return (
    <li class="tile">
      <span class="small">{axisName(axis)}</span>
      <strong class="figure">
        {total !== undefined && formatMeasure(total.value, total.unit, locale.value)}
        {keys !== undefined && w.overview.keys(keys, formatCount(keys, locale.value))}
        {state === 'missing' && w.time.none}
      </strong>
      {state !== 'complete' && (
        <span class="small">
          <Tag tone="warn">{w.diff.axis.states[state]}</Tag>
          {why.map((one) => (
            <span key={one} class="block">
              <ServedText text={one} />
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

function Builds({
  builds: { listed, unlisted_processes: unlisted },
  title,
}: {
  readonly builds: Overview['builds'];
  readonly title: string;
}) {
  const w = words();
  return (
    <>
      <h3>{title}</h3>
      <TableRegion name={title}>
        <thead>
          <tr>
            <th scope="col">{w.overview.executable}</th>
            <th scope="col">{w.overview.hash}</th>
            <th scope="col" class="number">
              {w.processes.title}
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ exe_path: exe, exe_sha256: hash, build_id: build, processes }) => (
            <tr key={`${exe} ${hash}`}>
              <th scope="row" class="cell-text mono break">
                {exe}
              </th>
              <td class="mono small">
                <span title={hash}>{hash.slice(0, 16)}</span>
                {build !== undefined && <span class="faint block break">{w.overview.buildId(build)}</span>}
              </td>
              <td class="number figure">{formatCount(processes, locale.value)}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      {unlisted > 0 && <p class="small faint">{w.overview.unlisted(unlisted, formatCount(unlisted, locale.value))}</p>}
    </>
  );
}
