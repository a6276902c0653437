/** Most leaves told of one object, and deepest level followed. */
const mostLeaves = 200;
const deepest = 8;

type Leaf = string | number | boolean;

/** One entry for each leaf of an object, by its path with dots. What has no value is left out. */
export function flatten(prefix: string, value: unknown): Record<string, Leaf> {
  const leaves: Record<string, Leaf> = {};
  const walk = (path: string, one: unknown, depth: number): void => {
    if (Object.keys(leaves).length >= mostLeaves || depth > deepest) return;
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') leaves[path] = one;
    else if (typeof one === 'object' && one !== null) {
      for (const [name, item] of Object.entries(one)) walk(`${path}.${name}`, item, depth + 1);
    }
  };
  walk(prefix, value, 0);
  return leaves;
}
