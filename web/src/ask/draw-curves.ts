/** Where curves over time lie in a drawing, with the ticks of both axes. Pure. */
import type { Curve } from './ask-answer.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Tick {
  readonly at: number;
  readonly value: number;
}

export interface DrawnCurves {
  /** For each curve the texts of points of its runs without a gap. A single point is a run of itself twice. */
  readonly lines: readonly (readonly string[])[];
  /** Values are seconds since the epoch. */
  readonly times: readonly Tick[];
  readonly values: readonly Tick[];
  /** Of the times that have a value. */
  readonly span: Range;
}

/** Undefined where no curve has a value. */
export function drawCurves(curves: readonly Curve[], frame: Frame): DrawnCurves | undefined {
  const time = rangeOf(curves, 0);
  const value = rangeOf(curves, 1);
  if (time === undefined || value === undefined) return undefined;
  const ticks = niceTicks(Math.min(0, value.least), value.most, 5);
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)];
  const x = scale(time.least, time.most, frame.left, frame.width - frame.right);
  const y = scale(lowest, highest, frame.height - frame.bottom, frame.top);
  const columns = frame.width - frame.left - frame.right;
  return {
    lines: curves.map(({ points }) => runsOf(points).flatMap((run) => lineOf(thin(run, time, columns), x, y))),
    times: timeTicks(time.least, time.most).map((one) => ({ at: x(one), value: one })),
    values: ticks.map((one) => ({ at: y(one), value: one })),
    span: time,
  };
}

type Known = readonly [number, number];
interface Range {
  readonly least: number;
  readonly most: number;
}

/** Undefined where there is no value. */
export function extentOf(values: Iterable<number>): Range | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least > most ? undefined : { least, most };
}

/** Points without a value do not count. */
function rangeOf(curves: readonly Curve[], at: 0 | 1): Range | undefined {
  return extentOf(
    curves.flatMap(({ points }) =>
      points.flatMap(([time, value]) => (value === undefined ? [] : [at === 0 ? time : value])),
    ),
  );
}

/** A range without width is drawn in the middle. */
function scale(least: number, most: number, from: number, to: number): (value: number) => number {
  if (least === most) return () => round((from + to) / 2);
  return (value) => round(from + ((value - least) / (most - least)) * (to - from));
}

function runsOf(points: Curve['points']): Known[][] {
  const runs: Known[][] = [[]];
  for (const [at, value] of points) {
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push([at, value]);
  }
  return runs.filter((run) => run.length > 0);
}

/** At most the first, lowest, highest and last of the points of each column of pixels, which look the same as all. */
function thin(run: readonly Known[], { least, most }: Range, columns: number): readonly Known[] {
  if (run.length <= 4 * columns) return run;
  const kept: Known[] = [];
  let column: Known[] = [];
  let current = -1;
  for (const point of run) {
    const at = Math.floor(((point[0] - least) / (most - least)) * columns);
    if (at !== current) {
      kept.push(...outlineOf(column));
      column = [];
      current = at;
    }
    column.push(point);
  }
  return [...kept, ...outlineOf(column)];
}

function outlineOf(column: readonly Known[]): Known[] {
  const [first] = column;
  if (first === undefined) return [];
  let [lowest, highest] = [first, first];
  for (const point of column) {
    if (point[1] < lowest[1]) lowest = point;
    if (point[1] > highest[1]) highest = point;
  }
  const chosen = new Set([first, lowest, highest, column.at(-1) ?? first]);
  return [...chosen].toSorted((one, other) => one[0] - other[0]);
}

function lineOf(run: readonly Known[], x: (at: number) => number, y: (value: number) => number): string[] {
  const drawn = run.map(([at, value]) => `${x(at)},${y(value)}`);
  return [drawn.length === 1 ? `${drawn[0]} ${drawn[0]}` : drawn.join(' ')];
}

/** Round values, the first not above `least` and the last not below `most`. */
export function niceTicks(least: number, most: number, wanted: number): number[] {
  const span = most - least || Math.abs(most) || 1;
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

const timeSteps = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000];
const wantedTimes = 6;

function timeTicks(least: number, most: number): number[] {
  if (least === most) return [least];
  const step = timeSteps.find((one) => (most - least) / one <= wantedTimes) ?? (most - least) / wantedTimes;
  const ticks: number[] = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) ticks.push(at);
  return ticks;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
