/** The keys under which functions are judged that are too rare alone. A file of its own, so that a web page loads no statistics with it. */

/** What is left of modules that are too rare to be judged alone. */
export const rest = '(everything else)';

const modulePattern = /\((?<module>[^()]+)\)$/u;

/** What is left of the functions of a module that are too rare to be judged alone. */
export function restOf(module: string): string {
  return `(other functions of ${module})`;
}

/** Of `function (module)`; `?` where it names none. */
export function moduleOf(key: string): string {
  return modulePattern.exec(key)?.groups?.['module'] ?? '?';
}

/** Whether a key is that of several functions. */
export function isPool(key: string): boolean {
  return key === rest || key.startsWith('(other functions of ');
}
