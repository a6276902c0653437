/** A tree of stacks in typed arrays, so that a hundred thousand nodes are laid out and drawn within a frame. */
import type { FlameFrame, MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';

export type FlameSideName = 'before' | 'after';

/** What was measured of a side; of the newer version where only that was. */
export function sideOf({ before, after }: MeasuredFlame, side: FlameSideName): MeasuredFlame['after'] {
  return (side === 'before' ? before : after) ?? after;
}

/** A node comes before its callees, in the order in which they are drawn. Node 0 is the whole. */
export interface FlameTree {
  readonly frames: readonly FlameFrame[];
  /** Into `frames`; -1 for a whole that is no function. */
  readonly frame: Int32Array;
  /** -1 of node 0. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** The first node after the callees of a node, and theirs. */
  readonly end: Int32Array;
  /** Milliseconds of CPU a second; all zero where only one side was measured. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly levels: number;
}

export function readTree({ frames, nodes, before, after }: MeasuredFlame): FlameTree {
  const count = nodes.frame.length + 1;
  const tree = emptyTree(frames, count);
  tree.before[0] = before?.total ?? 0;
  tree.after[0] = after.total;
  tree.frame.set(nodes.frame, 1);
  setAfterWhole(tree.after, nodes.after);
  setAfterWhole(tree.before, nodes.before ?? []);
  const { parent } = tree;
  for (let node = 1; node < count; node++) {
    const caller = (nodes.parent[node - 1] ?? -1) + 1;
    parent[node] = caller < node ? caller : node - 1;
  }
  return finishTree(tree);
}

/** Of columns of unlike lengths the longer one is cut. */
function setAfterWhole(amounts: Float64Array, given: readonly number[]): void {
  amounts.set(given.length < amounts.length ? given : given.slice(0, amounts.length - 1), 1);
}

/** Arrays for that many nodes, of which node 0 is the whole. */
export function emptyTree(frames: readonly FlameFrame[], count: number): FlameTree {
  return {
    frames,
    frame: new Int32Array(count).fill(-1),
    parent: new Int32Array(count).fill(-1),
    depth: new Int32Array(count),
    end: new Int32Array(count),
    before: new Float64Array(count),
    after: new Float64Array(count),
    levels: 1,
  };
}

/** Depths and ends, once frames, parents and amounts are there. One pass: until a loop is hot, each step of it is slow. */
export function finishTree(tree: FlameTree): FlameTree {
  const { parent, depth, end } = tree;
  let levels = 1;
  for (let node = 1; node < parent.length; node++) {
    const caller = parent[node] ?? 0;
    const level = (depth[caller] ?? 0) + 1;
    depth[node] = level;
    if (level >= levels) levels = level + 1;
    // What came last ends here, up to the caller that both have.
    for (let open = node - 1; open > 0 && open !== caller; open = parent[open] ?? 0) end[open] = node;
  }
  for (let open = parent.length - 1; open > 0; open = parent[open] ?? 0) end[open] = parent.length;
  end[0] = parent.length;
  return { ...tree, levels };
}

/** Where each node lies, in milliseconds of CPU a second from the left. */
export interface FlameLayout {
  readonly start: Float64Array;
  readonly width: Float64Array;
}

export function layOut(tree: FlameTree, side: FlameSideName): FlameLayout {
  const width = tree[side];
  const start = new Float64Array(width.length);
  /** Where the next callee of a node begins. */
  const next = new Float64Array(width.length);
  for (let node = 1; node < width.length; node++) {
    const caller = tree.parent[node] ?? 0;
    const at = next[caller] ?? 0;
    start[node] = at;
    next[node] = at;
    next[caller] = at + (width[node] ?? 0);
  }
  return { start, width };
}

export function keyOf({ frame, frames }: FlameTree, node: number): string | undefined {
  return frames[frame[node] ?? -1]?.key;
}
