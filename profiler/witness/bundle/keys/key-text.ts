/** The order of keys, and the names of the pools of functions that are judged as one. It loads nothing: web pages use it. */

/** Code unit order: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What is left of modules that are too rare to be judged alone. */
export const rest = '(everything else)';

/** What is left of the functions of a module that are too rare to be judged alone. */
export function restOf(module: string): string {
  return `(other functions of ${module})`;
}

/** Of `function (module)`; `?` where it names none. */
export function moduleOf(key: string): string {
  const module = key.endsWith(')') ? key.slice(key.lastIndexOf('(') + 1, -1) : '';
  return module === '' || module.length + 2 > key.length || module.includes(')') ? '?' : module;
}

/** Of `function (module)`; the key itself where it names none. */
export function functionOf(key: string): string {
  const module = moduleOf(key);
  return key.endsWith(` (${module})`) ? key.slice(0, -module.length - 3) : key;
}

/** Whether a key is that of several functions. */
export function isPool(key: string): boolean {
  return key === rest || key.startsWith('(other functions of ');
}
