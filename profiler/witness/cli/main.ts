/**
 * `witness`: comparisons and exports from bundle files, without a control plane and without a network. Each command is
 * one file.
 *
 * Exit codes: 0 done; 1 the files could not be read, compared or written; 2 wrong usage. `gate` has its own.
 */
import { Command } from 'commander';
import { diffCommand } from './commands/diff.ts';
import { gateCommand } from './commands/gate.ts';
import { showCommand } from './commands/show.ts';
import { operational } from './gate-options.ts';

const wrongUsage = 2;
const commands = [
  { make: diffCommand, wrong: wrongUsage },
  { make: gateCommand, wrong: operational },
  { make: showCommand, wrong: wrongUsage },
];

/** `args` without Node and program. */
export async function runWitness(args: readonly string[]): Promise<void> {
  const program = new Command('witness').description('Compare and export captures from bundle files, offline.');
  for (const { make, wrong } of commands) {
    program.addCommand(make().exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrong)));
  }
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage));
  await program.parseAsync(args, { from: 'user' });
}
