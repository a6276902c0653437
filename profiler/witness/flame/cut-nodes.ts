/** Leaves out the smallest nodes of a tree that has too many. */
import type { MergedNodes } from './merge-stacks.ts';

/** A node weighs what its larger side has, so none outweighs its caller: what remains is a tree. */
export function cutNodes(nodes: MergedNodes, most: number): { readonly nodes: MergedNodes; readonly cut: number } {
  const all = nodes.frame.length;
  if (all <= most) return { nodes, cut: 0 };
  const weights = Float64Array.from(nodes.before, (before, node) => Math.max(before, nodes.after[node] ?? 0));
  const least = weights.toSorted()[all - most] ?? 0;
  let ties = most;
  for (const weight of weights) if (weight > least) ties--;
  const largest: number[] = [];
  // Of those that weigh the same the first remain: a caller comes before its callees.
  for (const [node, weight] of weights.entries()) {
    if (weight > least || (weight === least && ties-- > 0)) largest.push(node);
  }
  const placeOf = new Int32Array(all).fill(-1);
  for (const [place, node] of largest.entries()) placeOf[node] = place;
  const pick = (values: readonly number[]): number[] => largest.map((node) => values[node] ?? 0);
  const parent = pick(nodes.parent).map((one) => placeOf[one] ?? -1);
  return {
    nodes: { frame: pick(nodes.frame), parent, before: pick(nodes.before), after: pick(nodes.after) },
    cut: all - largest.length,
  };
}
