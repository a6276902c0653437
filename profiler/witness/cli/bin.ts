/**
 * The entry of `witness`: comparisons and exports from bundle files, without a control plane and without a network. Its
 * commands end with one of `witnessExits`; `gate` has codes of its own.
 */
import { Command } from 'commander';
import { diffCommand, gateCommand, showCommand } from './commands.ts';
import { gateExits, witnessExits } from './exit-codes.ts';

const wrongUsage = witnessExits.usage.code;
const commands = [
  { make: diffCommand, wrong: wrongUsage },
  { make: gateCommand, wrong: gateExits.operational.code },
  { make: showCommand, wrong: wrongUsage },
];

/** `args` without Node and program. */
async function runWitness(args: readonly string[]): Promise<void> {
  const program = new Command('witness').description('Compare and export captures from bundle files, offline.');
  for (const { make, wrong } of commands) {
    program.addCommand(
      make().exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? witnessExits.done.code : wrong)),
    );
  }
  program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? witnessExits.done.code : wrongUsage));
  await program.parseAsync(args, { from: 'user' });
}

await runWitness(process.argv.slice(2));
