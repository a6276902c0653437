/** CPU time by version, oldest first: a line, the latest figure, and all figures as a table. */
import type { ProfilingVerdicts } from '../../../src/control/api.ts';
import { drawSparkline } from '../reading/draw-sparkline.ts';
import { formatNanoseconds } from '../reading/format-number.ts';
import { locale, words } from '../words/words.ts';

type CpuSeries = NonNullable<ProfilingVerdicts['targets'][number]['cpu']>;

const size = { width: 120, height: 32, margin: 3 };

export function CpuSparkline({ cpu: { per, versions } }: { readonly cpu: CpuSeries }) {
  const w = words();
  const figure = (ms: number | undefined): string =>
    ms === undefined ? w.profiling.targets.notMeasured : formatNanoseconds(ms * 1e6, locale.value);
  const { lines, points } = drawSparkline(
    versions.map(({ ms }) => ms),
    size,
  );
  const last = points.at(-1);
  const latest = versions.findLast(({ ms }) => ms !== undefined);
  const name = w.profiling.targets.cpu[per];
  const figures = versions.map(({ version, ms }) => `${version} ${figure(ms)}`);
  return (
    <div class="cpu">
      <svg
        class="sparkline"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${name}: ${figures.join(', ')}`}
      >
        <line x1="0" x2={size.width} y1={size.height - 1} y2={size.height - 1} />
        {lines.map((line) => (
          <polyline key={line} points={line} />
        ))}
        {last !== undefined && <circle cx={last.x} cy={last.y} r={size.margin} />}
      </svg>
      <span class="block nowrap">
        <strong class="figure">{figure(latest?.ms)}</strong> <span class="small faint">{latest?.version}</span>
      </span>
      <span class="small faint block">{w.verdict.per[per]}</span>
      <details class="disclosure">
        <summary>{w.profiling.targets.figures}</summary>
        <table class="figures">
          <caption class="small faint">
            {name}
            {per === 'second' && ` ${w.profiling.targets.noWork}`}
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
                <td class="number figure nowrap">{figure(ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
