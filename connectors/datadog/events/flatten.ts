type Leaf = string | number | boolean;

/** Most leaves told of one object, and deepest level followed. */
const mostLeaves = 200;
const deepest = 8;

/** One entry for each leaf of an object, by its path with dots. What has no value is left out, and so is what `keep` refuses. */
export function flatten(
  value: Readonly<Record<string, unknown>> | null | undefined,
  keep: (path: string) => boolean = () => true,
): Record<string, Leaf> {
  const leaves: Record<string, Leaf> = {};
  let count = 0;
  const walk = (path: string, one: unknown, depth: number): void => {
    if (count >= mostLeaves || depth > deepest || !keep(path)) return;
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
      leaves[path] = one;
      count += 1;
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, item] of Object.entries(one)) walk(`${path}.${name}`, item, depth + 1);
    }
  };
  for (const [name, item] of Object.entries(value ?? {})) walk(name, item, 1);
  return leaves;
}
