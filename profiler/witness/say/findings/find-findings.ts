/** Which rows of a comparison are findings, and what the headline has to say besides. */
import { isGranted, isUse } from '../../bundle/features/capability-features.ts';
import type { AxisDiff, Change, Related } from '../../diff/diff.ts';
import { differenceOf, effectOf, rateOf, relatedOf, totalKey } from '../../diff/read-diff.ts';
import type { Finding, RelatedNote } from '../../diff/summary.ts';

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

export function findFindings(axes: readonly AxisDiff[]): FoundKeys {
  const compared = axes.filter(({ state }) => state === 'compared');
  const verdicts = compared.flatMap(({ changes }) => changes.flatMap(({ verdict }) => verdict ?? []));
  const detectable = detectableOf(compared.filter(({ source }) => source === 'cpu_stacks'));
  return {
    findings: [
      ...compared.flatMap((axis) => {
        const total = axis.changes.reduce((sum, one) => sum + Math.abs(differenceOf(one)), 0);
        return axis.changes.filter((one) => isFinding(axis, one)).map((one) => toFinding(axis, one, total));
      }),
      ...findTotals(compared),
    ],
    related: compared.filter(({ axis }) => axis === 'cpu_stacks').flatMap(listNotes),
    judged: verdicts.length,
    undecided: compared.flatMap(({ changes }) => changes).filter(({ change }) => change === 'undecided').length,
    detectable: detectable ?? detectableOf(compared),
    incomparableAxes: new Set(axes.filter(({ state }) => state !== 'compared').map(({ source }) => source)).size,
  };
}

/** Weighted by amount: what a reader means by the noise is that of the functions that cost most. */
function detectableOf(axes: readonly AxisDiff[]): number | undefined {
  const rows = axes.flatMap(({ changes }) =>
    changes.flatMap(({ after, verdict }) => {
      const ratio = verdict?.smallest_detectable;
      return ratio === undefined ? [] : [{ ratio, weight: rateOf(after) }];
    }),
  );
  const sorted = rows.toSorted((a, b) => a.ratio - b.ratio);
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

/** A cost that only moved is none. */
function isFinding(axis: AxisDiff, change: Change): boolean {
  return relatedOf(axis, change)?.kind !== 'moved' && isTold(axis, change);
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
    level: verdict.level,
    // A duration has no time that it is of.
    ...(kind === 'distribution' ? verdict.per_second : effectOf(verdict)),
    share: total === 0 ? 0 : Math.abs(differenceOf(change)) / total,
  };
}

/** A key that makes so much of the difference is the better answer. */
const explains = 0.5;
/** Both show where the CPU time went, by function and by thread. */
const cpuAxes: ReadonlySet<string> = new Set(['cpu_stacks', 'cpu_time']);

/** `axes`: those that were compared. */
/** Totals that changed although no single key explains it: what a process spends in all is asked before where. */
function findTotals(axes: readonly AxisDiff[]): Finding[] {
  // The CPU time of the process is one fact, which is measured exactly on one of the two axes.
  const isSaid = axes.some(({ axis, totals }) => axis === 'cpu_time' && totals?.change !== undefined);
  return axes.flatMap((one): Finding[] => {
    const { axis, totals } = one;
    if (totals?.change !== 'changed' || totals.verdict === undefined) return [];
    const where = cpuAxes.has(axis) ? axes.filter((other) => cpuAxes.has(other.axis)) : [one];
    if ((axis === 'cpu_stacks' && isSaid) || isExplained(totals.after - totals.before, where)) return [];
    const { verdict } = totals;
    return [{ axis, key: totalKey, state: 'changed', level: verdict.level, ...effectOf(verdict), share: 1 }];
  });
}

function isExplained(difference: number, axes: readonly AxisDiff[]): boolean {
  return axes.some((axis) =>
    axis.changes.some(
      (one) =>
        one.change === 'changed' &&
        relatedOf(axis, one)?.kind !== 'moved' &&
        differenceOf(one) / difference >= explains,
    ),
  );
}
