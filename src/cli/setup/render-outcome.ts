/** What a person reads at the end: the result first, then what is where, then what to do next. */
import { readVersion } from '../../core/version.ts';
import type { HostProgram } from './host-program.ts';

export type Place = readonly [what: string, where: string];

export interface Outcome {
  readonly program: HostProgram;
  readonly identity: string;
  readonly what: string;
  readonly places: readonly Place[];
  readonly next: readonly string[];
}

export function renderOutcome({ program, identity, what, places, next }: Outcome): string {
  const { name, folder, settings, data } = program;
  const rows: Place[] = [
    ['program', `${folder} (${readVersion()})`],
    ['settings', settings],
    ...places,
    ['data', data],
    ['unit', `${name}.service; its log: journalctl -u ${name}`],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    `${identity} ${what}.`,
    '',
    ...rows.map(([label, where]) => `  ${label.padEnd(width)}  ${where}`),
    '',
    ...next,
  ].join('\n');
}
