/** Whether a row says where a function is declared: a key of several functions has no line. */
import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, networkOf, ran, ranAt, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { Diff } from '../../diff/diff.ts';
import { writeSarif } from '../../say/sarif/write-sarif.ts';
import { renderMarkdown } from '../../say/text/render-markdown.ts';
import { renderDiff } from '../../say/text/render.ts';

type Functions = Parameters<typeof sampled>[0];
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

function compared(before: Functions, after: Functions): Diff {
  const side = (version: string, functions: Functions) =>
    [0, 1, 2].map((at) =>
      makeCapture(version, {
        cpu_stacks: sampled([...functions, ran('main', 2000 + at)]),
        network: networkOf([], { traffic: [requests] }),
      }),
    );
  return diffOf(side('v1', before), side('v2', after));
}

const placeOf = (diff: Diff, key: string) => axisOf(diff, 'cpu_stacks').changes.find((one) => one.key === key)?.place;

/** Too rare to be judged alone; the last ones in the order of their names have a place. */
const few = (self: number): Functions =>
  Array.from({ length: 60 }, (_, at) => (at < 50 ? ran(`f${at}`, self) : ranAt(`g${at}`, self, '/src/malloc.c', 3185)));

describe('a pool of functions', () => {
  const diff = compared(few(2), few(9));
  const key = '(other functions of app)';

  test('has no line in any form', () => {
    const [finding] = diff.summary.findings.filter((one) => one.key === key);
    expect(finding).toMatchObject({ state: 'changed', level: 'confirmed' });
    expect(finding).not.toHaveProperty('place');
    expect(placeOf(diff, key)).toBeUndefined();
    // As callers, functions are judged one by one, each with its own place.
    const pooled = { ...diff, axes: diff.axes.filter(({ axis }) => axis !== 'cpu_within') };
    for (const text of [JSON.stringify(pooled), renderDiff(pooled), renderMarkdown(pooled)]) {
      expect(text).not.toContain('malloc.c');
    }
  });

  test('is of the workload as a whole in SARIF', () => {
    const { runs } = JSON.parse(writeSarif(diff)) as {
      runs: [{ results: { locations: unknown[]; ruleId: string }[] }];
    };
    const found = runs[0].results.filter(({ ruleId }) => ruleId === 'cpu_stacks');
    expect(found.flatMap(({ locations }) => locations)).toEqual([
      {
        physicalLocation: { artifactLocation: { uri: 'app' } },
        logicalLocations: [{ fullyQualifiedName: key, kind: 'cpu_stacks' }],
      },
    ]);
  });

  test('of one function has none either', () => {
    const one = (self: number): Functions => [{ ...ranAt('memcpy', self, '/src/memcpy.S', 12), module: 'libc.so.6' }];
    const all = (self: number): Functions => [...few(self).slice(0, 50), ...one(self)];
    expect(JSON.stringify(compared(all(2), all(9)))).not.toContain('memcpy.S');
  });
});

describe('a key of several functions', () => {
  test('has no line where two files declare a function of one name', () => {
    const both = (self: number): Functions => [
      ranAt('init', self, '/src/a.c', 10),
      ranAt('init', self, '/src/b.c', 20),
    ];
    expect(placeOf(compared(both(200), both(600)), 'init (app)')).toBeUndefined();
  });

  test('has no line where nameless functions of two builds are counted as one', () => {
    const nameless = (build: string, self: number): Functions => [ranAt(`[unknown ${build}+10]`, self, '/src/a.c', 10)];
    expect(placeOf(compared(nameless('1a2b', 200), nameless('3c4d', 600)), '[unknown] (app)')).toBeUndefined();
  });

  test('has the line of the function that has its name, whatever was folded into it', () => {
    const split = (self: number): Functions => [
      ranAt('parse', self, '/src/parse.c', 10),
      ranAt('parse.part.0', self, '/src/other.c', 99),
    ];
    expect(placeOf(compared(split(200), split(600)), 'parse (app)')).toEqual({ file: '/src/parse.c', line: 10 });
  });

  test('keeps the line of one function, which the newer version may have moved', () => {
    const diff = compared([ranAt('price', 200, '/src/p.c', 7)], [ranAt('price', 600, '/src/p.c', 9)]);
    expect(placeOf(diff, 'price (app)')).toEqual({ file: '/src/p.c', line: 9 });
  });
});
