/** What a capture holds on one instance: a tile for each axis with its number, the builds, how much was measured. */
import type { ComponentChildren } from 'preact';
import { CaptureOverview as Overview } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatCount, formatFigure, formatMeasure } from '../reading/format-number.ts';
import { hrefOf } from '../browser/router.ts';
import { axisName, unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { orderTiles } from './order-tiles.ts';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag } from '../parts/tag.tsx';

interface CaptureOverviewProps {
  readonly requestId: string;
  readonly instance: string;
  /** Whether the page also shows other instances. */
  readonly showInstance: boolean;
  /** That the instance reports; 0 where it does not. */
  readonly probes: number;
  /** Between the tiles and the builds. */
  readonly children?: ComponentChildren;
}

export function CaptureOverview({ requestId, instance, showInstance, probes, children }: CaptureOverviewProps) {
  const w = allWords();
  const { answer, reload } = useAnswer(
    hrefOf(`/api/profiling/captures/${encodeURIComponent(requestId)}/overview`, { instance }),
    Overview,
  );
  const title = showInstance ? w.overview.titleOn(instance) : w.overview.title;
  return (
    <>
      <section aria-label={title}>
        <h2>{title}</h2>
        <AnswerView answer={answer} onAgain={reload}>
          {(overview) => (
            <>
              <Tiles overview={overview} />
              {overview.relatives_outside !== undefined && <Relatives of={overview.relatives_outside} />}
              <Coverage overview={overview} probes={probes} />
            </>
          )}
        </AnswerView>
      </section>
      {children}
      {answer.state === 'ready' && (
        <Builds builds={answer.value.builds} title={showInstance ? w.overview.buildsOn(instance) : w.overview.builds} />
      )}
    </>
  );
}

function Tiles({ overview: { axes, work_per_sec: workPerSec } }: { readonly overview: Overview }) {
  const w = allWords();
  const { shown, empty } = orderTiles(axes);
  return (
    <>
      <ul class="tiles">
        {shown.map((axis) => (
          <AxisTile key={axis.axis} axis={axis} workPerSec={workPerSec} />
        ))}
      </ul>
      {empty.length > 0 && <p class="small">{w.diff.nothingSeen(empty.map(axisName).join(', '))}</p>}
    </>
  );
}

function Relatives({ of: { count, pids } }: { readonly of: NonNullable<Overview['relatives_outside']> }) {
  const named = pids.join(', ');
  const text = pids.length < count ? `${named} (+${count - pids.length})` : named;
  return <p class="small measure">{allWords().overview.relatives(count, text)}</p>;
}

interface CoverageProps {
  readonly overview: Overview;
  readonly probes: number;
}

function Coverage({ overview, probes }: CoverageProps) {
  const w = allWords();
  const { axes, measured_sec: measured, requested_sec: requested, views, work_per_sec: work } = overview;
  const complete = axes.filter(({ state }) => state === 'complete').length;
  const figure = (value: number): string => formatFigure(value, locale.value);
  return (
    <p class="small measure">
      {w.overview.coverage(complete, axes.length)} {w.overview.window(figure(measured), figure(requested))}{' '}
      {w.overview.counted(views, probes)} {work === undefined ? w.overview.noWork : w.overview.work(figure(work))}
    </p>
  );
}

interface AxisTileProps {
  readonly axis: Overview['axes'][number];
  readonly workPerSec: number | undefined;
}

function AxisTile({ axis: { axis, state, why, hints = [], keys, total }, workPerSec }: AxisTileProps) {
  const w = allWords();
  const measure = (value: number, unit: string): string => formatMeasure(value, unit, locale.value);

  return (
    <li class="tile">
      <span class="small">{axisName(axis)}</span>
      <strong class="figure">
        {total !== undefined && measure(total.value, unitName(total.unit))}
        {keys !== undefined && w.overview.keys(formatCount(keys, locale.value))}
        {state === 'missing' && w.time.none}
      </strong>
      {total !== undefined && workPerSec !== undefined && total.unit.endsWith('/s') && (
        <span class="small faint figure">
          {w.overview.perWork(measure(total.value / workPerSec, unitName(total.unit).slice(0, -2)))}
        </span>
      )}
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
      {hints.length > 0 && (
        <details class="disclosure small">
          <summary>{w.overview.hints}</summary>
          {hints.map((one) => (
            <p key={one} class="break">
              <ServedText text={one} />
            </p>
          ))}
        </details>
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
  const w = allWords();
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
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
    </section>
  );
}
