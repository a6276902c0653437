/**
 * `witness gate`: whether a comparison of bundle files lets a deploy pass. It ends with one of `gateExits`.
 */
import { Command } from 'commander';
import type { WantedFiles } from './choose-sides.ts';
import { addJudging, compareSides, type Judging, sidesOf } from './compare-sides.ts';
import { addGateOptions, type GateOptions, printGate, runGate } from './gate-options.ts';
import { readBundleFile } from './read-bundle-file.ts';

export function gateCommand(): Command {
  const command = new Command('gate')
    .description('exit with 1 on a confirmed regression, with 2 when what is required could not be judged')
    .argument('<bundle...>', 'files as GET /api/profiling/captures/{id}/bundle returns them')
    .option('--from <version>', 'version of the baseline; default the latest before the head')
    .option('--to <version>', 'version of the head; default the latest')
    .option('--workload <name>', 'needed when the files are of several workloads')
    .option('--env <name>', 'needed when the files are of several environments');
  return addGateOptions(addJudging(command)).action((files: string[], options: WantedFiles & GateOptions & Judging) =>
    runGate('witness', async () => {
      const sides = sidesOf(files.map(readBundleFile), options);
      for (const note of sides.notes) process.stderr.write(`witness gate: ${note}\n`);
      return printGate(compareSides(sides, options), options);
    }),
  );
}
