/** The two halves of a sandwich: who calls one function, and what it calls, each merged over every stack it is on. */
import { emptyTree, finishTree, type FlameTree } from './flame-tree.ts';

/** Node 0 is the function; below it what it calls. A function that calls itself is counted where it was entered. */
export function calleesOf(tree: FlameTree, frame: number): FlameTree {
  const merged = new Merge(tree, frame);
  for (const entered of entriesOf(tree, frame)) {
    const placeOf = new Map<number, number>([[entered, 0]]);
    merged.add(0, entered);
    for (let node = entered + 1; node < (tree.end[entered] ?? 0); node++) {
      const place = merged.callee(placeOf.get(tree.parent[node] ?? 0) ?? 0, tree.frame[node] ?? -1);
      placeOf.set(node, place);
      merged.add(place, node);
    }
  }
  return merged.finish();
}

/** Node 0 is the function; below it who calls it, up to the roots. */
export function callersOf(tree: FlameTree, frame: number): FlameTree {
  const merged = new Merge(tree, frame);
  for (const entered of entriesOf(tree, frame)) {
    merged.add(0, entered);
    let place = 0;
    for (let node = tree.parent[entered] ?? 0; node > 0; node = tree.parent[node] ?? 0) {
      place = merged.callee(place, tree.frame[node] ?? -1);
      merged.add(place, entered);
    }
  }
  return merged.finish();
}

/** Nodes of a function that are not below another one of it. */
function entriesOf({ frame: frames, end }: FlameTree, frame: number): number[] {
  const entries: number[] = [];
  for (let node = 1; node < frames.length;) {
    const isEntry = frames[node] === frame;
    if (isEntry) entries.push(node);
    node = isEntry ? (end[node] ?? node + 1) : node + 1;
  }
  return entries;
}

interface MergedNode {
  readonly frame: number;
  readonly callees: Map<number, number>;
  before: number;
  after: number;
}

class Merge {
  readonly #tree: FlameTree;
  readonly #nodes: MergedNode[];

  constructor(tree: FlameTree, frame: number) {
    this.#tree = tree;
    this.#nodes = [{ frame, callees: new Map(), before: 0, after: 0 }];
  }

  callee(place: number, frame: number): number {
    const callees = this.#nodes[place]?.callees ?? new Map<number, number>();
    const known = callees.get(frame);
    if (known !== undefined) return known;
    const made = this.#nodes.push({ frame, callees: new Map(), before: 0, after: 0 }) - 1;
    callees.set(frame, made);
    return made;
  }

  add(place: number, node: number): void {
    const merged = this.#nodes[place];
    if (merged === undefined) return;
    merged.before += this.#tree.before[node] ?? 0;
    merged.after += this.#tree.after[node] ?? 0;
  }

  finish(): FlameTree {
    const tree = emptyTree(this.#tree.frames, this.#nodes.length);
    const waiting: [place: number, parent: number][] = [[0, -1]];
    let written = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [place, parent] = next;
      const { frame = -1, callees = new Map<number, number>(), before = 0, after = 0 } = this.#nodes[place] ?? {};
      const node = written++;
      tree.frame[node] = frame;
      tree.parent[node] = parent;
      tree.before[node] = before;
      tree.after[node] = after;
      // The last one in is the first one out.
      for (const [, callee] of [...callees].toSorted(([a], [b]) => b - a)) waiting.push([callee, node]);
    }
    return finishTree(tree);
  }
}
