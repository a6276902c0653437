import { parseArgs } from 'node:util';

/**
 * Whole numbers given as `--name N`, and the folder given as `--out`.
 * @throws Error that names the option.
 */
export function readOptions<const Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): { readonly out: string; readonly numbers: Readonly<Record<Name, number>> } {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(['out', ...names].map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options });
  const { out } = values;
  if (typeof out !== 'string' || out === '') throw new Error('--out names the folder of the captures, and is missing');
  const numbers: Record<Name, number> = { ...defaults };
  for (const name of names) {
    const value = values[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^\d{1,4}$/u.test(value)) throw new Error(`--${name} must be a whole number`);
    numbers[name] = Number(value);
  }
  return { out, numbers };
}
