import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { allProbes, called, measured } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';

/** Eight of a thousand events: a rate may do without them. */
const lossOf = (id: string, axis: 'syscalls' | 'processes') => ({
  probes: [...allProbes.filter((one) => one.id !== id), measured(id, axis, { hits: 992, drops: 5, missed: 3 })],
});
const whole = {};
const lossy = lossOf('syscalls', 'syscalls');
const everywhere = (name: string) => ({ ...called(name, 96), blocks: Array.from({ length: 12 }, () => 8) });
const capture = (version: string, names: readonly string[], record = {}) =>
  makeCapture(version, { syscalls: { calls: names.map(everywhere), cut: 0 } }, record);
const usual = ['read', 'write', 'openat', 'close'];

function compareNames(before: ReturnType<typeof capture>[], after: ReturnType<typeof capture>[]) {
  const diff = diffOf(before, after);
  const { state, changes, caveats } = axisOf(diff, 'syscall_names');
  const found = diff.summary.findings.filter(({ axis }) => axis === 'syscall_names');
  return { state, changes, caveats, found: found.map(({ key, state: what }) => `${what} ${key}`) };
}

test('a call that only the newer version showed is no finding where the older one lost events', () => {
  const before = [capture('v1', usual), capture('v1', usual, lossy), capture('v1', usual)];
  const after = Array.from({ length: 3 }, () => capture('v2', [...usual, 'mount']));
  const { state, changes, caveats, found } = compareNames(before, after);
  expect(state).toBe('compared');
  // In 180 s; each of the lost events may have been a mount.
  expect(changes).toMatchObject([{ key: 'mount', change: 'new', before: { below: (3 + 8) / 180, lost: 8 } }]);
  expect(caveats).toEqual(['8 events were lost in v1: a key that it did not show may have happened']);
  expect(found).toEqual([]);
});

test('what the newer version lost takes nothing from what it showed', () => {
  const before = Array.from({ length: 3 }, () => capture('v1', usual));
  const after = Array.from({ length: 3 }, () => capture('v2', [...usual, 'mount'], lossy));
  const { changes, caveats, found } = compareNames(before, after);
  expect(changes[0]?.before).not.toHaveProperty('lost');
  expect(caveats).toEqual(['24 events were lost in v2: a key that it did not show may have happened']);
  expect(found).toEqual(['new mount']);
});

test.each([
  ['without loss', whole, whole, 'stopped'],
  ['the older version lost events', lossy, whole, 'stopped'],
  ['the newer version lost events', whole, lossy, 'not_seen'],
  ['the newer version lost processes', whole, lossOf('process_fork', 'processes'), 'not_seen'],
])('a call has stopped only where the newer version lost nothing: %s', (_, before, after, change) => {
  const sides = [
    Array.from({ length: 8 }, () => capture('v1', [...usual, 'mount'], before)),
    Array.from({ length: 8 }, () => capture('v2', usual, after)),
  ] as const;
  expect(compareNames(...sides).changes.map((one) => [one.key, one.change])).toEqual([['mount', change]]);
});
