/** The programs that tests of the delivery use and no package of Debian holds, built once for each version. */
import { installCfnLint } from '../../test/delivery/cloud/cfn-lint.ts';
import { buildCrane, buildHelm, buildKubectl, buildTofu } from '../go-tool.ts';
import { buildApiServers } from '../../test/delivery/kubernetes/api-servers.ts';
import { buildDocker } from '../../test/delivery/containers/docker-programs.ts';
import { buildGoPrograms } from '../../test/profiler/go-programs.ts';
import { buildEmulatedTests } from '../arm64.ts';
import { buildCosign } from '../release/cosign.ts';
import type { Gate } from './run-gates.ts';

export interface Tool {
  readonly name: string;
  /** Does nothing when it is there. @throws when it cannot be had. */
  readonly build: (say: (line: string) => void) => unknown;
}

/** The API servers before kubectl, which is compiled of the same packages. */
export const deliveryTools: readonly Tool[] = [
  { name: 'cosign', build: buildCosign },
  { name: 'crane', build: buildCrane },
  { name: 'helm', build: buildHelm },
  { name: 'API servers', build: buildApiServers },
  { name: 'kubectl', build: buildKubectl },
  { name: 'docker', build: buildDocker },
  { name: 'tofu', build: buildTofu },
  { name: 'cfn-lint', build: installCfnLint },
  { name: 'Go programs of the tests', build: buildGoPrograms },
  { name: 'tests of the collector for arm64', build: buildEmulatedTests },
];

/** Gates that say how long each took. One that fails leaves the others to be built, and the run is red. */
export function gatesOf(tools: readonly Tool[]): Gate[] {
  return tools.map(({ name, build }) => ({
    name,
    isLive: true,
    run: async ({ say }) => {
      await build(say);
      return { passed: 0, failed: 0, skipped: 0 };
    },
  }));
}
