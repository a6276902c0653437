/**
 * How a Profiler comes onto a machine, as commands to paste. The only place of the app that knows how the programs are
 * delivered: today from a clone of the repository.
 */

/** Where the collector is taken from unless `RUNNER_PTOP_FILE` names another file. */
const collector = '/usr/local/bin/ptop';
const capabilities = 'cap_bpf,cap_perfmon,cap_sys_ptrace,cap_dac_read_search,cap_sys_admin=ep';

/** As root, in a clone that every user can read. The first line builds the program and the collector. */
export const installProfiler = [
  './farol profiler --help',
  'ln -sf "$PWD/farol" /usr/local/bin/farol',
  'groupadd --system farol',
  'useradd --system --gid farol --no-create-home --shell /usr/sbin/nologin farol-profiler',
  `install -o root -g farol -m 0750 profiler/ptop/target/release/ptop ${collector}`,
  `setcap ${capabilities} ${collector}`,
].join('\n');

/** As root; the list is where only root can write. PROCESS is replaced by the reader. */
export const writeTargets = [
  'install -d -o root -g root -m 0755 /etc/farol',
  `echo '{ "targets": [{ "workload": "PROCESS" }] }' > targets.json`,
  'install -o root -g farol -m 0640 targets.json /etc/farol/targets.json',
].join('\n');

/** As root: a shell in which the command of a bootstrap token enrols the Profiler and starts it. */
export const becomeProfiler = [
  'install -d -o farol-profiler -g farol -m 0700 /var/lib/farol-profiler',
  'cd /var/lib/farol-profiler',
  'setpriv --reuid farol-profiler --regid farol --init-groups sh',
].join('\n');
