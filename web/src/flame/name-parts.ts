/** The function and the module of `function (module)`. A name may hold parentheses, and so may a module. */
export function splitKey(key: string): { readonly name: string; readonly module: string } {
  if (!key.endsWith(')')) return { name: key, module: '' };
  let open = 0;
  for (let at = key.length - 1; at > 0; at--) {
    if (key[at] === ')') open++;
    if (key[at] === '(') open--;
    if (open === 0) return { name: key.slice(0, at).trimEnd(), module: key.slice(at + 1, -1) };
  }
  return { name: key, module: '' };
}
