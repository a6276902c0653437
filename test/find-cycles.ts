/** What imports one another in a circle, of files or of folders: the strongly connected components (Tarjan 1972). */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function toGraph(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

/** Each in the order of its names. */
export function findCycles(graph: Graph): string[][] {
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    low.set(node, own);
    path.push(node);
    onPath.add(node);
    for (const next of graph.get(node) ?? []) {
      const reached = order.has(next) ? order.get(next) : visit(next);
      if (onPath.has(next)) low.set(node, Math.min(low.get(node) ?? own, reached ?? own));
    }
    const lowest = low.get(node) ?? own;
    if (lowest < own) return lowest;
    const component = path.splice(path.indexOf(node));
    for (const one of component) onPath.delete(one);
    if (component.length > 1) cycles.push(component.toSorted());
    return lowest;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
