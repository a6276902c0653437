/** `./farol test --quick`: what a developer runs before each commit. Nothing native, no real system, no build. */
import { registry } from '../connectors/registry.ts';
import type { VitestReport } from './check/failures.ts';
import { root, runVitest, sourceGates } from './check/gates.ts';
import { runStages } from './check/run-stages.ts';
import { prepareConnector } from './connector/prepare.ts';

for (const { manifest } of registry) await prepareConnector(root, manifest.id, { isReal: false });

const reports: VitestReport[] = [];
const env = { ...process.env, FAROL_TEST_QUICK: '1' };
const options = ['--config', 'vitest.quick.config.ts'];
process.exitCode = await runStages(
  [[sourceGates], [[{ name: 'tests', run: (output) => runVitest({ output, options, env, reports }), isLive: true }]]],
  reports,
);
