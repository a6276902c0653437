/** `witness show`: what one bundle file holds. */
import { Command } from 'commander';
import { addOutputs, outputCapture, type OutputOptions } from './outputs.ts';
import { readBundleFile } from './read-bundle-file.ts';
import { run } from './run-command.ts';

export function showCommand(): Command {
  const command = new Command('show').description('print one capture, or export its CPU stacks').argument('<bundle>');
  return addOutputs(command, 'capture').action((file: string, options: OutputOptions) =>
    run('show', () => {
      outputCapture(readBundleFile(file).bundle, options);
      return Promise.resolve(0);
    }),
  );
}
