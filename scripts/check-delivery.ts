/**
 * `./farol test --delivery`: builds, installs and runs what a release delivers. The programs that take minutes to compile
 * come first, once for each of their versions, so that no test waits for a compiler.
 */
import { buildControlPlane } from '../connectors/eks/upstream/cluster/control-plane-binaries.ts';
import type { VitestReport } from './check/failures.ts';
import { runVitest } from './check/gates.ts';
import { runStages } from './check/run-stages.ts';
import { buildCosign } from './release/cosign.ts';
import { buildHelm } from './release/helm.ts';
import { buildKubectl } from '../test/delivery/kubernetes/kubectl.ts';

const say = (line: string): boolean => process.stderr.write(`farol: ${line}\n`);

buildCosign(say);
buildHelm(say);
buildKubectl(say);
await buildControlPlane(say);

const reports: VitestReport[] = [];
const options = ['--config', 'vitest.delivery.config.ts'];
process.exitCode = await runStages(
  [[[{ name: 'delivery', run: (output) => runVitest({ output, options, reports }), isLive: true }]]],
  reports,
);
