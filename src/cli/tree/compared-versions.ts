/** Which versions `farol capture diff` and `farol capture gate` compare: by place, or by option as `witness` names them. */
import type { Command } from 'commander';

export interface NamedVersions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Adds workload, versions and environment. */
export function addComparedVersions<T extends Command>(command: T): T {
  return command
    .argument('<workload>', 'process name as captured')
    .argument('[from]', 'version of the baseline; default the latest before the head')
    .argument('[to]', 'version of the head; default the latest')
    .option('--from <version>', 'version of the baseline')
    .option('--to <version>', 'version of the head; without --from it is compared with the latest before it')
    .option('--env <name>', 'environment label');
}

/** Ends the program as wrong usage when a version is named in both ways. */
export function chooseVersions(byPlace: NamedVersions, byOption: NamedVersions, command: Command): NamedVersions {
  for (const name of ['from', 'to'] as const) {
    if (byPlace[name] !== undefined && byOption[name] !== undefined) {
      command.error(`error: the version ${name} is named twice, as an argument and by --${name}`);
    }
  }
  return { from: byPlace.from ?? byOption.from, to: byPlace.to ?? byOption.to };
}
