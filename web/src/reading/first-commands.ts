/**
 * What comes before the commands of a bootstrap token, which the control plane renders for each way to install
 * (`src/control/tokens/enrol-commands.ts`): the list of what may be measured. As root, where only root can write. The
 * reader replaces PROCESS.
 */
import { targetsFile } from '../../../src/control/tokens/delivered-programs.ts';

export const writeTargets = [
  `install -d -o root -g root -m 0755 ${targetsFile.slice(0, targetsFile.lastIndexOf('/'))}`,
  `(umask 022; echo '{ "targets": [{ "workload": "PROCESS" }] }' > ${targetsFile})`,
].join('\n');
