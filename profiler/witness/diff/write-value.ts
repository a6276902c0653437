/** How single values are written: numbers, arguments of a shell. It loads nothing: web pages use it. */

/** Three significant digits, never in exponent form. */
export function renderNumber(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) < 1e-6) return '<0.000001';
  const digits = Math.max(0, 2 - exponentOf(value));
  return value.toFixed(Math.min(digits, 6));
}

/** `ns`: with the unit that keeps it short. */
export function renderDuration(ns: number): string {
  const units = ['ns', 'µs', 'ms', 's'];
  const power = ns < 1 ? 0 : Math.min(units.length - 1, Math.floor(exponentOf(ns) / 3));
  return `${renderNumber(ns / 1000 ** power)} ${units[power] ?? ''}`;
}

/** An amount of a view, whose unit is without its `/s`. Times have the unit that keeps them short; `wordOf` names the others. */
export function renderAmount(amount: number, unit: string, wordOf: (unit: string) => string = (word) => word): string {
  if (unit === 'ns') return renderDuration(amount);
  if (unit === 'ms') return renderDuration(amount * 1e6);
  if (unit === 'CPU ms') return `${renderDuration(amount * 1e6)} CPU`;
  return `${renderNumber(amount)} ${wordOf(unit)}`;
}

/** Of the power of ten, read from the digits: the logarithm of a power of ten may lie on either side of a whole number. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** At most so long; what is left out is an ellipsis at the end. */
export function cutTo(text: string, length: number): string {
  // Not between the two halves of one character.
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** POSIX shell: inside single quotes nothing is special, and a single quote is written outside them. */
export function quoteShell(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/u.test(value) && !value.startsWith('-')) return value;
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
