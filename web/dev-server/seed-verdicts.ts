/** The seeded comparison as its captures would have it judged: from no replicates to a confirmed change. */
import type { AxisDiff, Change, Confirmation } from '../../profiler/witness/diff/diff.ts';
import type { OwnRate, Verdict } from '../../profiler/witness/diff/verdict.ts';
import { rateOf } from '../../profiler/witness/diff/read-diff.ts';
import { withoutRatio } from '../../profiler/witness/judge/changes/rate-changes.ts';
import { ratioOf } from '../src/reading/sort-changes.ts';

/** `late`: the window closed before there were replicates. */
export type Scenario = 'bare' | 'late' | 'provisional' | 'confirmed' | 'unchanged' | 'not_comparable';

/** Captures that count, of each version. */
const occasions: Readonly<Record<Scenario, number>> = {
  bare: 1,
  late: 1,
  provisional: 2,
  confirmed: 3,
  unchanged: 3,
  not_comparable: 1,
};

const mixed = 'captures of 2.14.0 ran different executables: /srv/checkout-api (a41c90) and /srv/checkout-api (77be02)';

export function judgeAxes(axes: readonly AxisDiff[], scenario: Scenario): AxisDiff[] {
  if (scenario === 'bare' || scenario === 'late') return [...axes];
  if (scenario === 'not_comparable') return axes.map(refuse);
  return axes.map((axis) => {
    if (axis.state === 'not_comparable') return axis;
    if (axis.kind === 'set') {
      return { ...axis, expected_new: 0.4, ...(scenario === 'unchanged' && { changes: [], unchanged: 30 }) };
    }
    const changes = axis.changes.map((change, place) => judge(change, place, scenario, axis.unit));
    const taken = occasions[scenario];
    const judged = { ...axis, no_noise_floor: undefined, occasions: { before: taken, after: taken } };
    return {
      ...judged,
      ...(axis.axis === 'cpu_stacks' && judgeFunctions(axis, scenario)),
      ...(axis.axis === 'cpu_time' && judgeTotal(axis, scenario)),
      changes: changes.toSorted((a, b) => rankOf(a) - rankOf(b)),
    };
  });
}

function judgeTotal({ totals }: Pick<AxisDiff, 'totals'>, scenario: Scenario): Partial<AxisDiff> {
  if (totals === undefined || scenario === 'unchanged') return {};
  return { totals: { ...totals, change: 'changed', verdict: verdictOf(totals.after / totals.before, scenario) } };
}

/** Its total changed too, a function has another name, and one that cost more took it from another. */
function judgeFunctions({ totals }: AxisDiff, scenario: Scenario): Partial<AxisDiff> {
  const observed = { seen: true as const, count: 900, rate: 5, captures: 3, of: 3 };
  return {
    testable: { keys: 14, of: 22, next: { window_sec: 90, keys: 3 } },
    own_false_alarms: { state: 'known', comparisons: 9, false: 0, low: 0, high: 0.34 },
    ...judgeTotal({ totals }, scenario),
    related: [
      {
        kind: 'renamed',
        from: ['parse_header (checkout-api)'],
        to: ['http::parse_header (checkout-api)'],
        basis: 'stacks_and_source',
        before: observed,
        after: observed,
        change: 'no_change',
      },
    ],
  };
}

/** What the headline says of its own false alarms; nothing where nothing is judged. */
export function ownRateOf(scenario: Scenario): { readonly ownRate?: OwnRate } {
  if (scenario === 'confirmed') return { ownRate: { state: 'known', comparisons: 9, false: 0, low: 0, high: 0.34 } };
  if (scenario === 'provisional') return { ownRate: { state: 'not_known', comparisons: 1, false: 0 } };
  return {};
}

function rankOf({ change }: Change): number {
  return ['changed', 'undecided', 'no_change', 'too_rare'].indexOf(change);
}

function refuse({ axis, source, kind, unit, baseline, head, reason = mixed }: AxisDiff): AxisDiff {
  const facts = { axis, source, kind, unit, baseline, head, reason };
  return { ...facts, state: 'not_comparable', caveats: [], changes: [], unchanged: 0 };
}

/** Units of work a second, as the seeded comparison has them. */
export const work = { before: 98.4, after: 105.3 };

/** What at least doubled has changed, and what a side has none of; the smallest functions are too rare. */
function judge(change: Change, place: number, scenario: Scenario, unit: string): Change {
  const ratio = ratioOf(change) ?? 1;
  const amounts = { before: rateOf(change.before), after: rateOf(change.after), unit, work };
  if (scenario !== 'unchanged' && Math.min(amounts.before, amounts.after) === 0) {
    return { ...change, change: 'changed', verdict: withoutRatio(verdictOf(ratio, scenario), amounts) };
  }
  if (scenario !== 'unchanged' && Math.abs(Math.log(ratio)) > Math.log(1.5)) {
    return { ...change, change: 'changed', verdict: verdictOf(ratio, scenario) };
  }
  if (place > 20) return { ...change, change: 'too_rare' };
  const level = scenario === 'provisional' ? 'provisional' : 'confirmed';
  const state = place % 3 === 1 ? 'undecided' : 'no_change';
  return { ...change, change: state, verdict: { level, p: 0.6, smallest_detectable: 1.2 + place * 0.02 } };
}

function verdictOf(ratio: number, scenario: Scenario): Verdict {
  const spread = scenario === 'provisional' ? 1.35 : 1.12;
  const around = (value: number) => ({ ratio: value, low: value / spread, high: value * spread });
  return {
    level: scenario === 'provisional' ? 'provisional' : 'confirmed',
    per_second: around(ratio),
    per_work: around(ratio / 1.07),
    p: 0.0004,
    smallest_detectable: 1.2,
  };
}

/** A day after the head, while captures are missing. */
export function seedConfirmation(scenario: Scenario, headAt: string): Confirmation {
  const taken = occasions[scenario];
  const missing = 3 - taken;
  const isOpen = missing > 0 && scenario !== 'late';
  return {
    state: isOpen ? 'open' : 'closed',
    closes_at: new Date(Date.parse(headAt) + (isOpen ? 24 : 1) * 3_600_000).toISOString(),
    ...(!isOpen && { closed_by: missing === 0 ? ('planned' as const) : ('next_version' as const) }),
    occasions: taken,
    missing,
    withdrawn:
      scenario === 'confirmed'
        ? [{ axis: 'cpu_stacks', key: 'std::sys::alloc::realloc (checkout-api)', ended: 'not_confirmed' }]
        : [],
  };
}

/** Captures that a confirmed verdict still needs of each version. */
export function missingOf(scenario: Scenario): { readonly verdict: number; readonly confirmed: number } {
  const taken = occasions[scenario];
  return { verdict: Math.max(0, 2 - taken), confirmed: 3 - taken };
}
