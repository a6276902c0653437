/** What happened while curves were measured, over their chart: deploys as lines, incidents as bands, captures as points. */
import type uPlot from 'uplot';
import type { Span } from './plot-options.ts';

/** Seconds since the epoch. */
export interface Marks {
  /** What the chart reaches over. */
  readonly span: Span;
  /** `isMain`: the one that the chart is about. */
  readonly deploys: readonly { readonly at: number; readonly label: string; readonly isMain: boolean }[];
  readonly incidents: readonly Span[];
  readonly captures: readonly number[];
}

/** Where the curves lie in the chart, in CSS pixels, and the times at its sides. */
export interface Frame extends Span {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function frameOf({ over, scales }: uPlot): Frame {
  const { min = 0, max = 0 } = scales['x'] ?? {};
  const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = over;
  return { left, top, width, height, least: min ?? 0, most: max ?? 0 };
}

/** Hidden from assistive technology, as the drawing below: the page lists them as text, too. */
export function ChartMarks({ marks, frame }: { readonly marks: Marks; readonly frame: Frame }) {
  const { least, most } = frame;
  const place = {
    left: `${frame.left}px`,
    top: `${frame.top}px`,
    width: `${frame.width}px`,
    height: `${frame.height}px`,
  };
  const share = (at: number): number => (at - least) / (most - least);
  const isShown = (at: number): boolean => at >= least && at <= most;
  const percent = (part: number): string => `${Math.min(1, Math.max(0, part)) * 100}%`;
  return (
    <div class="chart-marks" aria-hidden="true" style={place}>
      {marks.incidents
        .filter((one) => one.least <= most && one.most >= least)
        .map((one) => (
          <i
            key={`incident ${one.least}`}
            class="chart-incident"
            style={{ left: percent(share(one.least)), right: percent(1 - share(one.most)) }}
          />
        ))}
      {marks.captures.filter(isShown).map((at) => (
        <i key={`capture ${at}`} class="chart-capture" style={{ left: percent(share(at)) }} />
      ))}
      {marks.deploys
        .filter(({ at }) => isShown(at))
        .map(({ at, label, isMain }) => (
          <i
            key={`deploy ${at} ${label}`}
            class={isMain ? 'chart-deploy chart-deploy-main' : 'chart-deploy'}
            style={{ left: percent(share(at)) }}
          >
            <span class={share(at) > 0.6 ? 'chart-label chart-label-left' : 'chart-label'}>{label}</span>
          </i>
        ))}
    </div>
  );
}
