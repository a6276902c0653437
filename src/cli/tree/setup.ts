/** Commands of an archive for hosts, with the options of its program; a clone of the repository describes all of them. */
import type { ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { setupExits } from '../../core/exit-codes.ts';
import { FarolCommand } from './farol-command.ts';
import { collect } from './parse-values.ts';

export function setupCommand(kinds: readonly ProgramKind[]): FarolCommand {
  const isInstance = kinds.some((kind) => kind !== 'control');
  const command = new FarolCommand('setup')
    .summary('install this program on this host, or upgrade it')
    .description(
      'install the program of this archive on this host, with user, settings, rights and unit, and wait until it works; run again it changes what differs, so that a later archive upgrades. What no option says is asked for on a terminal and checked at once.',
    )
    .option('--url <address>', 'https address of the control plane')
    .option('--organization <name>', 'name of the organization; default: default');
  if (isInstance) {
    command
      .option('--tunnel-url <address>', 'wss address of its tunnel; default: port 8443 of the same host')
      .option('--ca-file <file>', 'PEM file of its authority, if it has its own')
      .option(
        '--ca-fingerprint <sha256>',
        'or SHA-256 of the public key of that authority, as in the command under Settings, Enrolment',
      )
      .option('--token-file <file>', 'file with a bootstrap token, such as /dev/stdin; not needed once enrolled')
      .option('--instance <name>', 'its name in the organization; default: from the name of the host');
  }
  if (kinds.includes('profiler')) {
    command.option(
      '--target <name>',
      'Profiler: process that may be measured; replaces the target list; may be repeated',
      collect,
    );
  }
  return command
    .option('--print', 'print every file and command, and change nothing')
    .exits(setupExits)
    .example('farol setup', exampleOf(kinds))
    .action(async (options) => {
      const { setUp } = await import('../commands/setup.ts');
      await setUp(options);
    });
}

function exampleOf(kinds: readonly ProgramKind[]): string {
  const target = kinds.includes('profiler') ? ' --target checkout' : '';
  return `farol setup --url https://farol.example.com:8444${target} --print`;
}

export function removeCommand(): FarolCommand {
  return new FarolCommand('remove')
    .summary('remove this program from this host')
    .description(
      'stop and remove the program of this archive, all its versions and its unit; identity, data and settings stay',
    )
    .option('--purge', 'also remove identity, data, settings, user and group')
    .option('--print', 'print every command, and change nothing')
    .exits(setupExits)
    .example('farol remove --print', 'farol remove --purge')
    .action(async (options: { purge?: true; print?: true }) => {
      const { removeProgram } = await import('../commands/setup.ts');
      await removeProgram(options);
    });
}
