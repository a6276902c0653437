/** The last versions of a process with their CPU time, and what was reported beside them. Loaded when it is unfolded. */
import { MarkerList as Markers, type ProfilingVerdicts } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { drawSparkline } from './draw-sparkline.ts';
import type { Target } from './find-replicates-due.ts';
import { formatNanoseconds } from '../reading/format-number.ts';
import { placeMarkers } from './place-markers.ts';
import { hrefOf } from '../browser/router.ts';
import { allWords, loadLaterWords, locale } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { MarkerList } from './marker-list.tsx';

type CpuSeries = NonNullable<ProfilingVerdicts['targets'][number]['cpu']>;

interface TargetTimelineProps {
  /** Undefined: there are no figures, and no line on which markers could lie. */
  readonly cpu: CpuSeries | undefined;
  readonly target: Target;
}

const shown = 20;
const size = { width: 240, height: 48, margin: 3 };

/** With the words that it needs, which the Profiling page does not load. */
export async function loadTimeline(): Promise<typeof TargetTimeline> {
  await loadLaterWords();
  return TargetTimeline;
}

function TargetTimeline({ cpu, target: { workload, env, versions } }: TargetTimelineProps) {
  const w = allWords();
  const path = hrefOf('/api/markers', { workload, limit: String(shown) });
  // An environment without a name is a filter too, which an address of the page leaves out.
  const { answer, reload } = useAnswer(`${path}&env=${encodeURIComponent(env)}`, Markers, 'marker');
  return (
    <>
      {cpu !== undefined && (
        <>
          <Figures cpu={cpu} />
          <h3 class="small">{w.profiling.targets.reported}</h3>
        </>
      )}
      <AnswerView answer={answer} onAgain={reload}>
        {({ markers, next_cursor: more }) =>
          markers.length === 0 ? (
            <p class="small faint">{w.markers.none}</p>
          ) : (
            <>
              {cpu !== undefined && <Line cpu={cpu} versions={versions} markers={markers} />}
              <MarkerList markers={markers} />
              {more !== undefined && <p class="small faint">{w.markers.more}</p>}
            </>
          )
        }
      </AnswerView>
    </>
  );
}

function Figures({ cpu: { per, versions } }: { readonly cpu: CpuSeries }) {
  const w = allWords();
  const { cpu: names, notMeasured } = w.profiling.targets;
  return (
    <table class="figures">
      <caption class="small faint">
        {names[per]}
        {per === 'second' && ` ${w.markers.noWork}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{w.profiling.form.version}</th>
          <th scope="col" class="number">
            CPU
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ version, ms }) => (
          <tr key={version}>
            <th scope="row">{version}</th>
            <td class="number figure nowrap">
              {ms === undefined ? notMeasured : formatNanoseconds(ms * 1e6, locale.value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly cpu: CpuSeries;
  readonly versions: Target['versions'];
  readonly markers: Markers['markers'];
}

/** Hidden from assistive technology: the table above and the list below have all of it. */
function Line({ cpu, versions, markers }: LineProps) {
  const { lines, points } = drawSparkline(
    cpu.versions.map(({ ms }) => ms),
    size,
  );
  const placed = placeMarkers(
    markers,
    cpu.versions.map(({ version }) => ({
      version,
      latest_at: versions.find((one) => one.version === version)?.latest_at,
    })),
    size,
  );
  return (
    <svg class="sparkline sparkline-marked" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <line x1="0" x2={size.width} y1={size.height - 1} y2={size.height - 1} />
      {placed.map(({ id, kind, x }) => (
        <line key={id} class={`mark-${kind}`} x1={x} x2={x} y1="0" y2={size.height} />
      ))}
      {lines.map((line) => (
        <polyline key={line} points={line} />
      ))}
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={size.margin - 1} />
      ))}
    </svg>
  );
}
