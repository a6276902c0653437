import { Argument } from 'commander';
import type { ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { FarolCommand } from './farol-command.ts';

/** `kinds`: the programs that are here; one of them is not named. */
export function doctorCommand(kinds: readonly [ProgramKind, ...ProgramKind[]]): FarolCommand {
  const command = new FarolCommand('doctor')
    .summary('find what keeps a program from working')
    .description(
      'check what a program on this machine needs: configuration, identity, clock and network, and what each reads',
    );
  const [first] = kinds;
  if (kinds.length > 1) {
    command.addArgument(new Argument('[program]', 'which one').choices(kinds).default(first));
  }
  return command
    .option('--offline', 'send nothing: leave out the control plane and the connectors')
    .option('--json', 'print JSON')
    .example('farol doctor --offline')
    .action(async (...given: unknown[]) => {
      const [program, options] = (kinds.length > 1 ? given : [first, ...given]) as [
        ProgramKind,
        { offline?: true; json?: true },
      ];
      const { examine } = await import('../commands/doctor.ts');
      await examine(program, options);
    });
}
