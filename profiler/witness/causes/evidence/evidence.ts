/**
 * What rules read: the rows of a comparison that are findings, each for one request where requests are known. Rules join
 * what the statistics found; nothing here is a finding that is none there.
 */
import type { SourcePlace } from '../../bundle/record/bundle.ts';
import type { AxisDiff, Change, Diff } from '../../diff/diff.ts';
import { type Certainty, certaintyOf, rateOf } from '../../diff/read-diff.ts';
import type { ChangeState, EffectRatio, Observation } from '../../diff/verdict.ts';

/** A finding. Amounts are those of its axis, a second and for each request; of durations the mean, in nanoseconds. */
export interface Moved {
  readonly axis: string;
  readonly key: string;
  readonly state: 'new' | 'stopped' | 'changed';
  readonly certainty: Certainty;
  /** Of `each`, where it was judged and both sides have any. */
  readonly effect?: EffectRatio | undefined;
  readonly perSecond: Sides;
  /** As `perSecond` where requests are not known. */
  readonly each: Sides;
  /** Counted on both sides, over all captures. */
  readonly events: number;
  /** Of a duration, in nanoseconds, where both sides have one. */
  readonly median?: Sides | undefined;
  readonly place?: SourcePlace | undefined;
}

export interface Sides {
  readonly before: number;
  readonly after: number;
}

export type EvidenceAxis = Pick<AxisDiff, 'axis' | 'kind' | 'state' | 'changes' | 'totals'>;

export interface EvidenceFacts {
  readonly axes: readonly EvidenceAxis[];
  /** Requests a second. */
  readonly work: Diff['work_per_second'];
}

/** Counted for each request by what a program does, and by nothing that comes and goes. */
const plainAxes: ReadonlySet<string> = new Set(['syscalls', 'peer_connections', 'peer_questions', 'file_io']);
/** Axes of which rules read every row, and not only findings: they have few. */
const wholeAxes: ReadonlySet<string> = new Set([
  'syscalls',
  'peer_questions',
  'peer_time',
  'response_time',
  'cpu_own',
  'off_cpu_sites',
]);

/** Whether rules read such a row of an axis. */
export function isRead(axis: string, change: ChangeState): boolean {
  return change === 'changed' || wholeAxes.has(axis) || (change === 'not_judged' && plainAxes.has(axis));
}

/** Amounts that are counts, without those of sets. */
const countedAxes: ReadonlySet<string> = new Set([
  'syscalls',
  'network_events',
  'peer_connections',
  'peer_questions',
  'memory_calls',
]);

const plainForEach = 0.2;
const plainFactor = 5;
const plainEvents = 100;

const oftenEachSecond = 10;

export class Evidence {
  readonly work: Diff['work_per_second'];
  readonly #axes: ReadonlyMap<string, EvidenceAxis>;
  readonly #moved = new Map<string, readonly Moved[]>();

  constructor({ axes, work }: EvidenceFacts) {
    this.work = work;
    this.#axes = new Map(axes.filter(({ state }) => state === 'compared').map((one) => [one.axis, one]));
  }

  get isPerRequest(): boolean {
    return this.work !== undefined;
  }

  /** At least so many for each request; where these are not known, so many a second that nobody starts or reads by chance. */
  isOften(amount: number, forEach: number): boolean {
    return amount >= (this.isPerRequest ? forEach : oftenEachSecond);
  }

  isCompared(axis: string): boolean {
    return this.#axes.has(axis);
  }

  /** Findings of an axis, the largest difference first; none of one that is not compared. */
  moved(axis: string, isOne: (key: string) => boolean = () => true): readonly Moved[] {
    return this.#movedOf(axis).filter(({ key }) => isOne(key));
  }

  /** Rows of one of the `wholeAxes`, whether or not they are findings: they place a finding of another axis. */
  listed(axis: string, isOne: (key: string) => boolean): readonly Moved[] {
    return this.#read(axis, (row) => isOne(row.key));
  }

  /** Whether or not it is a finding; undefined of what is not listed, or not compared. */
  each(axis: string, key: string): Sides | undefined {
    const found = this.#axes.get(axis);
    const row = found?.changes.find((one) => one.key === key);
    return found && row && this.#each(found, sidesOf(row));
  }

  /** Of rows that match, whether or not they are findings, for each request; undefined where none is listed. */
  sum(axis: string, isOne: (key: string) => boolean): Sides | undefined {
    const rows = this.#axes.get(axis)?.changes.filter(({ key }) => isOne(key)) ?? [];
    if (rows.length === 0) return undefined;
    let [before, after] = [0, 0];
    for (const row of rows) [before, after] = [before + rateOf(row.before), after + rateOf(row.after)];
    return this.perRequest({ before, after });
  }

  /**
   * Findings that moved together with something that happens so often a second, and that one version has alone: a whole
   * number of times as often, as what each of them brings.
   */
  alongside({ before, after }: Sides): Moved[] {
    const often = Math.max(before, after);
    const side = after > before ? 'after' : 'before';
    return [...this.#axes.values()].flatMap(({ axis, kind }) => {
      if (kind !== 'set' && !countedAxes.has(axis)) return [];
      return this.#movedOf(axis).filter(({ perSecond }) => {
        const other = side === 'after' ? perSecond.before : perSecond.after;
        const times = perSecond[side] / often;
        return other < often / 10 && times >= 0.9 && Math.abs(times - Math.round(times)) <= 0.1 * times;
      });
    });
  }

  /** Findings of what the older version had none of, or nearly: what a program that it starts brings with it. */
  brought(axes: readonly string[]): Moved[] {
    return axes.flatMap((axis) => this.#movedOf(axis).filter(({ each }) => each.before < each.after / 10));
  }

  /** Of a whole axis, whether or not it changed. */
  total(axis: string): (Sides & { readonly isChanged: boolean; readonly certainty: Certainty }) | undefined {
    const totals = this.#axes.get(axis)?.totals;
    if (totals === undefined) return undefined;
    const { before, after, change, verdict } = totals;
    const isChanged = change === 'changed' && verdict !== undefined;
    return { ...this.perRequest({ before, after }), isChanged, certainty: certaintyOf(verdict) };
  }

  /** Of an amount a second. */
  perRequest({ before, after }: Sides): Sides {
    const { work } = this;
    return work === undefined ? { before, after } : { before: before / work.before, after: after / work.after };
  }

  #movedOf(axis: string): readonly Moved[] {
    const known = this.#moved.get(axis);
    if (known !== undefined) return known;
    const found = this.#read(axis, (row) => isMoved(row) || this.#isPlain(axis, row));
    this.#moved.set(axis, found);
    return found;
  }

  /** The largest difference first. */
  #read(axis: string, isOne: (row: Change) => boolean): Moved[] {
    const own = this.#axes.get(axis);
    if (own === undefined) return [];
    const rows = own.changes.filter(isOne).map((row): Moved => {
      const { key, change, verdict, before, after, place } = row;
      const perSecond = sidesOf(row);
      return {
        axis,
        key,
        state: change === 'new' || change === 'stopped' ? change : 'changed',
        certainty: certaintyOf(verdict),
        effect: this.isPerRequest && own.kind !== 'distribution' ? verdict?.per_work : verdict?.per_second,
        perSecond,
        each: this.#each(own, perSecond),
        events: countOf(before) + countOf(after),
        median: mediansOf(row),
        place,
      };
    });
    return rows.toSorted((a, b) => Math.abs(differenceOf(b.each)) - Math.abs(differenceOf(a.each)));
  }

  /**
   * Of single captures nothing is judged. What happens for requests on one side and hardly at all on the other was seen,
   * as something is that only one side has.
   */
  #isPlain(axis: string, { change, before, after }: Change): boolean {
    if (change !== 'not_judged' || !this.isPerRequest || !plainAxes.has(axis)) return false;
    const each = this.perRequest(sidesOf({ before, after }));
    const [less, more] = [Math.min(each.before, each.after), Math.max(each.before, each.after)];
    return more >= plainForEach && more >= less * plainFactor && countOf(before) + countOf(after) >= plainEvents;
  }

  /** A duration is of one event already. */
  #each({ kind }: EvidenceAxis, sides: Sides): Sides {
    return kind === 'distribution' ? sides : this.perRequest(sides);
  }
}

/** Events that were lost hide what happens once, and not what happens for requests. */
const hiddenPart = 0.05;

function couldHide(before: Observation, count: number): boolean {
  return !before.seen && (before.lost ?? 0) > count * hiddenPart;
}

function isMoved({ change, comes_and_goes: isChance, before, after }: Change): boolean {
  if (change === 'changed' || change === 'stopped') return true;
  return change === 'new' && after.seen && isChance !== true && !couldHide(before, after.count);
}

function sidesOf({ before, after }: Pick<Change, 'before' | 'after'>): Sides {
  return { before: rateOf(before), after: rateOf(after) };
}

function countOf(observation: Observation): number {
  return observation.seen ? observation.count : 0;
}

function mediansOf({ before, after }: Change): Sides | undefined {
  const [a, b] = [medianOf(before), medianOf(after)];
  return a === undefined || b === undefined ? undefined : { before: a, after: b };
}

/** The middle of its bin. */
function medianOf(observation: Observation): number | undefined {
  const found = observation.seen ? observation.quantiles?.find(({ percent }) => percent === 50) : undefined;
  return found && (found.from + (found.to ?? found.from)) / 2;
}

/** Amounts of time are milliseconds; durations, and what sentences write, nanoseconds. */
export const msToNs = 1e6;

/** After less before. */
export function differenceOf({ before, after }: Sides): number {
  return after - before;
}

/** Of all rows together. */
export function sumOfDifferences(rows: readonly Moved[]): number {
  let sum = 0;
  for (const { each } of rows) sum += differenceOf(each);
  return sum;
}

/** How far apart, from none being further than any ratio. */
export function factorOf({ before, after }: Sides): number {
  return before === 0 ? Number.POSITIVE_INFINITY : after / before;
}
