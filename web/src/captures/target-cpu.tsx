/**
 * CPU time by version, oldest first: a line, the latest figure, and, unfolded, all figures with deploys and incidents.
 * Without figures it says why there is no line.
 */
import { useState } from 'preact/hooks';
import { drawSparkline } from './draw-sparkline.ts';
import type { Target } from './find-replicates-due.ts';
import { formatNanoseconds } from '../reading/format-number.ts';
import { locale, words } from '../words/words.ts';
import type { TargetVerdict } from './last-verdict.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';

type CpuSeries = NonNullable<TargetVerdict['cpu']>;

const timeline = lazyPage(async () => (await import('./target-timeline.tsx')).loadTimeline());

const size = { width: 120, height: 32, margin: 3 };

interface TargetCpuProps {
  readonly verdict: TargetVerdict | undefined;
  readonly target: Target;
}

export function TargetCpu({ verdict, target }: TargetCpuProps) {
  const w = words();
  if (verdict?.cpu !== undefined) return <CpuSparkline cpu={verdict.cpu} target={target} />;
  if (verdict === undefined || verdict.state === 'pending') return <>{w.time.none}</>;
  const { noCpu, cpuFailed } = w.profiling.targets;
  return (
    <div class="cpu">
      <span class="small faint block">{verdict.state === 'failed' ? cpuFailed : noCpu}</span>
      <Timeline cpu={undefined} target={target} />
    </div>
  );
}

interface CpuSparklineProps {
  readonly cpu: CpuSeries;
  readonly target: Target;
}

function CpuSparkline({ cpu, target }: CpuSparklineProps) {
  const w = words();
  const { per, versions } = cpu;
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
      <Timeline cpu={cpu} target={target} />
    </div>
  );
}

interface TimelineProps {
  readonly cpu: CpuSeries | undefined;
  readonly target: Target;
}

function Timeline({ cpu, target }: TimelineProps) {
  const { figures, reported } = words().profiling.targets;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{cpu === undefined ? reported : figures}</summary>
      {isOpen && <timeline.Page cpu={cpu} target={target} />}
    </details>
  );
}
