/** Merges stacks of two sides into one tree. Whatever order they are given in, the tree is the same. */

/** Which side a stack is of: 0 is the older one. */
type SideIndex = 0 | 1;
type PerSide = [before: number, after: number];

export interface WeighedStack {
  /** Root first. Functions by their rank, so that the order of ranks is the order of callees. */
  readonly frames: readonly number[];
  readonly weight: number;
  readonly side: SideIndex;
}

/** A place in each array for each node, a node before its callees. */
export interface MergedNodes {
  readonly frame: number[];
  /** -1 for a root. */
  readonly parent: number[];
  readonly before: number[];
  readonly after: number[];
}

interface FunctionCosts {
  readonly self: PerSide[];
  readonly total: PerSide[];
}

export interface MergedStacks extends FunctionCosts {
  readonly nodes: MergedNodes;
}

/** `functions`: how many ranks there are. */
export function mergeStacks(stacks: readonly WeighedStack[], functions: number): MergedStacks {
  const sorted = stacks.toSorted(compareStacks);
  const nodes: MergedNodes = { frame: [], parent: [], before: [], after: [] };
  const costs: FunctionCosts = { self: zeros(functions), total: zeros(functions) };
  const lastSeenIn = new Int32Array(functions).fill(-1);
  /** Nodes of the stack before: neighbours share the beginning of their way. */
  const way: number[] = [];
  for (const [index, { frames, weight, side }] of sorted.entries()) {
    way.length = sharedLength(way, frames, nodes);
    for (const frame of frames.slice(way.length)) {
      nodes.parent.push(way.at(-1) ?? -1);
      way.push(nodes.frame.push(frame) - 1);
      nodes.before.push(0);
      nodes.after.push(0);
    }
    const amounts = side === 0 ? nodes.before : nodes.after;
    for (const node of way) amounts[node] = (amounts[node] ?? 0) + weight;
    addCosts(costs, { frames, weight, side }, lastSeenIn, index);
  }
  return { nodes, ...costs };
}

function addCosts(
  { self, total }: FunctionCosts,
  { frames, weight, side }: WeighedStack,
  lastSeenIn: Int32Array,
  index: number,
): void {
  for (const frame of frames) {
    const sum = total[frame];
    if (sum === undefined || lastSeenIn[frame] === index) continue;
    lastSeenIn[frame] = index;
    sum[side] += weight;
  }
  const top = self[frames.at(-1) ?? -1];
  if (top !== undefined) top[side] += weight;
}

function zeros(length: number): PerSide[] {
  return Array.from({ length }, () => [0, 0]);
}

function sharedLength(way: readonly number[], frames: readonly number[], { frame }: MergedNodes): number {
  const most = Math.min(way.length, frames.length);
  let shared = 0;
  while (shared < most && frame[way[shared] ?? -1] === frames[shared]) shared++;
  return shared;
}

/** Equal stacks by side and weight, so that sums come out the same in any order of captures. */
function compareStacks(a: WeighedStack, b: WeighedStack): number {
  const most = Math.min(a.frames.length, b.frames.length);
  for (let depth = 0; depth < most; depth++) {
    const difference = (a.frames[depth] ?? 0) - (b.frames[depth] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.frames.length - b.frames.length || a.side - b.side || a.weight - b.weight;
}
