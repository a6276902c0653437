/**
 * `./farol test --delivery`: builds, installs and runs what a release delivers. The programs that take minutes to compile
 * and the releases come first, once for each of their versions, so that no test waits for a compiler.
 */
import { deliveryTools, gatesOf } from './check/delivery-tools.ts';
import type { VitestReport } from './check/failures.ts';
import { buildReleases, runVitest } from './check/gates.ts';
import { runStages } from './check/run-stages.ts';

const reports: VitestReport[] = [];
const options = ['--config', 'vitest.delivery.config.ts'];
process.exitCode = await runStages(
  [
    [gatesOf(deliveryTools)],
    [[buildReleases('amd64', 'next', 'breaking', 'arm64')]],
    [[{ name: 'delivery', run: (output) => runVitest({ output, options, reports }), isLive: true }]],
  ],
  reports,
);
