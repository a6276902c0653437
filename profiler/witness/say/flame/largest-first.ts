/** A heap of nodes: the one that weighs most comes first, and of equals the first in the order of the tree. */
import type { StackRange } from './stack-table.ts';

export interface FoundNode extends StackRange {
  /** The caller; undefined for a root. */
  readonly parent: FoundNode | undefined;
  readonly weight: number;
}

/** A caller comes before its callees, and those by their rank. */
export function compareInTree(a: FoundNode, b: FoundNode): number {
  return a.from - b.from || a.depth - b.depth;
}

function isBefore(a: FoundNode, b: FoundNode): boolean {
  return a.weight > b.weight || (a.weight === b.weight && compareInTree(a, b) < 0);
}

export class LargestFirst {
  readonly #nodes: FoundNode[] = [];

  /** In no order. */
  get rest(): readonly FoundNode[] {
    return this.#nodes;
  }

  add(node: FoundNode): void {
    const nodes = this.#nodes;
    let at = nodes.length;
    nodes.push(node);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = nodes[above];
      if (other === undefined || !isBefore(node, other)) break;
      nodes[at] = other;
      at = above;
    }
    nodes[at] = node;
  }

  take(): FoundNode | undefined {
    const nodes = this.#nodes;
    const [first] = nodes;
    const last = nodes.pop();
    if (last === undefined || nodes.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = nodes[below];
      const right = nodes[below + 1];
      if (child !== undefined && right !== undefined && isBefore(right, child)) {
        below++;
        child = right;
      }
      if (child === undefined || !isBefore(child, last)) break;
      nodes[at] = child;
      at = below;
    }
    nodes[at] = last;
    return first;
  }
}
