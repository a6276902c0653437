/** Moves through a tree: by keys from one node to the next, and by the pointer from a place to a node. */
import type { FlameLayout, FlameTree } from './flame-tree.ts';

export type Move = 'caller' | 'callee' | 'next' | 'previous' | 'root';

interface LaidOut {
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
}

/** The node that a move reaches; the same one where there is none. Nodes without a width are passed over. */
export function move({ tree, layout }: LaidOut, node: number, by: Move): number {
  switch (by) {
    case 'root':
      return 0;
    case 'caller':
      return Math.max(0, tree.parent[node] ?? 0);
    case 'callee':
      return siblingFrom({ tree, layout }, node + 1, tree.end[node] ?? 0) ?? node;
    case 'next':
      return siblingFrom({ tree, layout }, tree.end[node] ?? 0, endOfSiblings(tree, node)) ?? node;
    case 'previous':
      return siblingsOf({ tree, layout }, node).findLast((one) => one < node) ?? node;
  }
}

/** Callees of the same caller that have a width, the node itself included. */
export function siblingsOf({ tree, layout }: LaidOut, node: number): number[] {
  const caller = tree.parent[node] ?? -1;
  if (caller < 0) return [node];
  const siblings: number[] = [];
  for (let one = caller + 1; one < (tree.end[caller] ?? 0); one = tree.end[one] ?? one + 1) {
    if ((layout.width[one] ?? 0) > 0) siblings.push(one);
  }
  return siblings;
}

export function hasCallees(laidOut: LaidOut, node: number): boolean {
  return move(laidOut, node, 'callee') !== node;
}

export function isInside({ end }: FlameTree, node: number, whole: number): boolean {
  return node >= whole && node < (end[whole] ?? 0);
}

/** Of all places of the marked functions the widest; undefined where none has a width. */
export function widestOf({ tree, layout }: LaidOut, marked: Uint8Array | undefined): number | undefined {
  if (marked === undefined) return undefined;
  let widest: number | undefined;
  for (let node = 1; node < tree.frame.length; node++) {
    if (marked[tree.frame[node] ?? -1] !== 1 || (layout.width[node] ?? 0) === 0) continue;
    if (widest === undefined || (layout.width[node] ?? 0) > (layout.width[widest] ?? 0)) widest = node;
  }
  return widest;
}

/** The node at that level and that many milliseconds a second from the left. */
export function nodeAt({ tree, layout }: LaidOut, level: number, value: number): number | undefined {
  let node = 0;
  while ((tree.depth[node] ?? 0) < level) {
    const callee = calleeAt({ tree, layout }, node, value);
    if (callee === undefined) return undefined;
    node = callee;
  }
  return node;
}

function calleeAt({ tree, layout }: LaidOut, node: number, value: number): number | undefined {
  for (let one = node + 1; one < (tree.end[node] ?? 0); one = tree.end[one] ?? one + 1) {
    const start = layout.start[one] ?? 0;
    if (value >= start && value < start + (layout.width[one] ?? 0)) return one;
  }
  return undefined;
}

function siblingFrom({ tree, layout }: LaidOut, from: number, to: number): number | undefined {
  for (let one = from; one < to; one = tree.end[one] ?? one + 1) {
    if ((layout.width[one] ?? 0) > 0) return one;
  }
  return undefined;
}

function endOfSiblings({ parent, end }: FlameTree, node: number): number {
  const caller = parent[node] ?? -1;
  return caller < 0 ? 0 : (end[caller] ?? 0);
}
