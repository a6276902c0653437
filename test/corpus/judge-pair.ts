/** What a comparison says of a pair, beside what was changed and what was measured from outside. */
import type { AxisDiff, Change, Diff } from '../../profiler/witness/diff/diff.ts';
import type { Verdict } from '../../profiler/witness/diff/verdict.ts';
import { type Figure, type Outside, readFigure } from './outside.ts';
import type { Pair } from './pair.ts';
import type { StoredPair } from './stored-pair.ts';

export type Size =
  /** After over before, measured from outside, lies in the interval of the comparison. */
  | 'holds'
  | 'misses'
  /** The comparison has no interval of it: the axis is not compared, or one side has none and the amounts agree. */
  | 'not said';

export interface JudgedPair {
  /** The cause that the lead names; `none` where it names none. */
  readonly named: string;
  readonly size: Size;
}

export function judgePair(pair: Pair, { outside }: Pick<StoredPair, 'outside'>, diff: Diff): JudgedPair {
  const { answer } = diff.summary;
  const named = (answer?.names_cause === true ? answer.causes[0]?.id : undefined) ?? 'none';
  const [before, after] = [outside.before, outside.after].map((windows) => meanOf(pair.size.figure, windows));
  const measured = { before: before ?? 0, after: after ?? 0 };
  const { figure } = pair.size;
  return {
    named,
    size: figure === 'response_ms_p50' ? sizeOfTime(diff, measured) : sizeOf(verdictOf(figure, diff), measured),
  };
}

export function meanOf(figure: Figure, windows: readonly Outside[]): number {
  let sum = 0;
  for (const one of windows) sum += readFigure(figure, one);
  return sum / windows.length;
}

/**
 * What both measure is not quite the same: a request at either end of the window is in one of them only, and the kernel
 * reports CPU time by the hundredth of a second in which a process happened to run.
 */
const slack = 0.25;

interface Measured {
  readonly before: number;
  readonly after: number;
}

/** What a client needs itself is in both of its figures, and in none of the collector's: the difference is the same. */
const clientMs = 0.1;

/** Milliseconds; medians on both sides. */
function sizeOfTime({ axes }: Diff, { before, after }: Measured): Size {
  const row = axes.find(({ axis }) => axis === 'response_time')?.changes[0];
  const [a, b] = [row?.before, row?.after].map((side) =>
    side?.seen ? side.quantiles?.find(({ percent }) => percent === 50) : undefined,
  );
  if (a === undefined || b === undefined) return 'not said';
  const difference = (b.from - a.from) / 1e6;
  return Math.abs(difference - (after - before)) <= clientMs + slack * Math.abs(after - before) ? 'holds' : 'misses';
}

function sizeOf(verdict: Verdict | undefined, { before, after }: Measured): Size {
  const effect = verdict?.per_work ?? verdict?.per_second;
  if (effect === undefined || before === 0) return 'not said';
  const ratio = after / before;
  return ratio >= effect.low * (1 - slack) && ratio <= effect.high * (1 + slack) ? 'holds' : 'misses';
}

/** Which row of a comparison is about the figure; undefined of what the collector does not count. */
const rows: Readonly<Partial<Record<Figure, readonly [axis: string, isOne: (key: string) => boolean]>>> = {
  faults_per_request: ['memory_faults', (key) => key === 'minor'],
  write_calls_per_request: ['syscalls', (key) => key === 'write ok'],
  resident_bytes_per_request: ['memory_growth', (key) => key === 'trend grew'],
  peer_connections_per_request: ['peer_connections', (key) => key.startsWith('connect tcp ')],
  peer_questions_per_request: ['peer_questions', () => true],
  name_questions_per_request: ['peer_connections', (key) => key.startsWith('connect udp ')],
};

function verdictOf(figure: Figure, diff: Diff): Verdict | undefined {
  const axisOf = (name: string): AxisDiff | undefined => diff.axes.find(({ axis }) => axis === name);
  if (figure === 'cpu_ms_per_request') return axisOf('cpu_time')?.totals?.verdict;
  const [axis = '', isOne = () => false] = rows[figure] ?? [];
  return axisOf(axis)?.changes.find(({ key }: Change) => isOne(key))?.verdict;
}
