/** What the row of a key says of its verdict, and in which order rows are. */
import { leftOut } from '../../bundle/keys/key-names.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { workRate } from '../../bundle/vector/capture-vector.ts';
import type { Change } from '../../diff/diff.ts';
import type { ChangeState, EffectRatio, Observation, Verdict } from '../../diff/verdict.ts';
import type { SideAxis } from '../comparable/comparable.ts';
import { confirmedFrom } from '../statistics/judge-rates.ts';
import type { Effect, RateVerdict } from '../statistics/rate-verdicts.ts';
import { exp, ln } from '../statistics/special-functions.ts';
import type { LikelyVerdicts } from '../likely/judge-likely.ts';
import type { ViewVerdicts } from '../views/judge-views.ts';

export interface RateSides {
  readonly before: readonly SideAxis[];
  readonly after: readonly SideAxis[];
  /** What a key that was not counted says. */
  readonly unseenBefore: Observation;
  readonly unseenAfter: Observation;
}

/** Units of work a second in the captures that were compared. */
export function workOf({ before, after }: Pick<RateSides, 'before' | 'after'>): {
  readonly before: number | undefined;
  readonly after: number | undefined;
} {
  const rate = (side: readonly SideAxis[]): number | undefined => workRate(side.map(({ vector }) => vector));
  return { before: rate(before), after: rate(after) };
}

type Judged = Pick<Change, 'change' | 'verdict'>;
export type JudgedView = ViewVerdicts & { readonly hasCaveats: boolean };

/** What a key's row says of its verdict: without replicates nothing but what is likely. `number`: of its name. */
export function verdictOf(
  { key, number }: { readonly key: string; readonly number: number },
  judged: JudgedView | undefined,
  likely?: LikelyVerdicts,
): Judged {
  const place = judged?.places[number] ?? leftOut;
  if (judged !== undefined && place !== leftOut) return describeJudged(judged.verdicts.at(place), judged);
  const own = judged === undefined ? likely?.verdicts.get(key) : undefined;
  return likely !== undefined && own?.state === 'changed' ? describeLikely(own, likely) : { change: 'not_judged' };
}

/** Without figures where too few events were counted. */
export function describeJudged(found: RateVerdict, judged: JudgedView): Judged {
  if (found.perSecond === undefined) return { change: found.state };
  return { change: found.state, verdict: describeVerdict(found, judged) };
}

export function describeLikely(found: RateVerdict, { earlier }: LikelyVerdicts): Judged {
  return { change: found.state, verdict: { ...describeAt(found, 'likely'), earlier } };
}

/** Of a key, or of several together. */
export function describeVerdict(found: RateVerdict, judged: JudgedView): Verdict {
  return describeAt(found, levelOf(judged));
}

function describeAt({ perSecond, perWork, p, detectable, odds }: RateVerdict, level: Verdict['level']): Verdict {
  const verdict: Verdict = { level };
  if (perSecond !== undefined) verdict.per_second = ratioOf(perSecond);
  if (perWork !== undefined) verdict.per_work = ratioOf(perWork);
  if (p !== undefined) verdict.p = p;
  const smallest = detectableRatio(detectable);
  if (smallest !== undefined) verdict.smallest_detectable = smallest;
  if (odds !== undefined) verdict.odds = odds;
  return verdict;
}

function levelOf({ hasWork, hasCaveats, occasions }: JudgedView): Verdict['level'] {
  if (!hasWork || hasCaveats) return 'suspected';
  return Math.min(occasions.before, occasions.after) < confirmedFrom ? 'provisional' : 'confirmed';
}

/** A ratio beyond this is written as this one. */
const mostLog = ln(1e9);

/** Of the natural logarithm that a verdict has. */
export function detectableRatio(detectable: number | undefined): number | undefined {
  return detectable === undefined || !Number.isFinite(detectable) ? undefined : exp(Math.min(detectable, mostLog));
}

function ratioOf({ change, low, high }: Effect): EffectRatio {
  const ratio = (log: number): number => exp(Math.max(-mostLog, Math.min(mostLog, log)));
  return { ratio: ratio(change), low: ratio(low), high: ratio(high) };
}

const order: readonly ChangeState[] = ['changed', 'undecided', 'no_change', 'not_judged', 'too_rare'];

/** Rows with what changed come first. */
export function rankOf(change: ChangeState): number {
  return order.indexOf(change);
}

/** What changed first, then by the distance between the sides. */
export function sortRows(rows: readonly Change[], distance: (row: Change) => number): Change[] {
  const ranks = rows.map(({ change }) => rankOf(change));
  const distances = Float64Array.from(rows, distance);
  const places = Uint32Array.from(rows.keys()).sort(
    (x, y) =>
      (ranks[x] ?? 0) - (ranks[y] ?? 0) ||
      (distances[y] ?? 0) - (distances[x] ?? 0) ||
      compareText(rows[x]?.key ?? '', rows[y]?.key ?? ''),
  );
  return Array.from(places, (place) => rows[place]).filter((row) => row !== undefined);
}

interface Amounts {
  /** A second, in `unit`. */
  readonly before: number;
  readonly after: number;
  /** That of the view: `calls/s`. */
  readonly unit: string;
  /** Units of it a second; undefined where they were not counted. */
  readonly work: { readonly before: number | undefined; readonly after: number | undefined };
}

/** The verdict without its ratios where a side has none; otherwise as it is. */
export function withoutRatio(verdict: Verdict, { before, after, unit, work }: Amounts): Verdict {
  if ((before === 0) === (after === 0)) return verdict;
  const { level, per_work: perWork, p } = verdict;
  const only = before === 0 ? 'after' : 'before';
  const units = perWork === undefined ? undefined : work[only];
  const amount = Math.max(before, after) / (units ?? 1);
  const whole = { only, amount, unit: unit.replace(/\/s$/u, '') } as const;
  const oneSided = { ...whole, per: units === undefined ? ('second' as const) : ('work' as const) };
  return { level, one_sided: oneSided, ...(p !== undefined && { p }) };
}
