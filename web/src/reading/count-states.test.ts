import { expect, test } from 'vitest';
import type { AxisSummary } from '../../../profiler/witness/diff/diff.ts';
import type { ChangeState } from '../../../profiler/witness/diff/verdict.ts';
import { countStates, groupIncomparable, hasFinding, isEmpty, orderAxes } from './count-states.ts';

function axis(name: string, states: readonly ChangeState[] = [], reason?: string): AxisSummary {
  const side = { state: 'complete' as const, why: [] };
  return {
    axis: name,
    source: 'files',
    kind: 'rate',
    unit: 'calls/s',
    state: reason === undefined ? 'compared' : 'not_comparable',
    ...(reason !== undefined && { reason }),
    baseline: side,
    head: side,
    caveats: [],
    rows: Object.fromEntries(states.map((one) => [one, states.filter((other) => other === one).length])),
    related_rows: 0,
    found: [],
    unchanged: 0,
  };
}

test('counts every state', () => {
  const counts = countStates(axis('a', ['changed', 'undecided', 'undecided', 'too_rare']));
  expect(counts).toMatchObject({ changed: 1, undecided: 2, too_rare: 1, new: 0, not_judged: 0 });
});

test('an axis has a finding where something changed, or where one is listed', () => {
  expect(hasFinding(axis('a', ['undecided']), [])).toBe(false);
  expect(hasFinding(axis('a', ['changed']), [])).toBe(true);
  expect(hasFinding(axis('a', ['new']), [{ axis: 'a', key: 'a0', state: 'new', level: 'observed' }])).toBe(true);
  expect(hasFinding(axis('b', ['new']), [{ axis: 'a', key: 'a0', state: 'new', level: 'observed' }])).toBe(false);
});

test('an axis is empty where nobody saw anything of it, and not where it could not be compared', () => {
  expect(isEmpty(axis('a'))).toBe(true);
  expect(isEmpty({ ...axis('a'), unchanged: 1 })).toBe(false);
  expect(isEmpty({ ...axis('a'), totals: { before: 0, after: 2 } })).toBe(false);
  expect(isEmpty(axis('a', ['too_rare']))).toBe(false);
  expect(isEmpty(axis('a', [], 'no tracefs'))).toBe(false);
});

test('axes with findings come first and those that are not comparable last', () => {
  const axes = [axis('none', [], 'no tracefs'), axis('calm', ['no_change']), axis('loud', ['changed']), axis('still')];
  expect(orderAxes(axes, []).map((one) => one.axis)).toEqual(['loud', 'calm', 'still', 'none']);
});

test('axes that are not comparable for one reason are one group', () => {
  const axes = [axis('a', [], 'mixed builds'), axis('b'), axis('c', [], 'mixed builds'), axis('d', [], 'no tracefs')];
  expect(groupIncomparable(axes).map((one) => one.axes.map((each) => each.axis))).toEqual([['a', 'c'], ['d']]);
});
