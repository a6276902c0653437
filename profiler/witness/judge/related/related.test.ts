import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, connected, makeRecord, networkOf, offCpu } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { sampledStacks } from '../../../../test/made-stacks.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { type AxisDiff, Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';
import { renderDiff } from '../../say/text/render.ts';
import { renderMarkdown } from '../../say/text/render-markdown.ts';

type Counts = Readonly<Record<string, number>>;
type Options = Parameters<typeof sampledStacks>[1];

/** Three captures of a version, the load of each a little different; other builds in each version. */
function capturesOf(
  version: string,
  counts: Counts,
  { changeOf, load = 1 }: { changeOf?: Options; load?: number } = {},
) {
  return [1, 1.01, 0.99].map((times) => {
    const scaled = Object.fromEntries(
      Object.entries(counts).map(([way, count]) => [way, Math.round(count * times * load)]),
    );
    const exe = version === 'v1' ? 'a' : 'b';
    return makeCapture(
      version,
      {
        cpu_stacks: sampledStacks(scaled, changeOf),
        network: networkOf([connected('10.0.0.5')], {
          traffic: [{ ...carried('received', 6000), messages: Math.round(6000 * times * load) }],
        }),
      },
      { processes: makeRecord().processes.map((one) => ({ ...one, exe_sha256: exe.repeat(64) })) },
    );
  });
}

const base: Counts = {
  'main > serve > price': 800,
  'main > serve > price > round': 100,
  'main > serve > parse': 600,
  'main > serve': 50,
  'main > log': 300,
};
/** With functions under other names, at other cost, or without. */
function changed(
  rewrite: (way: string) => string | undefined,
  costOf = (_way: string, count: number) => count,
): Counts {
  const counts: Record<string, number> = {};
  for (const [way, count] of Object.entries(base)) {
    const other = rewrite(way);
    if (other !== undefined) counts[other] = (counts[other] ?? 0) + costOf(way, count);
  }
  return counts;
}
const renamePrice = (way: string): string => way.replace('price', 'quote');

function compareStacks(before: Counts, after: Counts, options: Parameters<typeof capturesOf>[2] = {}): Diff {
  return diffOf(capturesOf('v1', before), capturesOf('v2', after, options));
}
const stacksOf = (diff: Diff): AxisDiff => axisOf(diff, 'cpu_stacks');
const findingsOf = (diff: Diff): string[] =>
  diff.summary.findings.filter(({ axis }) => axis === 'cpu_stacks').map(({ key }) => key);
const relatedIn = (diff: Diff): string[] =>
  (stacksOf(diff).related ?? []).map(({ kind, from, to }) => `${kind}: ${from.join(', ')} → ${to.join(', ')}`);

describe('a function under another name', () => {
  const diff = compareStacks(base, changed(renamePrice));

  test('is one function with one row, and no finding', () => {
    expect(Diff.parse(diff)).toEqual(diff);
    expect(relatedIn(diff)).toEqual(['renamed: price (app) → quote (app)']);
    expect(findingsOf(diff)).toEqual([]);
    const { changes, related } = stacksOf(diff);
    expect(changes.map(({ key }) => key)).not.toContain('price (app)');
    expect(changes.find(({ key }) => key === 'quote (app)')).toMatchObject({ change: 'no_change', related: 0 });
    expect(related?.[0]).toMatchObject({
      basis: 'stacks',
      change: 'no_change',
      before: { seen: true },
      after: { seen: true },
    });
  });

  test('is said in the headline of both languages, in text and in Markdown', () => {
    const { sentence, sentences } = diff.summary;
    expect(sentence).toContain('price (app) is now called quote (app) (same cost together).');
    expect(sentences['pt-BR']).toContain('price (app) agora se chama quote (app) (mesmo custo em conjunto).');
    expect(renderDiff(diff)).toContain('renamed  cpu_stacks: price (app) → quote (app) (same cost together)');
    expect(renderMarkdown(diff)).toContain(
      String.raw`- renamed cpu\_stacks: price \(app\) → quote \(app\) \(same cost together\)`,
    );
  });

  test('that costs more is one finding, which says both', () => {
    const more = compareStacks(
      base,
      changed(renamePrice, (way, count) => (way.includes('price') ? count * 1.5 : count)),
      {
        changeOf: () => ({}),
      },
    );
    // Its one caller and few callees do not say enough where the cost differs as well.
    expect(relatedIn(more)).toEqual([]);
    const place = (name: string) => (name === 'price' || name === 'quote' ? { file: 'price.c', line: 7 } : {});
    const placed = diffOf(
      capturesOf('v1', base, { changeOf: place }),
      capturesOf(
        'v2',
        changed(renamePrice, (way, count) => (way.includes('price') ? count * 1.5 : count)),
        {
          changeOf: place,
        },
      ),
    );
    expect(stacksOf(placed).related).toMatchObject([{ basis: 'stacks_and_source', change: 'changed' }]);
    expect(findingsOf(placed)).toContain('quote (app)');
    expect(findingsOf(placed)).not.toContain('price (app)');
    expect(placed.summary.sentence).toContain(
      '50 % more CPU time in quote (app) for each request (renamed from price (app))',
    );
    expect(placed.summary.sentences['pt-BR']).toContain('(antes price (app))');
    expect(renderDiff(placed)).toContain('renamed from price (app)');
    expect(placed.summary.related).toBeUndefined();
  });

  test('is recognised at twice the load, and below a caller that has another name as well', () => {
    const both = (way: string) => renamePrice(way).replace('serve', 'handle');
    expect(relatedIn(compareStacks(base, changed(both), { load: 2 }))).toEqual([
      'renamed: price (app) → quote (app)',
      'renamed: serve (app) → handle (app)',
    ]);
  });

  test('has the other name wherever functions are named', () => {
    const waits = (name: string) => ({ off_cpu: offCpu(24e9, { [name]: 12e9 }) });
    const withWaits = (captures: ComparedCapture[], version: string, name: string, counts: Counts) =>
      captures.map(() => makeCapture(version, { ...waits(name), cpu_stacks: sampledStacks(counts) }));
    const before = withWaits(capturesOf('v1', base), 'v1', 'price', base);
    const after = withWaits(capturesOf('v2', base), 'v2', 'quote', changed(renamePrice)).map(otherBuild);
    const sites = axisOf(diffOf(before, after), 'off_cpu_sites');
    expect(sites.changes.map(({ key }) => key)).toEqual(['sleep futex at quote (app)']);
    expect(sites.related).toMatchObject([{ from: ['sleep futex at price (app)'], to: ['sleep futex at quote (app)'] }]);
  });

  test.each([
    [
      'two could be meant',
      changed(renamePrice, (way, count) => (way === 'main > serve > price' ? count / 2 : count)),
      {
        'main > serve > cost': 400,
      },
    ],
    ['the cost is another one', changed(renamePrice, (way, count) => (way.includes('price') ? count * 3 : count)), {}],
    ['it is elsewhere in the stacks', changed((way) => way.replace('serve > price', 'log > quote')), {}],
    [
      'it calls others',
      changed((way) => renamePrice(way).replace('> round', '> ceil > round')),
      { 'main > serve > quote > floor': 700 },
    ],
  ])('is not claimed where %s', (_, counts, more) => {
    expect(relatedIn(compareStacks(base, { ...counts, ...more }))).toEqual([]);
  });

  test('is not claimed in another module, of the same executables, or without two captures of each version', () => {
    const elsewhere = (name: string) => (name === 'quote' ? { module: 'libquote.so' } : {});
    expect(relatedIn(compareStacks(base, changed(renamePrice), { changeOf: elsewhere }))).toEqual([]);
    const same = capturesOf('v1', changed(renamePrice)).map(asVersion2);
    expect(relatedIn(diffOf(capturesOf('v1', base), same))).toEqual([]);
    expect(relatedIn(diffOf(capturesOf('v1', base).slice(0, 1), capturesOf('v2', changed(renamePrice))))).toEqual([]);
  });

  test('is not claimed without the stacks of the captures', () => {
    const blind = (captures: ComparedCapture[]) => captures.map(withoutEdges);
    const diff = diffOf(blind(capturesOf('v1', base)), blind(capturesOf('v2', changed(renamePrice))));
    expect(relatedIn(diff)).toEqual([]);
    expect(findingsOf(diff).toSorted()).toEqual(['price (app)', 'quote (app)']);
  });

  test('is not claimed in a module whose functions come and go', () => {
    const flicker = (captures: ComparedCapture[]) => captures;
    const before = [0, 1, 2].map((at) => withFlicker('v1', base, at));
    const after = [0, 1, 2].map((at) => withFlicker('v2', changed(renamePrice), at));
    expect(relatedIn(diffOf(flicker(before), flicker(after)))).toEqual([]);
  });

  test('is the same function where a compiler numbered a part or copy of it', () => {
    const suffixes = [
      ['price.constprop.0', 'price.isra.0.cold'],
      ['price [clone .isra.1]', 'price'],
    ] as const;
    for (const [old, fresh] of suffixes) {
      const diff = compareStacks(
        changed((way) => way.replace('price', old)),
        changed((way) => way.replace('price', fresh)),
      );
      expect(relatedIn(diff)).toEqual([]);
      expect(stacksOf(diff).changes.find(({ key }) => key === 'price (app)')?.change).toBe('no_change');
    }
  });
});

describe('a function inside its callers', () => {
  const inlineParse = changed((way) => way.replace(' > parse', ''));

  test('is no improvement of its own, and its caller no regression', () => {
    const diff = compareStacks(base, inlineParse);
    expect(relatedIn(diff)).toEqual(['inlined: parse (app), serve (app) → serve (app)']);
    expect(findingsOf(diff)).toEqual([]);
    expect(stacksOf(diff).changes.find(({ key }) => key === 'serve (app)')).toMatchObject({
      change: 'no_change',
      related: 0,
    });
    expect(diff.summary.sentence).toContain('parse (app) was inlined into serve (app) (same cost together).');
    expect(diff.summary.sentences['pt-BR']).toContain('parse (app) foi incorporada (inline) em serve (app)');
    expect(renderDiff(diff)).toContain('inlined  cpu_stacks: parse (app) into serve (app) (same cost together)');
  });

  test('is recognised when it is taken out again, and at another load', () => {
    expect(relatedIn(compareStacks(inlineParse, base, { load: 1.5 }))).toEqual([
      'outlined: serve (app) → parse (app), serve (app)',
    ]);
  });

  test('is recognised in two callers, which are then one key', () => {
    const before: Counts = {
      'main > a > both': 300,
      'main > b > both': 300,
      'main > a': 40,
      'main > b': 40,
      'main > log': 500,
    };
    const after: Counts = { 'main > a': 340, 'main > b': 340, 'main > log': 500 };
    const diff = compareStacks(before, after);
    expect(relatedIn(diff)).toEqual(['inlined: a (app), b (app), both (app) → a (app), b (app)']);
    expect(stacksOf(diff).changes.map(({ key }) => key)).toContain('a (app) + b (app)');
    expect(findingsOf(diff)).toEqual([]);
  });

  test.each([
    ['its caller costs no more', changed((way) => (way.includes('parse') ? undefined : way))],
    ['its caller costs much more than both', { ...inlineParse, 'main > serve': 2000 }],
    ['its caller costs a third of it more', { ...inlineParse, 'main > serve': 250 }],
    [
      'another function costs more',
      { ...changed((way) => (way.includes('parse') ? undefined : way)), 'main > log': 900 },
    ],
  ])('is not claimed where %s', (_, counts) => {
    expect(relatedIn(compareStacks(base, counts))).toEqual([]);
  });
});

test('where another function may be the one that is gone, only where its cost went is said', () => {
  const inlineParse = changed((way) => way.replace(' > parse', ''));
  const diff = compareStacks(base, { ...inlineParse, 'main > serve > scan': 250 });
  expect(relatedIn(diff)).toEqual(['moved: parse (app) → serve (app)']);
  expect(findingsOf(diff)).toEqual(['scan (app)']);
});

describe('cost that moved', () => {
  const move = (counts: Counts, from: string, to: string, by: number): Counts => ({
    ...counts,
    [from]: (counts[from] ?? 0) - by,
    [to]: (counts[to] ?? 0) + by,
  });
  const shifted = move(base, 'main > serve > price', 'main > serve > parse', 400);

  test('between two functions with one caller is no regression', () => {
    const diff = compareStacks(base, shifted);
    expect(Diff.parse(diff)).toEqual(diff);
    expect(stacksOf(diff).related).toMatchObject([
      { kind: 'moved', from: ['price (app)'], to: ['parse (app)'], basis: 'sum', change: 'no_change' },
    ]);
    expect(
      stacksOf(diff)
        .changes.filter(({ related }) => related === 0)
        .map(({ key, change }) => `${key} ${change}`),
    ).toEqual(['parse (app) changed', 'price (app) changed']);
    expect(findingsOf(diff)).toEqual([]);
    expect(diff.summary.sentence).toContain('CPU time moved from price (app) to parse (app) (same cost together).');
    expect(diff.summary.sentences['pt-BR']).toContain('CPU: o tempo passou de price (app) para parse (app)');
    expect(judgeGate(diff).code).toBe(0);
  });

  test('has before and after of both together', () => {
    const [moved] = stacksOf(compareStacks(base, shifted)).related ?? [];
    // 1,400 samples at 100 a second are 14 s of CPU in 60 s, and so after.
    expect([moved?.before, moved?.after]).toMatchObject([
      { rate: expect.closeTo(14_000 / 60, 0) as number },
      { rate: expect.closeTo(14_000 / 60, 0) as number },
    ]);
  });

  test.each([
    ['the one gained twice what the other lost', move(shifted, 'main > idle', 'main > serve > parse', 400)],
    ['nothing calls both', move(base, 'main > serve > price', 'start > flush', 400)],
  ])('stays a regression where %s', (_, counts) => {
    const kept = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    const diff = compareStacks({ ...base, 'start > flush': 200 }, { 'start > flush': 200, ...kept });
    expect(relatedIn(diff)).toEqual([]);
    expect(findingsOf(diff).length).toBeGreaterThan(0);
    expect(judgeGate(diff).code).toBe(1);
  });
});

function otherBuild({ ref, vector }: ComparedCapture): ComparedCapture {
  return { ref, vector: { ...vector, builds: vector.builds.map((one) => ({ ...one, exe_sha256: 'b'.repeat(64) })) } };
}

function asVersion2({ ref, vector }: ComparedCapture): ComparedCapture {
  return { ref: { ...ref, version: 'v2' }, vector: { ...vector, request: { ...vector.request, version: 'v2' } } };
}

function withoutEdges({ ref, vector }: ComparedCapture): ComparedCapture {
  const axes = vector.axes.map((axis) => {
    if (axis.state === 'missing') return axis;
    const { edges: _, ...columns } = axis.columns;
    return { ...axis, columns };
  });
  return { ref, vector: { ...vector, axes } };
}

/** Eight functions, each in some captures only. */
function withFlicker(version: string, counts: Counts, at: number): ComparedCapture {
  const some = Array.from({ length: 8 }, (_, index) => index).filter((index) => (index + at) % 3 !== 0);
  const more = Object.fromEntries(some.map((index) => [`main > task${index}`, 40]));
  const made = makeCapture(version, { cpu_stacks: sampledStacks({ ...counts, ...more }) });
  return version === 'v1' ? made : otherBuild(made);
}
