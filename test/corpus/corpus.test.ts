import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Diff } from '../../profiler/witness/diff/diff.ts';
import { compare } from '../../profiler/witness/say/compare.ts';
import { renderHeadline } from '../../profiler/witness/say/text/render-headline.ts';
import { judgePair, meanOf } from './judge-pair.ts';
import type { Size } from './pair.ts';
import { pairs } from './pairs.ts';
import { toComparison } from './read-pairs.ts';
import { readPair } from './stored-pair.ts';
import { screensFile, writeScreens } from './write-screens.ts';

/** What a comparison does not name, and why. */
const notNamed: Readonly<Record<string, string>> = {
  'go-rates': 'a goroutine that waits for a mutex has no stack',
  'go-reports': 'named by the function that allocates: the collector itself has too few samples in ten seconds',
  'python-prices': 'named by the function that throws: the interpreter that handles it has no symbols',
};

const judged = pairs.map((pair) => {
  const stored = readPair(pair.id);
  const diff = compare(toComparison(stored));
  return { pair, stored, diff, ...judgePair(pair, stored, diff) };
});

test('every pair has an id of its own', () => {
  expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
});

test('the lead names the true cause of all pairs but those that are known, and a false one of none', () => {
  const changed = judged.filter(({ pair }) => pair.cause !== 'none');
  const missed = changed.filter(({ pair, named }) => named !== pair.cause).map(({ pair }) => pair.id);
  expect(changed.length).toBeGreaterThanOrEqual(30);
  expect(missed.toSorted()).toEqual(Object.keys(notNamed).toSorted());
  const same = judged.filter(({ pair }) => pair.cause === 'none');
  expect(same.filter(({ named }) => named !== 'none').map(({ pair, named }) => `${pair.id}: ${named}`)).toEqual([]);
});

test('what was measured from outside lies in the interval wherever the comparison has one', () => {
  expect(judged.filter(({ size }) => size === 'misses').map(({ pair }) => pair.id)).toEqual([]);
  expect(judged.filter(({ size }) => size === 'holds').length).toBeGreaterThan(30);
});

/** How far what was measured lies from what is expected, in tolerances. */
function distanceOf(measured: number, expected: number, { tolerance, offset = 0 }: Size): number {
  return Math.abs(measured - expected) / (Math.abs(expected) * tolerance + offset);
}

/** How fast the machine is decides times, and not by how much the second version needs more. */
function distancesOf(size: Size, before: number, after: number): number[] {
  if (size.figure.includes('_ms')) return [distanceOf(after / before, size.after / size.before, size)];
  return [distanceOf(before, size.before, size), distanceOf(after, size.after, size)];
}

describe.each(judged)('$pair.id', ({ pair: { size, before, after, program }, stored, diff }) => {
  test('the client measured the expected size, and got the load that the row names', () => {
    const { outside } = stored;
    const measured = [outside.before, outside.after].map((windows) => meanOf(size.figure, windows));
    expect(Math.max(...distancesOf(size, measured[0] ?? 0, measured[1] ?? 0))).toBeLessThanOrEqual(1);
    const sides = [
      [before, outside.before],
      [after, outside.after],
    ] as const;
    for (const [side, windows] of sides) {
      expect(windows.map(({ load }) => load.errors)).toEqual([0, 0, 0]);
      expect(Math.abs(meanOf('requests_per_sec', windows) / side.requestsPerSec - 1)).toBeLessThan(0.1);
    }
  });

  test('three captures of each version are compared, with every axis', () => {
    const { bundles } = stored;
    expect([bundles.before.length, bundles.after.length]).toEqual([3, 3]);
    const missing = [...bundles.before, ...bundles.after].flatMap(({ axes }) =>
      axes.filter(({ state }) => state === 'missing').map(({ axis }) => axis),
    );
    expect(missing).toEqual([]);
    expect(Diff.parse(diff)).toMatchObject({ workload: program, identity: expect.any(String) as string });
    expect(diff.axes.filter(({ state }) => state === 'compared').length).toBeGreaterThan(10);
  });

  test('the lead is two sentences, in both languages, and the first screen has 24 lines of 80 columns', () => {
    const { lead } = diff.summary.answer!;
    for (const text of Object.values(lead)) expect(text.length).toBeLessThanOrEqual(240);
    const lines = renderHeadline(diff);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

test('what a terminal shows first of each pair is written down', () => {
  expect(readFileSync(screensFile, 'utf8')).toBe(writeScreens());
});

/** As a pipeline takes them, without any earlier one. */
test('of one capture of each version most costs and causes are said, and no false one', () => {
  const single = pairs.map((pair) => {
    const { before, after } = readPair(pair.id).bundles;
    const { answer } = compare(
      toComparison({ bundles: { before: before.slice(0, 1), after: after.slice(0, 1) } }),
    ).summary;
    return { pair, named: answer?.causes[0]?.id ?? 'none', level: answer?.level };
  });
  const changed = single.filter(({ pair }) => pair.cause !== 'none');
  const same = single.filter(({ pair }) => pair.cause === 'none');
  expect(changed.filter(({ level }) => level !== undefined).length).toBeGreaterThanOrEqual(36);
  expect(changed.filter(({ pair, named }) => named === pair.cause).length).toBeGreaterThanOrEqual(24);
  expect(same.filter(({ named, level }) => named !== 'none' || level !== undefined)).toEqual([]);
});
