/**
 * What comes before the commands of a bootstrap token, which the control plane renders for each way to install
 * (`src/control/tokens/enrol-commands.ts`): the list of what may be measured. As root, where only root can write. The
 * reader replaces PROCESS.
 */
import { deliveredPrograms, targetsFile } from '../../../src/core/delivered/delivered-programs.ts';

export const writeTargets = [
  `install -d -o root -g root -m 0755 ${targetsFile.slice(0, targetsFile.lastIndexOf('/'))}`,
  `(umask 022; echo '{ "targets": [{ "workload": "PROCESS" }] }' > ${targetsFile})`,
].join('\n');

type Class = 'agent' | 'profiler';

/** Where an instance says why it does not connect, by the way in which it was installed. By hand: in its own shell. */
export const logCommands: Readonly<Record<'docker' | 'kubernetes' | 'host' | 'hand', (of: Class) => string>> = {
  docker: (of) => `docker logs --tail 50 ${deliveredPrograms[of]}`,
  kubernetes: (of) =>
    `kubectl --namespace ${deliveredPrograms[of]} get pods\nkubectl --namespace ${deliveredPrograms[of]} logs --tail 50 --selector app.kubernetes.io/instance=farol --all-containers`,
  host: (of) => `journalctl --unit ${deliveredPrograms[of]} --lines 50`,
  hand: () => '',
};
