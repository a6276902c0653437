import { describe, expect, test } from 'vitest';
import { makeFlame, makeLargeFlame } from '../../dev-server/make-flame.ts';
import { findFrames, matchedShare, selectFrames } from './find-frames.ts';
import { idOf, nodeOf } from './flame-path.ts';
import { type FlameTree, keyOf, layOut, readTree } from './flame-tree.ts';
import { splitKey } from './name-parts.ts';
import { calleesOf, callersOf } from './sandwich.ts';
import { hasCallees, move, nodeAt, siblingsOf, widestOf } from './walk-tree.ts';

const sides = { before: { version: '1', captures: 2 }, after: { version: '2', captures: 2 } };
const graph = makeFlame(
  [
    ['main>parse', 10, 10],
    ['main>serve>zip@libz', 20, 50],
    ['main>serve>old', 10, 0],
    ['main>parse>zip@libz', 5, 5],
    ['idle', 0, 15],
  ],
  sides,
);
const tree = readTree(graph);
const newer = { tree, layout: layOut(tree, 'after') };

function frameOf(name: string): number {
  return graph.frames.findIndex(({ key }) => key.startsWith(`${name} `));
}

const itself = (key: string): string => key;

function keyNamed(name: string): string {
  return graph.frames[frameOf(name)]?.key ?? '';
}

/** Each node as its way, with both amounts. */
function ways(of: FlameTree): [string, number, number][] {
  const names: string[] = [];
  return Array.from(of.frame, (_, node) => {
    const name = splitKey(keyOf(of, node) ?? 'all').name;
    names[node] = node === 0 ? name : `${names[of.parent[node] ?? 0]}>${name}`;
    return [names[node], of.before[node] ?? 0, of.after[node] ?? 0];
  });
}

function nodeNamed(way: string): number {
  return ways(tree).findIndex(([one]) => one === way);
}

test('the tree has the whole above the roots, and callees beside each other within their caller', () => {
  expect(ways(tree).slice(0, 3)).toEqual([
    ['all', 45, 80],
    ['all>idle', 0, 15],
    ['all>main', 45, 65],
  ]);
  const { start, width } = newer.layout;
  const boxes = ['all>idle', 'all>main', 'all>main>parse', 'all>main>serve'].map((way) => {
    const node = nodeNamed(way);
    return [start[node], (start[node] ?? 0) + (width[node] ?? 0)];
  });
  expect(boxes).toEqual([
    [0, 15],
    [15, 80],
    [15, 30],
    [30, 80],
  ]);
});

describe('keys', () => {
  test('lead to caller, first callee and both neighbours, and stay where there is none', () => {
    const parse = nodeNamed('all>main>parse');
    expect(move(newer, parse, 'next')).toBe(nodeNamed('all>main>serve'));
    expect(move(newer, nodeNamed('all>main>serve'), 'previous')).toBe(parse);
    expect(move(newer, parse, 'callee')).toBe(nodeNamed('all>main>parse>zip'));
    expect(move(newer, parse, 'caller')).toBe(nodeNamed('all>main'));
    expect(move(newer, parse, 'previous')).toBe(parse);
    expect(move(newer, parse, 'root')).toBe(0);
    expect(move(newer, 0, 'caller')).toBe(0);
    expect(move(newer, 0, 'next')).toBe(0);
  });

  test('pass over what has no width on this side', () => {
    const serve = nodeNamed('all>main>serve');
    expect(move(newer, serve, 'callee')).toBe(nodeNamed('all>main>serve>zip'));
    const older = { tree, layout: layOut(tree, 'before') };
    expect(move(older, serve, 'callee')).toBe(nodeNamed('all>main>serve>old'));
    expect(siblingsOf(older, nodeNamed('all>main'))).toEqual([nodeNamed('all>main')]);
  });

  test('reach every frame of a graph of 2,000 by caller, callee and neighbours alone', () => {
    const large = readTree(makeLargeFlame(2000));
    const laidOut = { tree: large, layout: layOut(large, 'after') };
    const reached = new Set<number>();
    const waiting = [0];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      waiting.push(...(['callee', 'next', 'previous', 'caller'] as const).map((by) => move(laidOut, node, by)));
    }
    const drawn = [...laidOut.layout.width].filter((width) => width > 0).length;
    expect(drawn).toBeGreaterThan(1500);
    expect(reached.size).toBe(drawn);
    expect(hasCallees(laidOut, 0)).toBe(true);
  });
});

test('the pointer finds the node of a level and a place, and nothing beside it', () => {
  expect(nodeAt(newer, 2, 29.9)).toBe(nodeNamed('all>main>parse'));
  expect(nodeAt(newer, 2, 30)).toBe(nodeNamed('all>main>serve'));
  expect(nodeAt(newer, 3, 21)).toBeUndefined();
  expect(nodeAt(newer, 9, 40)).toBeUndefined();
});

test('finds the widest place of a function, and none where it was not sampled', () => {
  expect(widestOf(newer, selectFrames(graph.frames, keyNamed('zip'), itself))).toBe(nodeNamed('all>main>serve>zip'));
  expect(widestOf(newer, selectFrames(graph.frames, keyNamed('old'), itself))).toBeUndefined();
});

describe('the sandwich', () => {
  test('merges the callers of every place of a function, its own callers first', () => {
    expect(ways(callersOf(tree, frameOf('zip')))).toEqual([
      ['zip', 25, 55],
      ['zip>parse', 5, 5],
      ['zip>parse>main', 5, 5],
      ['zip>serve', 20, 50],
      ['zip>serve>main', 20, 50],
    ]);
  });

  test('merges what every place of a function calls', () => {
    expect(ways(calleesOf(tree, frameOf('main')))).toEqual([
      ['main', 45, 65],
      ['main>parse', 15, 15],
      ['main>parse>zip', 5, 5],
      ['main>serve', 30, 50],
      ['main>serve>old', 10, 0],
      ['main>serve>zip', 20, 50],
    ]);
  });

  test('counts a function that calls itself where it was entered', () => {
    const recursive = readTree(
      makeFlame([
        ['main>walk>walk', 0, 8],
        ['main>walk', 0, 2],
      ]),
    );
    const walk = recursive.frames.findIndex(({ key }) => key.startsWith('walk'));
    expect(ways(calleesOf(recursive, walk)).map(([way, , after]) => [way, after])).toEqual([
      ['walk', 10],
      ['walk>walk', 8],
    ]);
    expect(ways(callersOf(recursive, walk)).map(([way, , after]) => [way, after])).toEqual([
      ['walk', 10],
      ['walk>main', 10],
    ]);
  });
});

describe('search', () => {
  test('takes no account of case and matches modules too', () => {
    expect(findFrames(graph.frames, '  ')).toBeUndefined();
    const matches = findFrames(graph.frames, 'LIBZ') ?? new Uint8Array();
    expect(graph.frames.filter((_, place) => matches[place] === 1).map(({ key }) => key)).toEqual(['zip (libz)']);
  });

  test('counts what is below a match once', () => {
    const matches = findFrames(graph.frames, 'e') ?? new Uint8Array();
    // idle, parse and serve match; zip is below two of them.
    expect(matchedShare(tree, newer.layout, matches)).toBe(1);
    expect(matchedShare(tree, newer.layout, findFrames(graph.frames, 'zip') ?? new Uint8Array())).toBe(55 / 80);
  });
});

describe('the name of a node in a link', () => {
  test('finds the same way again in another answer', () => {
    const id = idOf(tree, nodeNamed('all>main>serve>zip'));
    expect(id).toMatch(/^[\da-f]{16}$/u);
    const other = readTree(
      makeFlame(
        [
          ['a>b', 1, 1],
          ['main>serve>zip@libz', 1, 2],
          ['main>serve>more', 3, 3],
        ],
        sides,
      ),
    );
    expect(splitKey(keyOf(other, nodeOf(other, id) ?? 0) ?? '')).toEqual({ name: 'zip', module: 'libz' });
  });

  test('differs for every node of a graph of 20,000, and nothing else finds one', () => {
    const large = readTree(makeLargeFlame(20_000));
    expect(new Set(Array.from(large.frame, (_, node) => idOf(large, node))).size).toBe(large.frame.length);
    expect([nodeOf(tree, undefined), nodeOf(tree, 'zip'), nodeOf(tree, '0'.repeat(16))]).toEqual(
      Array(3).fill(undefined),
    );
  });
});

test.each([
  ['serve (app)', 'serve', 'app'],
  ['f(int, char) (libx.so)', 'f(int, char)', 'libx.so'],
  ['main (app (deleted))', 'main', 'app (deleted)'],
  ['[unknown]', '[unknown]', ''],
])('%s is the function %s of the module %s', (key, name, module) => {
  expect(splitKey(key)).toEqual({ name, module });
});

describe('what is selected', () => {
  const named = (selected: string | undefined, rowOf: (key: string) => string): string[] => {
    const marked = selectFrames(graph.frames, selected, rowOf);
    return graph.frames.filter((_, place) => marked?.[place] === 1).map(({ key }) => splitKey(key).name);
  };
  const pooled = (key: string): string => (key.startsWith('parse ') || key.startsWith('old ') ? '(others)' : key);

  test('is one function by its key, also where it was judged together with others', () => {
    expect([named(keyNamed('serve'), pooled), named(keyNamed('old'), pooled)]).toEqual([['serve'], ['old']]);
  });

  test('is every function that was judged under the key of several', () => {
    expect(named('(others)', pooled).toSorted()).toEqual(['old', 'parse']);
    expect(widestOf(newer, selectFrames(graph.frames, '(others)', pooled))).toBe(nodeNamed('all>main>parse'));
  });

  test('is nothing where no function has the key', () => {
    expect([selectFrames(graph.frames, 'gone (app)', pooled), selectFrames(graph.frames, undefined, pooled)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(widestOf(newer, undefined)).toBeUndefined();
  });
});
