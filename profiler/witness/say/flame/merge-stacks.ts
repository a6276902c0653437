/**
 * Merges stacks of two sides into one tree, its largest nodes first, until there are as many as an answer may have.
 * What is smaller is never made: twenty captures of unrelated stacks would make forty million nodes.
 */
import { compareInTree, type FoundNode, LargestFirst } from './largest-first.ts';
import type { PackedStacks } from './pack-stacks.ts';
import { type Range, StackTable } from './stack-table.ts';

type PerSide<T> = readonly [before: T, after: T];

/** A place in each array for each node, a node before its callees. */
export interface MergedNodes {
  readonly frame: number[];
  /** -1 for a root. */
  readonly parent: number[];
  readonly before: number[];
  readonly after: number[];
}

/** By rank. */
interface FunctionCosts {
  readonly self: PerSide<Float64Array>;
  readonly total: PerSide<Float64Array>;
}

export interface MergedStacks extends FunctionCosts {
  readonly nodes: MergedNodes;
  /** Nodes beyond `most`, the smallest, and the time that is in them and not in others. */
  readonly cut: number;
  readonly other: { readonly before: number; readonly after: number };
}

/** `functions`: how many ranks there are. A node weighs what its larger side has, so none outweighs its caller. */
export function mergeStacks(captures: readonly PackedStacks[], functions: number, most: number): MergedStacks {
  const table = new StackTable(captures, functions);
  const open = new LargestFirst();
  const openCallees = (range: Range, parent: FoundNode | undefined): void => {
    for (const one of table.divide(range)) open.add({ ...one, parent, weight: Math.max(one.before, one.after) });
  };
  openCallees(table.whole, undefined);
  const found: FoundNode[] = [];
  while (found.length < most) {
    const node = open.take();
    if (node === undefined) break;
    found.push(node);
    openCallees(node, node);
  }
  let cut = 0;
  const other = { before: 0, after: 0 };
  for (const node of open.rest) {
    cut += table.countNodes(node);
    other.before += node.before;
    other.after += node.after;
  }
  return { nodes: listNodes(found), cut, other, ...addCosts(captures, functions) };
}

function listNodes(found: readonly FoundNode[]): MergedNodes {
  const sorted = found.toSorted(compareInTree);
  const places = new Map(sorted.map((node, place) => [node, place]));
  return {
    frame: sorted.map(({ frame }) => frame),
    parent: sorted.map(({ parent }) => (parent === undefined ? -1 : (places.get(parent) ?? -1))),
    before: sorted.map(({ before }) => before),
    after: sorted.map(({ after }) => after),
  };
}

function addCosts(captures: readonly PackedStacks[], functions: number): FunctionCosts {
  const zeros = (): PerSide<Float64Array> => [new Float64Array(functions), new Float64Array(functions)];
  const costs: FunctionCosts = { self: zeros(), total: zeros() };
  const lastSeenIn = new Int32Array(functions).fill(-1);
  let stack = 0;
  for (const { side, frames, starts, weights, ranks } of captures) {
    const [self, total] = [costs.self[side], costs.total[side]];
    for (const [own, weight] of weights.entries()) {
      const [start, end] = [starts[own] ?? 0, starts[own + 1] ?? 0];
      for (let at = start; at < end; at++) {
        const rank = ranks[frames[at] ?? 0] ?? 0;
        // Recursion is counted once.
        if (lastSeenIn[rank] === stack) continue;
        lastSeenIn[rank] = stack;
        total[rank] = (total[rank] ?? 0) + weight;
      }
      const top = ranks[frames[end - 1] ?? 0] ?? 0;
      if (end > start) self[top] = (self[top] ?? 0) + weight;
      stack++;
    }
  }
  return costs;
}
