/** `farol setup` and `farol remove`, which end with one of `setupExits`. */
import path from 'node:path';
import { codesOf, setupExits } from '../../core/exit-codes.ts';
import { printableText } from '../../core/text/hidden-characters.ts';
import { findHostProgram, type HostProgram } from '../setup/host-program.ts';
import { runRemove, type RemoveOptions } from '../setup/run-remove.ts';
import type { SetupOptions } from '../setup/prepared.ts';
import { runSetup } from '../setup/run-setup.ts';
import { SetupProblem } from '../setup/setup-problem.ts';

const exits = codesOf(setupExits);

export function setUp(options: SetupOptions): Promise<void> {
  const asker = { isInteractive: process.stdin.isTTY && process.stdout.isTTY };
  return end('setup', (program) => runSetup(program, options, asker));
}

export function removeProgram(options: RemoveOptions): Promise<void> {
  return end('remove', (program) => Promise.resolve(runRemove(program, options)));
}

async function end(command: string, work: (program: HostProgram) => Promise<string>): Promise<void> {
  try {
    // Above the compiled files.
    const program = findHostProgram(path.resolve(import.meta.dirname, '../../../..'));
    if (program === undefined) {
      throw new SetupProblem('This is no archive for hosts. Unpack one of a release and run its farol.');
    }
    process.stdout.write(`${printableText(await work(program))}\n`);
    process.exitCode = exits.done;
  } catch (error) {
    const words = error instanceof Error ? error.message : 'unknown cause';
    process.stderr.write(`farol ${command}: ${printableText(words)}\n`);
    process.exitCode = exits.failed;
  }
}
