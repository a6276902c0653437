/** `witness diff`: what changed between two versions, from bundle files. */
import { Command } from 'commander';
import type { WantedFiles } from './choose-sides.ts';
import { addJudging, compareSides, type Judging, sidesOf } from './compare-sides.ts';
import { addOutputs, outputComparison, type OutputOptions } from './outputs.ts';
import { readBundleFile } from './read-bundle-file.ts';
import { run } from './run-command.ts';

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
