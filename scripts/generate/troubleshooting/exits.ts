/** Exit codes of every program and command, from the tables that they return them from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gateExits, witnessExits } from '../../../profiler/witness/cli/exit-codes.ts';
import {
  captureExits,
  controlExits,
  demoExits,
  setupExits,
  type Exit,
  instanceExits,
  localExits,
  operatorExits,
} from '../../../src/core/exit-codes.ts';

const repository = path.resolve(import.meta.dirname, '../../..');
const collectorAction = 'The caller does what the printed message says; the Profiler turns it into a reason above.';
type Exits = Readonly<Record<string, Exit>>;

export const commandExits: readonly (readonly [commands: string, exits: Exits])[] = [
  ['`farol agent`, `farol-agent`, `farol profiler`, `farol-profiler`', instanceExits],
  ['`farol control`', controlExits],
  [
    '`farol control owner-link`, `organization`, `reset-clock`, `rotate-keys`, `backup`, `restore`, `migrate-to-postgres`, `farol token`',
    operatorExits,
  ],
  [
    '`farol run`, `farol health`, `farol doctor`, `farol catalog`, `farol policy`, `farol audit`, `farol support-bundle`',
    localExits,
  ],
  ['`farol capture request`, `wait`, `show`, `diff`, `farol login`, `farol logout`', captureExits],
  ['`farol capture gate`, `witness gate`', gateExits],
  ['`witness diff`, `witness show`', witnessExits],
  ['`farol setup`, `farol remove`', setupExits],
  ['`farol demo`', demoExits],
  ['`ptop`', readCollectorExits()],
];

/** As the collector declares them; `exits.test.ts` compares them with its help. @throws Error when one cannot be read. */
export function readCollectorExits(): Exits {
  const source = readFileSync(path.join(repository, 'profiler/ptop/crates/ptop/src/collector/exit.rs'), 'utf8');
  const pairs = (pattern: RegExp): [string, string][] =>
    [...source.matchAll(pattern)].map(({ groups = {} }) => [groups['name'] ?? '', groups['value'] ?? '']);
  const texts = Map.groupBy(pairs(/Exit::(?<name>\w+) => "(?<value>[^"]+)"/gu), ([name]) => name);
  const rows = pairs(/^ {4}(?<name>[A-Z]\w+) = (?<value>\d+),/gmu).map(([name, status]): [string, Exit] => {
    const [code, meaning] = (texts.get(name) ?? []).map(([, text]) => text);
    if (code === undefined || meaning === undefined) throw new Error(`exit.rs says no code or no meaning of ${name}`);
    return [code, { code: Number(status), meaning: `${meaning} (\`${code}\`)`, action: collectorAction }];
  });
  if (rows.length === 0) throw new Error('exit.rs declares no exit');
  return Object.fromEntries([['done', { code: 0, meaning: 'done' }], ...rows]);
}
