import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { offCpu, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { isNameless, isToldApart, readNameless } from './nameless.ts';

const capture = (version: string, weights: Readonly<Record<string, number>>) =>
  makeCapture(version, { cpu_stacks: sampled(Object.entries(weights).map(([name, self]) => ran(name, self))) });

function compared(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Map<string, unknown[]> {
  const changes = axisOf(diffOf([capture('v1', a)], [capture('v2', b)]), 'cpu_stacks').changes;
  return new Map(changes.map(({ key, before, after }) => [key, [before, after]]));
}

const seen = (count: number) => expect.objectContaining({ seen: true, count });
const unseen = expect.objectContaining({ seen: false });

describe('functions without a name', () => {
  test('are compared each by itself where both sides ran the same build', () => {
    const changes = compared(
      { '[unknown 3f2a1c7b+4a5e0]': 500, '[unknown 3f2a1c7b+4a700]': 300 },
      { '[unknown 3f2a1c7b+4a5e0]': 900, '[unknown 3f2a1c7b+4b000]': 200 },
    );
    expect(changes).toEqual(
      new Map([
        ['[unknown 3f2a1c7b+4a5e0] (app)', [seen(500), seen(900)]],
        ['[unknown 3f2a1c7b+4a700] (app)', [seen(300), unseen]],
        ['[unknown 3f2a1c7b+4b000] (app)', [unseen, seen(200)]],
      ]),
    );
  });

  test('of different builds are one function of their module, whatever lies at the same place', () => {
    const changes = compared(
      { '[unknown 3f2a1c7b+4a5e0]': 500, '[unknown 3f2a1c7b+4a700]': 300, main: 7 },
      { '[unknown 90d1e5aa+4a5e0]': 900, '[unknown 90d1e5aa+4a700]': 50, main: 7 },
    );
    expect(changes).toEqual(
      new Map([
        ['[unknown] (app)', [seen(800), seen(950)]],
        ['main (app)', [seen(7), seen(7)]],
      ]),
    );
  });

  test('are compared with those of a capture that does not distinguish them', () => {
    const changes = compared({ '[unknown]': 500 }, { '[unknown 90d1e5aa+4a5e0]': 300, '[unknown 90d1e5aa+1]': 100 });
    expect(changes).toEqual(new Map([['[unknown] (app)', [seen(500), seen(400)]]]));
  });

  test('leave no finding where the newer version is stripped: what only the other side names is compared as one', () => {
    const side = (version: string, names: readonly string[]) =>
      [0, 1, 2].map((at) =>
        capture(version, Object.fromEntries(names.map((name, place) => [name, 2000 - 600 * place + at]))),
      );
    const nameless = ['[unknown 90d1e5aa+4a5e0]', '[unknown 90d1e5aa+4a700]', '[unknown 90d1e5aa+4b000]'];
    for (const turn of [false, true]) {
      const sides = [side('v1', ['main', 'price', 'parse']), side('v2', nameless)];
      const [before, after] = turn ? sides.toReversed() : sides;
      const diff = diffOf(before!, after!);
      const stacks = axisOf(diff, 'cpu_stacks');
      expect(stacks.changes.map(({ key, change }) => [key, change])).toEqual([['[unknown] (app)', 'no_change']]);
      expect(stacks.caveats).toEqual(['most functions of app have no names in v2 and are compared as one']);
      expect(diff.summary.findings).toEqual([]);
      expect(axisOf(diff, 'syscalls').caveats).toEqual([]);
    }
  });

  test('that are few hide no function that only one side has', () => {
    const changes = compared(
      { '[unknown 3f2a1c7b+4a5e0]': 5, main: 700 },
      { '[unknown 90d1e5aa+4a5e0]': 5, main: 700, price: 500 },
    );
    expect([...changes.keys()].toSorted()).toEqual(['[unknown] (app)', 'main (app)', 'price (app)']);
  });

  test('hide no function where both sides ran the same build', () => {
    const build = { '[unknown 3f2a1c7b+4a5e0]': 900, main: 7 };
    const changes = compared({ ...build, old: 5 }, { ...build, fresh: 5 });
    expect([...changes.keys()].filter((key) => !key.startsWith('[')).toSorted()).toEqual([
      'fresh (app)',
      'main (app)',
      'old (app)',
    ]);
  });

  test('take the place of a function in what waited or was asked there', () => {
    const wait = (name: string) => ({ off_cpu: offCpu(20e9, { [name]: 12e9 }) });
    const diff = diffOf([makeCapture('v1', wait('park'))], [makeCapture('v2', wait('[unknown 90d1e5aa+4a5e0]'))]);
    expect(axisOf(diff, 'off_cpu_sites').changes.map(({ key }) => key)).toEqual(['sleep futex at [unknown] (app)']);
  });

  test('are no other functions, and no name is', () => {
    expect(['[unknown]', '[unknown 3f2a1c7b+4a5e0]', '[other functions]', 'main'].map(isNameless)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(['[unknown]', '[unknown 3f2a1c7b+4a5e0]'].map(isToldApart)).toEqual([false, true]);
  });
});

test('what folds the keys of an axis says so too, and reads the axis once for both', () => {
  let reads = 0;
  const counted = (version: string, weights: Readonly<Record<string, number>>) => {
    const vector = capture(version, weights).vector;
    const axes = vector.axes.map((axis) => {
      if (axis.state === 'missing') return axis;
      const { columns, ...rest } = axis;
      return Object.defineProperty({ ...rest, columns }, 'columns', { get: () => (reads++, columns) });
    });
    return { ...vector, axes };
  };
  const nameless = readNameless(
    [counted('v1', { price: 500, main: 7 })],
    [counted('v2', { '[unknown 90d1e5aa+1]': 500, main: 7 })],
  );
  const atFirst = reads;
  expect(nameless.keyOf('cpu_stacks', 'price (app)')).toBe('[unknown] (app)');
  const once = reads;
  expect(once).toBeGreaterThan(atFirst);
  expect(nameless.caveatsOf('cpu_stacks')).toEqual([
    'most functions of app have no names in v2 and are compared as one',
  ]);
  expect([nameless.keyOf('cpu_stacks', 'main (app)'), nameless.keyOf('files', '/etc')]).toEqual(['main (app)', '/etc']);
  expect(nameless.caveatsOf('files')).toEqual([]);
  expect(reads).toBe(once);
});
