import { expect, test } from 'vitest';
import type { AxisDiff } from '../../../profiler/witness/diff/diff.ts';
import type { ChangeState } from '../../../profiler/witness/diff/verdict.ts';
import { countStates, groupIncomparable, hasFinding, orderAxes } from './count-states.ts';

function axis(name: string, states: readonly ChangeState[] = [], reason?: string): AxisDiff {
  const side = { state: 'complete' as const, why: [] };
  const seen = { seen: true as const, rate: 1, count: 1, captures: 1, of: 1 };
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
    changes: states.map((change, at) => ({ key: `${name}${at}`, change, before: seen, after: seen })),
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

test('axes with findings come first and those that are not comparable last', () => {
  const axes = [axis('none', [], 'no tracefs'), axis('calm', ['no_change']), axis('loud', ['changed']), axis('still')];
  expect(orderAxes(axes, []).map((one) => one.axis)).toEqual(['loud', 'calm', 'still', 'none']);
});

test('axes that are not comparable for one reason are one group', () => {
  const axes = [axis('a', [], 'mixed builds'), axis('b'), axis('c', [], 'mixed builds'), axis('d', [], 'no tracefs')];
  expect(groupIncomparable(axes).map((one) => one.axes.map((each) => each.axis))).toEqual([['a', 'c'], ['d']]);
});
