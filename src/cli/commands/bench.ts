/** `farol bench`: options, and nothing measured here. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { measureNames } from '../../../bench/bench-report.ts';
import { type BenchOptions, runBench } from '../../../bench/run-bench.ts';

export function benchCommand(): Command {
  return new Command('bench')
    .description('measure this machine: costs, latencies and memory, as ratios to a peer where one exists')
    .addOption(new Option('--only <name>', 'run one measure').choices(measureNames))
    .option('--repeat <n>', 'repetitions of every measure, 1 to 100', parseWithin(1, 100), 5)
    .option('--window <seconds>', 'length of a capture of the collector, 2 to 60', parseWithin(2, 60), 10)
    .option(
      '--minutes <n>',
      'length of a soak, of 120 minutes otherwise, or for how long replicas of a fleet are killed one after the other, 5 and at most 10',
      parseWithin(1, 1440),
    )
    .option('--instances <n>', 'simulated instances of the fleet, 20 to 2000', parseWithin(20, 2000), 2000)
    .option(
      '--big',
      'also measure the collector on executables of about 400 MB and 1 GB; the first time their build takes minutes',
    )
    .option('--attack <part>', 'with --only hostile: only attacks that have this in their name')
    .option('--axes', 'also measure the overhead of each axis alone')
    .option('--json', 'print one JSON object as the last line')
    .action(async (options: BenchOptions) => {
      process.exitCode = await runBench(options);
    });
}

function parseWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,4}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
