/** Which rows of a comparison are findings, and what the headline has to say besides. */
import { isGranted, isUse } from '../../bundle/features/capability-features.ts';
import type { AxisDiff, Change, Related } from '../../diff/diff.ts';
import { isPool } from '../../bundle/keys/key-text.ts';
import { certaintyOf, differenceOf, effectOf, relatedOf, totalKey } from '../../diff/read-diff.ts';
import type { Finding, RelatedNote } from '../../diff/summary.ts';
import { type DescribedAxis, figuresOf, type RowFigures } from '../../diff/row-figures.ts';

/**
 * Allocators and runtimes make system calls by themselves, in bursts that are minutes apart: those seen in a few parts
 * of the windows stay in the table.
 */
const mostChance = 0.01;

export interface FoundKeys {
  readonly findings: Finding[];
  readonly related: RelatedNote[];
  readonly judged: number;
  readonly undecided: number;
  /** What functions that make half of the CPU time would have shown, or half of all keys where none was judged: a ratio above one. */
  readonly detectable: number | undefined;
  /** Measured axes of which a view could not be compared; several views may be of one axis. */
  readonly incomparableAxes: number;
}

/** What the findings of a comparison need of one axis, so that its rows need not be held for them. */
interface AxisFindings {
  readonly axis: Pick<AxisDiff, 'axis' | 'source' | 'state' | 'totals'>;
  readonly findings: readonly Finding[];
  readonly related: readonly RelatedNote[];
  readonly judged: number;
  readonly undecided: number;
  readonly listDetectable: RowFigures['listDetectable'];
  /** After less before of each key that changed, without what only moved. */
  readonly changed: ReadonlyMap<string, number>;
}

export function findFindings(axes: readonly AxisDiff[]): FoundKeys {
  return joinFindings(axes.map((axis) => readFindings({ axis, figures: figuresOf(axis.changes) })));
}

/** `axis`: with the rows that may be findings at least. */
export function readFindings({ axis, figures }: DescribedAxis): AxisFindings {
  const { axis: name, source, state, totals } = axis;
  const found = state === 'compared' ? axis.changes.filter((one) => isFinding(axis, one)) : [];
  const changed = found.filter(({ change }) => change === 'changed');
  const total = changed.length === 0 ? 0 : figures.sumDifferences();
  return {
    axis: { axis: name, source, state, totals },
    findings: found.map((one) => toFinding(axis, one, total)),
    related: state === 'compared' && name === 'cpu_stacks' ? listNotes(axis) : [],
    judged: figures.judged,
    undecided: figures.counts.undecided ?? 0,
    listDetectable: figures.listDetectable,
    changed: new Map(changed.map((one) => [one.key, differenceOf(one)])),
  };
}

/** `axes`: every axis, in the order of the comparison. */
export function joinFindings(axes: readonly AxisFindings[]): FoundKeys {
  const compared = axes.filter(({ axis }) => axis.state === 'compared');
  const sumOf = (count: (one: AxisFindings) => number): number => compared.reduce((sum, one) => sum + count(one), 0);
  const detectable = detectableOf(compared.filter(({ axis }) => axis.source === 'cpu_stacks'));
  const isSaidBetter = compareOwn(compared);
  return {
    findings: [
      ...compared.flatMap(({ findings }) => findings.filter((one) => !isSaidBetter(one))),
      ...findTotals(compared),
    ],
    related: compared.flatMap(({ related }) => related),
    judged: sumOf(({ judged }) => judged),
    undecided: sumOf(({ undecided }) => undecided),
    detectable: detectable ?? detectableOf(compared),
    incomparableAxes: new Set(axes.flatMap(({ axis: { source, state } }) => (state === 'compared' ? [] : [source])))
      .size,
  };
}

/**
 * The same time is counted by the function that ran and by the own function that it ran for. What an own function did
 * itself is said by that alone; what many small functions did is said by whom they did it for.
 */
function compareOwn(axes: readonly AxisFindings[]): (finding: Finding) => boolean {
  const changedOf = (name: string): ReadonlyMap<string, number> =>
    axes.find(({ axis: { axis } }) => axis === name)?.changed ?? new Map();
  const [self, own] = [changedOf('cpu_stacks'), changedOf('cpu_own')];
  const explainsPart = (part: number | undefined, whole: number | undefined): boolean =>
    (part ?? 0) / (whole ?? Number.POSITIVE_INFINITY) >= explains;
  return ({ axis, key }) => {
    if (axis === 'cpu_own') return isPool(key) || explainsPart(self.get(key), own.get(key));
    if (axis !== 'cpu_stacks' || !isPool(key)) return false;
    return [...own].some(([name, difference]) => !isPool(name) && explainsPart(difference, self.get(key)));
  };
}

/** Weighted by amount: what a reader means by the noise is that of the functions that cost most. */
function detectableOf(axes: readonly AxisFindings[]): number | undefined {
  const sorted = axes.flatMap(({ listDetectable }) => listDetectable()).toSorted((a, b) => a.ratio - b.ratio);
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  return sorted.find(({ weight }) => (passed += weight) * 2 >= whole)?.ratio;
}

/** Of functions, whose names and calls are the code; other axes follow them. */
function listNotes({ axis, related = [] }: AxisDiff): RelatedNote[] {
  return related.flatMap(({ kind, from, to, change }): RelatedNote[] => {
    if (change !== 'no_change' && change !== 'undecided') return [];
    return [{ axis, kind, from, to, cost: change === 'no_change' ? 'same' : 'undecided' }];
  });
}

/** A cost that only moved is none. What callers spend in all is said by whom they call, and helps to find causes. */
function isFinding(axis: AxisDiff, change: Change): boolean {
  return axis.axis !== 'cpu_within' && relatedOf(axis, change)?.kind !== 'moved' && isTold(axis, change);
}

function mergedOf(related: Related | undefined): Pick<Finding, 'related'> {
  if (related === undefined || related.kind === 'moved') return {};
  const { kind, from, to } = related;
  return { related: { kind, from, to } };
}

function isTold({ axis }: AxisDiff, row: Change): boolean {
  const { key, change, before, after, chance = 0 } = row;
  if (change === 'changed' || change === 'stopped') return true;
  if (change !== 'new' || !after.seen) return false;
  // The older version may have done it too, in an event that was lost.
  if (!before.seen && before.lost !== undefined) return false;
  if (axis === 'capabilities') {
    // What the kernel refused widens no reach; what was granted and used does, however often.
    if (!isGranted(key)) return false;
    if (isUse(key)) return true;
  }
  // What comes and goes stays in the table.
  if (row.comes_and_goes === true) return false;
  return axis !== 'syscall_names' || chance <= mostChance;
}

function toFinding(own: AxisDiff, change: Change, total: number): Finding {
  const { axis, kind } = own;
  const { key, verdict, place } = change;
  const common = {
    axis,
    key,
    ...(place !== undefined && { place }),
    ...mergedOf(relatedOf(own, change)),
  };
  if (change.change !== 'changed' || verdict === undefined) {
    return { ...common, state: change.change === 'stopped' ? 'stopped' : 'new', level: 'observed' };
  }
  return {
    ...common,
    state: 'changed',
    ...certaintyOf(verdict),
    // A duration has no time that it is of.
    ...(kind === 'distribution' ? verdict.per_second : effectOf(verdict)),
    share: total === 0 ? 0 : Math.abs(differenceOf(change)) / total,
  };
}

/** A key that makes so much of the difference is the better answer. */
const explains = 0.5;
/** Both show where the CPU time went, by function and by thread. */
const cpuAxes: ReadonlySet<string> = new Set(['cpu_own', 'cpu_work', 'cpu_stacks', 'cpu_time']);

/**
 * Totals that changed although no single key explains it: what a process spends in all is asked before where. `axes`:
 * those that were compared.
 */
function findTotals(axes: readonly AxisFindings[]): Finding[] {
  // The CPU time of the process is one fact, which is measured exactly on one of the two axes.
  const isSaid = axes.some(({ axis: { axis, totals } }) => axis === 'cpu_time' && totals?.change !== undefined);
  return axes.flatMap((one): Finding[] => {
    const { axis, totals } = one.axis;
    if (totals?.change !== 'changed' || totals.verdict === undefined) return [];
    const where = cpuAxes.has(axis) ? axes.filter((other) => cpuAxes.has(other.axis.axis)) : [one];
    const isOther = axis === 'cpu_own' || axis === 'cpu_work' || (axis === 'cpu_stacks' && isSaid);
    if (isOther || isExplained(totals.after - totals.before, where)) return [];
    const { verdict } = totals;
    return [{ axis, key: totalKey, state: 'changed', ...certaintyOf(verdict), ...effectOf(verdict), share: 1 }];
  });
}

function isExplained(difference: number, axes: readonly AxisFindings[]): boolean {
  return axes.some(({ changed }) => [...changed.values()].some((one) => one / difference >= explains));
}
