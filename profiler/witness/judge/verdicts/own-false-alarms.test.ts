import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { called, makeRecord, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { Random } from '../../../../test/simulation/verdicts/random.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { addFalseAlarms, intervalOf, isTooNoisy, measureOwnFalseAlarms } from './own-false-alarms.ts';

const { axes, processes } = makeRecord();
const names = ['openat', 'read', 'write', 'futex', 'close', 'sendto', 'recvfrom', 'epoll_wait'];

/** A workload whose system calls are made in one of two ways, each of which lasts for three captures or a few more. */
function* captures(version: string, seed: number, { modes, slower = 1 }: { modes: number; slower?: number }) {
  const random = new Random(seed);
  let [mode, rest] = [1, 3];
  while (true) {
    if (rest === 0) [mode, rest] = [mode === 1 ? modes : 1, random.next() < 0.8 ? 3 : 6];
    rest -= 1;
    const calls = names.map((name, at) => called(name, random.poisson(mode * 500 * (at + 1))));
    const functions = [ran('main', random.poisson(2000)), ran('price', random.poisson(1500 * slower))];
    yield makeCapture(version, { ...axes, syscalls: { calls, cut: 0 }, cpu_stacks: sampled(functions) });
  }
}

function take(made: Generator<ComparedCapture>, count: number): ComparedCapture[] {
  return Array.from({ length: count }, () => made.next().value as ComparedCapture);
}
const vectorsOf = (some: readonly ComparedCapture[]): CaptureVector[] => some.map(({ vector }) => vector);

describe('how often reports are wrong on a workload', () => {
  const noisy = take(captures('v1', 1, { modes: 4 }), 60);
  const steady = take(captures('v1', 2, { modes: 1 }), 60);

  test('is counted over comparisons that share no capture, for each axis', () => {
    const { two, three } = measureOwnFalseAlarms(vectorsOf(noisy), 0);
    expect([two.report.comparisons, three.report.comparisons]).toEqual([15, 10]);
    expect(three.axes['syscalls']?.comparisons).toBe(10);
    expect(three.axes['syscalls']?.false).toBeGreaterThan(2);
    expect(three.axes['cpu_stacks']).toEqual({ comparisons: 10, false: 0 });
    expect(three.report.false).toBe(three.axes['syscalls']?.false);
    expect(three.axes).not.toHaveProperty('files');
  });

  test('does not depend on the order of the captures, nor on one that is given twice', () => {
    const vectors = vectorsOf(noisy.slice(0, 12));
    const turned = [...vectors.toReversed(), ...vectors.slice(3, 5)];
    expect(measureOwnFalseAlarms(turned, 0)).toEqual(measureOwnFalseAlarms(vectors, 0));
  });

  test('learns nothing across versions, builds, or captures that count as one', () => {
    const [a, b] = [
      vectorsOf(take(captures('v1', 3, { modes: 1 }), 3)),
      vectorsOf(take(captures('v2', 4, { modes: 1 }), 3)),
    ];
    expect(measureOwnFalseAlarms([...a, ...b], 0).two.report.comparisons).toBe(0);
    const rebuilt = vectorsOf(
      take(captures('v1', 3, { modes: 1 }), 2).map(() =>
        makeCapture('v1', axes, { processes: processes.map((one) => ({ ...one, exe_sha256: 'f'.repeat(64) })) }),
      ),
    );
    expect(measureOwnFalseAlarms([...a, ...rebuilt], 0).two.report.comparisons).toBe(0);
    expect(measureOwnFalseAlarms(vectorsOf(steady), 24 * 3_600_000).two.report.comparisons).toBe(0);
  });

  test('withdraws the verdicts of the axis that is too often wrong, and of no other', () => {
    const before = take(captures('v2', 5, { modes: 1 }), 3);
    const after = take(captures('v3', 6, { modes: 1, slower: 3 }), 3);
    const more = after.map(({ ref, vector }) => ({ ref, vector: withTwice(vector) }));
    const known = measureOwnFalseAlarms(vectorsOf(noisy), 0);
    const open = diffOf(before, more, { spacingMs: 0 });
    const shut = diffOf(before, more, { spacingMs: 0, ownFalseAlarms: known });
    expect(axisOf(open, 'syscalls').changes.map(({ change }) => change)).toContain('changed');
    expect(open.summary.notes.en[0]).toBe(
      'Own false-alarm rate not known yet (0 comparisons of captures of one version).',
    );
    const { changes, totals, caveats, own_false_alarms: rate } = axisOf(shut, 'syscalls');
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['undecided']));
    expect(totals?.change).toBe('undecided');
    expect(rate).toMatchObject({ state: 'too_noisy', comparisons: 10 });
    expect(rate?.low).toBeGreaterThan(0.05);
    expect(caveats.at(-1)).toMatch(
      /^too noisy here: \d of 10 comparisons of captures of one version called something changed$/u,
    );
    expect(shut.summary.sentence).toContain('Too noisy here to be judged: syscalls.');
    expect(shut.summary.sentences['pt-BR']).toContain('Ruído demais aqui para julgar: syscalls.');
    expect(shut.summary.findings.map(({ axis }) => axis)).not.toContain('syscalls');
    expect(axisOf(shut, 'cpu_stacks').changes[0]).toMatchObject({ key: 'price (app)', change: 'changed' });
    expect(axisOf(shut, 'cpu_stacks').own_false_alarms).toMatchObject({ state: 'known', false: 0, low: 0 });
  });

  test('withdraws nothing on a workload that keeps the promise, and says how often it was wrong', () => {
    const known = measureOwnFalseAlarms(vectorsOf(steady), 0);
    const diff = diffOf(take(captures('v2', 7, { modes: 1 }), 3), take(captures('v3', 8, { modes: 1, slower: 3 }), 3), {
      spacingMs: 0,
      ownFalseAlarms: known,
    });
    expect(known.three.report).toEqual({ comparisons: 10, false: 0 });
    expect(diff.own_false_alarms).toMatchObject({ state: 'known', comparisons: 10, false: 0, low: 0 });
    expect(diff.summary.notes.en[0]).toBe(
      'Own false-alarm rate: 0 of 10 comparisons of captures of one version called something changed (95 % interval 0 to 31 %).',
    );
    expect(axisOf(diff, 'cpu_stacks').changes[0]).toMatchObject({ key: 'price (app)', change: 'changed' });
  });

  test('is not said where nothing is judged', () => {
    const diff = diffOf(take(captures('v2', 7, { modes: 1 }), 1), take(captures('v3', 8, { modes: 1 }), 1));
    expect(diff).not.toHaveProperty('own_false_alarms');
    expect(diff.summary.notes).toEqual({ en: [], 'pt-BR': [] });
  });
});

/** Every system call twice as often. */
function withTwice(vector: CaptureVector): CaptureVector {
  const twice = vector.axes.map((axis) => {
    if (axis.axis !== 'syscalls' || axis.state === 'missing') return axis;
    return { ...axis, columns: { ...axis.columns, amount: axis.columns.amount.map((one) => 2 * one) } };
  });
  return { ...vector, axes: twice };
}

test.each([
  // By the definition: the binomial tail at each end is 0.025.
  [{ comparisons: 30, false: 0 }, 0, 0.1157033082],
  [{ comparisons: 10, false: 3 }, 0.0667395111, 0.6524528501],
  [{ comparisons: 2, false: 2 }, 0.158113883, 1],
  [{ comparisons: 1, false: 1 }, 0.025, 1],
])('the interval of %j', (count, low, high) => {
  expect(intervalOf(count).low).toBeCloseTo(low, 9);
  expect(intervalOf(count).high).toBeCloseTo(high, 9);
});

test.each([
  [1, 1, false],
  [2, 2, true],
  [5, 2, true],
  [6, 2, false],
  [10, 2, false],
  [10, 3, true],
])('of %i comparisons, %i false: too noisy %j', (comparisons, wrong, expected) => {
  expect(isTooNoisy({ comparisons, false: wrong })).toBe(expected);
});

test('counts of several workloads or versions add up', () => {
  const one = { report: { comparisons: 2, false: 1 }, axes: { locks: { comparisons: 1, false: 1 } } };
  const other = { report: { comparisons: 3, false: 0 }, axes: { syscalls: { comparisons: 3, false: 0 } } };
  const { two } = addFalseAlarms([
    { two: one, three: one },
    { two: other, three: other },
  ]);
  expect(two).toEqual({
    report: { comparisons: 5, false: 1 },
    axes: { locks: { comparisons: 1, false: 1 }, syscalls: { comparisons: 3, false: 0 } },
  });
});
