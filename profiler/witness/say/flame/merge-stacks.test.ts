import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeStacks } from './merge-stacks.ts';
import { packStacks, type WeighedStack } from './pack-stacks.ts';

const functions = 4;
const someStacks = fc.array(
  fc.record({ frames: fc.array(fc.nat(functions - 1), { maxLength: 6 }), weight: fc.integer({ min: 1, max: 5 }) }),
  { maxLength: 30 },
);

interface Node {
  readonly path: string;
  before: number;
  after: number;
}

/** Every node, a caller before its callees. */
function wholeTree(before: readonly WeighedStack[], after: readonly WeighedStack[]): Node[] {
  const nodes = new Map<string, Node>();
  const add =
    (side: 'before' | 'after') =>
    ({ frames, weight }: WeighedStack) => {
      for (const depth of frames.keys()) {
        const path = frames.slice(0, depth + 1).join('>');
        const node = nodes.get(path) ?? { path, before: 0, after: 0 };
        nodes.set(path, node);
        node[side] += weight;
      }
    };
  before.map(add('before'));
  after.map(add('after'));
  return [...nodes.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

test('draws the largest nodes and their callers, and says what the others are', () => {
  fc.assert(
    fc.property(someStacks, someStacks, fc.integer({ min: 1, max: 40 }), (before, after, most) => {
      const packed = [packStacks(before, { side: 0, functions }), packStacks(after, { side: 1, functions })];
      const { nodes, cut, other } = mergeStacks(packed, functions, most);
      const whole = wholeTree(before, after);
      const weightOf = (node: Node) => Math.max(node.before, node.after);
      const kept = new Set(whole.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, most));
      const paths: string[] = [];
      for (const [at, frame] of nodes.frame.entries()) {
        const parent = nodes.parent[at] ?? -1;
        paths.push(parent === -1 ? `${frame}` : `${paths[parent]}>${frame}`);
      }
      const amounts = paths.map((path, at) => ({ path, before: nodes.before[at], after: nodes.after[at] }));
      expect(amounts).toEqual(whole.filter((node) => kept.has(node)));
      expect(cut).toBe(whole.length - kept.size);
      const isOutermost = ({ path }: Node) =>
        paths.includes(path.split('>').slice(0, -1).join('>')) || !path.includes('>');
      const left = whole.filter((node) => !kept.has(node) && isOutermost(node));
      expect(other.before).toBe(left.reduce((sum, one) => sum + one.before, 0));
      expect(other.after).toBe(left.reduce((sum, one) => sum + one.after, 0));
    }),
    { numRuns: 300 },
  );
});

test('makes no more nodes of unrelated stacks than it draws', () => {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed >>> 8) % 4096;
  };
  const unrelated = Array.from({ length: 4000 }, () => ({ frames: Array.from({ length: 128 }, random), weight: 1 }));
  const { nodes, cut, other } = mergeStacks([packStacks(unrelated, { side: 1, functions: 4096 })], 4096, 1000);
  expect(nodes.frame).toHaveLength(1000);
  // Of each stack some callees are left out, and no time is twice in them.
  expect([cut > 500_000, other.after]).toEqual([true, 4000]);
});
