/** The commands of `witness`: what changed between two versions, whether that lets a deploy pass, and what one bundle holds. */
import { Command } from 'commander';
import { ExportError } from '../say/export/stack-profile.ts';
import type { WantedFiles } from './choose-sides.ts';
import { addJudging, compareSides, type Judging, sidesOf } from './compare-sides.ts';
import { CliError, gateExits, witnessExits } from './exit-codes.ts';
import { addGateOptions, type GateOptions } from './gate-options.ts';
import { addOutputs, type OutputOptions } from './output-options.ts';
import { outputCapture, outputComparison } from './outputs.ts';
import { readBundleFile } from './read-bundle-file.ts';
import { printGate, runGate } from './run-gate.ts';

/** `witness diff`: what changed between two versions, from bundle files. */
export function diffCommand(): Command {
  const command = new Command('diff')
    .description('compare two versions; the bundles say which is head, replicate and baseline')
    .argument('<bundle...>', 'files as GET /api/profiling/captures/{id}/bundle returns them')
    .option('--from <version>', 'version of the baseline; default the latest before the head')
    .option('--to <version>', 'version of the head; default the latest')
    .option('--workload <name>', 'needed when the files are of several workloads')
    .option('--env <name>', 'needed when the files are of several environments');
  return addOutputs(addJudging(command), 'comparison').action(
    (files: string[], options: WantedFiles & OutputOptions & Judging) =>
      run('diff', async () => {
        const sides = sidesOf(files.map(readBundleFile), options);
        for (const note of sides.notes) process.stderr.write(`witness diff: ${note}\n`);
        const { baseline, baselineReplicates, head, headReplicates } = sides;
        const bundles = () => ({
          baseline: [baseline, ...baselineReplicates].map(({ bundle }) => bundle),
          head: [head, ...headReplicates].map(({ bundle }) => bundle),
        });
        await outputComparison({ diff: compareSides(sides, options), bundles }, options);
        return 0;
      }),
  );
}

/** `witness gate`: whether a comparison of bundle files lets a deploy pass. It ends with one of `gateExits`. */
export function gateCommand(): Command {
  const command = new Command('gate')
    .description('exit with 1 on a confirmed regression, with 2 when what is required could not be judged')
    .argument('<bundle...>', 'files as GET /api/profiling/captures/{id}/bundle returns them')
    .option('--from <version>', 'version of the baseline; default the latest before the head')
    .option('--to <version>', 'version of the head; default the latest')
    .option('--workload <name>', 'needed when the files are of several workloads')
    .option('--env <name>', 'needed when the files are of several environments')
    .addHelpText(
      'after',
      ['\nExit codes:', ...Object.values(gateExits).map(({ code, meaning }) => `  ${code}  ${meaning}`)].join('\n'),
    );
  return addGateOptions(addJudging(command)).action((files: string[], options: WantedFiles & GateOptions & Judging) =>
    runGate('witness', async () => {
      const sides = sidesOf(files.map(readBundleFile), options);
      for (const note of sides.notes) process.stderr.write(`witness gate: ${note}\n`);
      return printGate(compareSides(sides, options), options);
    }),
  );
}

/** `witness show`: what one bundle file holds. */
export function showCommand(): Command {
  const command = new Command('show').description('print one capture, or export its CPU stacks').argument('<bundle>');
  return addOutputs(command, 'capture').action((file: string, options: OutputOptions) =>
    run('show', () => {
      outputCapture(readBundleFile(file).bundle, options);
      return Promise.resolve(0);
    }),
  );
}

/** Sets the exit code that `work` returns, or the one of a failure with the reason on standard error. A defect keeps its stack trace. */
async function run(command: string, work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof CliError || error instanceof ExportError)) throw error;
    process.stderr.write(`witness ${command}: ${error.message}\n`);
    process.exitCode = witnessExits.failed.code;
  }
}
