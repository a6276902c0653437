/** POSIX shell: inside single quotes nothing is special, and a single quote is written outside them. */
export function quoteShell(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/u.test(value) && !value.startsWith('-')) return value;
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
