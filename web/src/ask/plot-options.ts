/** How a chart of curves over time is drawn: axes, ticks and lines, as uPlot takes them. */
import uPlot from 'uplot';
import type { Curve } from './ask-answer.ts';
import { chartColours, lineOf } from './curve-colours.ts';
import { formatValue } from './metric-unit.ts';

/** A curve, and its place among all of the answer, which gives its colour. */
export interface DrawnCurve {
  readonly curve: Curve;
  readonly at: number;
}

export interface PlotLook {
  readonly unit: string;
  readonly scheme: 'light' | 'dark';
  readonly language: string;
  readonly height: number;
}

/** Seconds since the epoch. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

const daySec = 86_400;
const binarySteps = Array.from({ length: 60 }, (_, power) => 2 ** (power - 4));

/** Times of all curves, then a column of values for each. `span`: what the chart reaches over, whatever the curves do. */
export function joinCurves(drawn: readonly DrawnCurve[], span: Span | undefined): uPlot.AlignedData {
  const columns = drawn.map(({ curve: { points } }): uPlot.AlignedData => [
    points.map(([at]) => at),
    points.map(([, value = null]) => value),
  ]);
  if (span === undefined) return uPlot.join(columns);
  // Two times without a value: their column is of no curve.
  const [times, ...values] = uPlot.join([
    ...columns,
    [
      [span.least, span.most],
      [null, null],
    ],
  ]);
  return [times, ...values.slice(0, -1)];
}

export function plotOptions(drawn: readonly DrawnCurve[], look: PlotLook, hooks: uPlot.Hooks.Arrays): uPlot.Options {
  const { unit, scheme, language, height } = look;
  const { ink, grid } = chartColours[scheme];
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    font: '12px sans-serif',
  };
  return {
    width: 720,
    height,
    padding: [12, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, setScale: true } },
    hooks,
    scales: { y: { range: (_plot, least, most) => uPlot.rangeNum(Math.min(0, least), most, 0.1, true) } },
    series: [
      {},
      ...drawn.map(({ curve, at }) => {
        const line = lineOf(at, scheme);
        return { label: curve.name, width: 1.75, ...line, points: { size: 5, fill: line.stroke } };
      }),
    ],
    axes: [
      { ...axis, size: 44, space: 72, values: (...[, at, , , step]) => labelTimes(at, step, language) },
      {
        ...axis,
        values: (_plot, values) => values.map((value) => formatValue(value, unit, language)),
        size: (_plot, labels) => 18 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)),
        ...(unit.startsWith('bytes') && { incrs: binarySteps }),
      },
    ],
  };
}

/** In the reader's zone. The first time of each day has its date below it. */
function labelTimes(at: readonly number[], stepSec: number, language: string): string[] {
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const clock = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(stepSec < 60 && { second: '2-digit' }),
  });
  const days = at.map((seconds) => day.format(seconds * 1000));
  if (stepSec >= daySec) return days;
  return at.map((seconds, place) => {
    const time = clock.format(seconds * 1000);
    return days[place] === days[place - 1] ? time : `${time}\n${days[place] ?? ''}`;
  });
}
