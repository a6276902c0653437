import { parseArgs } from 'node:util';
import { type ServerName, serverNames } from './capture-index.ts';

export interface Options<Name extends string> {
  /** The folder of the captures. */
  readonly out: string;
  /** The first three, unless `--servers` lists others. */
  readonly servers: readonly ServerName[];
  readonly numbers: Readonly<Record<Name, number>>;
}

/**
 * Whole numbers are given as `--name N`.
 * @throws Error that names the option.
 */
export function readOptions<const Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Options<Name> {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(['out', 'servers', ...names].map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options });
  const { out, servers } = values;
  if (typeof out !== 'string' || out === '') throw new Error('--out names the folder of the captures, and is missing');
  const numbers: Record<Name, number> = { ...defaults };
  for (const name of names) {
    const value = values[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^\d{1,4}$/u.test(value)) throw new Error(`--${name} must be a whole number`);
    numbers[name] = Number(value);
  }
  return { out, servers: typeof servers === 'string' ? readServers(servers) : ['c', 'go', 'node'], numbers };
}

function readServers(list: string): ServerName[] {
  return list.split(',').map((word) => {
    const server = serverNames.find((name) => name === word);
    if (server === undefined) throw new Error(`--servers lists ${serverNames.join(', ')}, and not "${word}"`);
    return server;
  });
}
