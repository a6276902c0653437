/**
 * Whether a comparison lets a deploy pass. Only a confirmed regression stops it; a comparison that could not be made
 * is an answer of its own. Pure.
 */
import type { AxisDiff, Diff } from '../../diff/diff.ts';
import { leastOccasions } from '../../judge/captures/occasions.ts';
import { besideLevel } from '../../judge/statistics/judge-family.ts';
import { confirmedFrom } from '../../judge/statistics/judge-rates.ts';
import { english } from '../summary/phrases.ts';
import { sayUnread } from '../summary/summarise.ts';
import { unreadOf } from '../summary/summary-facts.ts';
import { listCapped, sayIncrease } from './capped-changes.ts';
import { listLikely } from './likely-changes.ts';
import { defaultRequiredAxes } from './required-axes.ts';
import { oddsOf, rejectByHolm } from '../../judge/statistics/select.ts';
import { relatedOf, totalKey } from '../../diff/read-diff.ts';

/** 0: nothing speaks against it; 1: a confirmed regression; 2: what is required could not be judged. */
export type GateCode = 0 | 1 | 2;

export interface GateAnswer {
  readonly code: GateCode;
  /** The answer first, then each reason, one a line. */
  readonly lines: readonly string[];
}

export interface GateOptions {
  /** Views of the comparison that have to be complete and comparable, and amounts judged on three occasions of each version. */
  readonly requiredAxes?: readonly string[] | undefined;
  /** Undecided keys of a required axis are a reason to stop. */
  readonly requireDecision?: boolean | undefined;
  /** A cost that likely rose is a reason to stop, and what is likely suffices where replicates are missing. */
  readonly failOnLikely?: boolean | undefined;
}

/** Views in which more is worse. More waiting or traffic may be what was wanted. */
export const costs: ReadonlySet<string> = new Set([
  'cpu_stacks',
  'cpu_time',
  'syscalls',
  'file_io',
  'file_io_time',
  'locks',
  'lock_latency',
  'response_time',
  'memory_faults',
  'fault_sites',
  'memory_calls',
  'growth_sites',
  'allocation_calls',
  'allocation_sites',
]);

/**
 * Chance that a gate stops a deploy in which nothing changed is 0.05: every cost has this, and the rest is for what the
 * few figures that are asked for first showed, by captures of both versions and by history.
 */
const level = 0.05 - 2 * besideLevel;
const leastOdds = oddsOf(besideLevel);

/** @throws RangeError naming a required axis that no comparison has. */
export function judgeGate(diff: Diff, options: GateOptions = {}): GateAnswer {
  const { requiredAxes = defaultRequiredAxes, requireDecision = false, failOnLikely = false } = options;
  const required = requiredAxes.map((name) => {
    const found = diff.axes.find(({ axis }) => axis === name);
    if (found === undefined) throw new RangeError(`--require-axis ${name}: the comparison has no axis of this name`);
    return found;
  });
  const regressions = findRegressions(diff.axes);
  if (regressions.length > 0) {
    const first = `${count(regressions.length, 'confirmed regression')}.`;
    return answer(1, first, [...regressions, ...sayTested(diff), ...sayCode(diff)]);
  }
  const likely = listLikely(diff.axes, failOnLikely);
  if (failOnLikely && likely.length > 0) {
    return answer(1, `${count(likely.length, 'likely regression')}.`, [...likely, ...sayCode(diff)]);
  }
  const capped = [
    ...likely,
    ...listCapped(
      diff.axes.filter(({ axis }) => costs.has(axis)),
      diff.caveats,
    ),
  ];
  const wanted = { requireDecision, needsThree: !failOnLikely, hasLikely: failOnLikely && isJudgedLikely(diff) };
  const gaps = required.flatMap((axis) => findGaps(axis, diff, wanted));
  if (gaps.length > 0) {
    return answer(2, 'Not decided: what is required could not be judged.', [...gaps, ...capped, ...sayCode(diff)]);
  }
  const undecided = required.flatMap(({ axis, changes }) =>
    changes.filter(({ change }) => change === 'undecided').map(({ key }) => `undecided: ${axis}: ${key}`),
  );
  return answer(0, 'No confirmed regression.', [
    ...sayTested(diff),
    ...capped,
    `Required, complete and comparable: ${requiredAxes.join(', ')}.`,
    ...undecided,
    ...sayCode(diff),
  ]);
}

/** Which costs could have stopped the deploy, and which not for want of a judgement. */
function sayTested(diff: Diff): string[] {
  const untested = diff.axes
    .filter(({ axis }) => costs.has(axis))
    .map((one) => [one.axis, whyUntested(one)] as const)
    .toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : Number(a > b)));
  const tested = untested.flatMap(([axis, why]) => (why === undefined ? [axis] : []));
  const missing = [...Map.groupBy(untested, ([, why]) => why)].flatMap(([why, some]) =>
    why === undefined ? [] : [`${some.map(([axis]) => axis).join(', ')} (${why})`],
  );
  return [
    `Costs that were tested: ${tested.length === 0 ? 'none' : tested.join(', ')}.`,
    ...(missing.length === 0 ? [] : [`Costs that were not tested: ${missing.join('; ')}.`]),
  ];
}

/** Which code was compared, and how much of it nobody understands. It names where to look, and changes no answer. */
function sayCode({ identity, identity_basis: basis, baseline, head, summary }: Diff): string[] {
  const unread = unreadOf({ before: basis.baseline, after: basis.head });
  return [
    ...(identity === 'same_binary' && summary.findings.length > 0 ? [english.sameBinary] : []),
    ...(identity === 'different' ? [] : [basis.sentences.en]),
    ...sayUnread({ from: baseline.version, to: head.version, unread }, english),
  ];
}

/** Undefined for an axis of which a regression would have been confirmed. */
function whyUntested({ state, occasions, changes, totals, own_false_alarms: own }: AxisDiff): string | undefined {
  if (state === 'not_comparable') return 'not comparable';
  const taken = Math.min(occasions?.before ?? 0, occasions?.after ?? 0);
  if (taken < confirmedFrom) return 'replicates missing';
  if (own?.state === 'too_noisy') return 'too noisy here';
  const isJudged = totals?.verdict !== undefined || changes.some(({ verdict }) => verdict !== undefined);
  return isJudged ? undefined : 'nothing happened often enough';
}

/** Every judged cost is a test here, also one that only moved and stops nothing; Holm keeps the chance of any false stop at the level. */
function findRegressions(axes: readonly AxisDiff[]): string[] {
  const judged = axes
    .filter(({ axis, state }) => state === 'compared' && costs.has(axis))
    .flatMap((axis) =>
      [
        ...axis.changes,
        ...(axis.totals === undefined ? [] : [{ change: 'not_judged', ...axis.totals, key: totalKey } as const]),
      ].flatMap((change) =>
        change.verdict === undefined
          ? []
          : [{ axis: axis.axis, change, isMoved: 'related' in change && relatedOf(axis, change)?.kind === 'moved' }],
      ),
    );
  const rejected = rejectByHolm(
    judged.map(({ change }) => change.verdict?.p ?? 1),
    level,
  );
  return judged.flatMap(({ axis, change, isMoved }, at) => {
    const { key, verdict } = change;
    // What the few figures showed was tested at a level of its own.
    const isRejected = rejected.has(at) || (verdict?.odds ?? 0) >= leastOdds;
    const isConfirmed = isRejected && change.change === 'changed' && verdict?.level === 'confirmed';
    const increase = verdict && sayIncrease(verdict);
    return increase === undefined || !isConfirmed || isMoved ? [] : [`${axis}: ${key}${increase}`];
  });
}

interface Wanted {
  readonly requireDecision: boolean;
  /** A confirmed verdict is needed. */
  readonly needsThree: boolean;
  /** What is likely was asked for, and could be said. */
  readonly hasLikely: boolean;
}

function findGaps(axis: AxisDiff, diff: Diff, { requireDecision, needsThree, hasLikely }: Wanted): string[] {
  const { axis: name, kind, state, reason = 'no reason was given', occasions, changes } = axis;
  if (state === 'not_comparable') return [`${name}: not comparable: ${reason}`];
  // What is in a set was seen: there is no amount to be judged.
  if (kind === 'set' || (hasLikely && occasions === undefined)) return [];
  const lacking = listLacking(axis, diff, needsThree ? confirmedFrom : leastOccasions);
  if (occasions === undefined || lacking.length > 0) {
    const missing = lacking.length > 0 ? lacking.join(' and ') : 'replicates far enough apart';
    return [`${name}: ${missing} missing for a ${needsThree ? 'confirmed ' : ''}verdict`];
  }
  if (!requireDecision) return [];
  return changes.filter(({ change }) => change === 'undecided').map(({ key }) => `${name}: ${key} is undecided`);
}

/** "1 replicate of 2.0", for each side with fewer occasions. */
function listLacking({ occasions }: AxisDiff, diff: Diff, needed: number): string[] {
  const sides = [
    [diff.baseline.version, occasions?.before ?? 1 + diff.baseline_replicates.length],
    [diff.head.version, occasions?.after ?? 1 + diff.head_replicates.length],
  ] as const;
  return sides.flatMap(([version, taken]) =>
    taken < needed ? [`${count(needed - taken, 'replicate')} of ${version}`] : [],
  );
}

/** Whether the CPU time of the process was asked for, of captures without a verdict. */
function isJudgedLikely({ axes }: Diff): boolean {
  return axes.some(({ axis, totals }) => axis === 'cpu_time' && totals?.verdict?.level === 'likely');
}

function answer(code: GateCode, first: string, rest: readonly string[]): GateAnswer {
  return { code, lines: [first, ...rest] };
}

function count(many: number, thing: string): string {
  return `${many} ${thing}${many === 1 ? '' : 's'}`;
}
