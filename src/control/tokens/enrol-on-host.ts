/**
 * Installs an archive of the release and enrols it, as root, in the folder that holds the archive: the same folders,
 * files and users as in docs/guides/install-systemd.md. The program runs as a user of its own without privileges; of the
 * Profiler only the collector's file has capabilities. Without systemd it runs in the shell.
 */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import { deliveredPrograms, fileCapabilities, releaseTag, targetsFile } from '../api/delivered-programs.ts';
import { type EnrolTarget, heredoc, instanceOf } from './enrol-target.ts';

const caFile = '/etc/farol/ca.pem';

export function renderOnHost(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const isProfiler = target.class === 'profiler';
  const [home, state, file] = [`/opt/farol/${name}`, `/var/lib/${name}`, `/etc/farol/${name}.env`];
  const tokenFile = `/etc/credstore/${name}.bootstrap`;
  // Only the Profiler is in the group that may execute the collector.
  const group = isProfiler ? 'farol' : name;
  const variables = {
    RUNNER_TENANT: target.tenant,
    RUNNER_ENROLL_URL: target.enrollUrl,
    RUNNER_TUNNEL_URL: target.tunnelUrl,
    ...(target.caPem !== undefined && { RUNNER_CA_FILE: caFile }),
  };
  const assignments = Object.entries(variables).map(([variable, value]) => `${variable}=${quoteShell(value)}`);
  return [
    // Together, so that the first failure ends all of it and not the shell.
    '(',
    'set -e; umask 022',
    `release=${name}-${releaseTag(target.version)}-linux-$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')`,
    'install -d -o root -g root -m 0755 /opt/farol /etc/farol',
    'tar -xzf "$release.tar.gz" -C /opt/farol',
    `ln -sfn "$release" ${home}`,
    // Its command line: `farol doctor` says what is wrong on this machine.
    ...(isProfiler ? [] : [`ln -sfn ${home}/farol /usr/local/bin/farol`]),
    `getent group ${group} > /dev/null || groupadd --system ${group}`,
    `id -u ${name} > /dev/null 2>&1 ||`,
    `  useradd --system --gid ${group} --no-create-home --shell /usr/sbin/nologin ${name}`,
    ...(isProfiler ? allowCollector(`${home}/ptop`, group) : []),
    `install -d -o ${name} -g ${group} -m 0700 ${state}`,
    ...heredoc(`(umask 077; mkdir -p /etc/credstore; cat > ${tokenFile})`, target.token),
    ...(target.caPem === undefined ? [] : heredoc(`cat > ${caFile}`, target.caPem)),
    // It may hold variables of the reader's own systems.
    `[ ! -e ${file} ] || cp -p ${file} ${file}.before`,
    ...heredoc(`(umask 077; cat > ${file})`, assignments.join('\n')),
    `echo "RUNNER_INSTANCE_ID=${instanceOf(target)}" >> ${file}`,
    'if [ -d /run/systemd/system ]; then',
    `  systemctl enable ${home}/systemd/${name}.service`,
    `  systemctl restart ${name}`,
    'else',
    `  set -a; . ${file}`,
    `  RUNNER_IDENTITY_DIR=${state} RUNNER_BOOTSTRAP_TOKEN=$(cat ${tokenFile})`,
    ...(isProfiler ? [`  RUNNER_PTOP_FILE=${home}/ptop RUNNER_PROFILE_TARGETS_FILE=${targetsFile}`] : []),
    `  exec setpriv --reuid ${name} --regid ${group} --clear-groups --inh-caps=-all ${home}/${name}`,
    'fi',
    ')',
  ].join('\n');
}

/** In this order: a change of owner takes the capabilities away. */
function allowCollector(file: string, group: string): string[] {
  return [`chown root:${group} ${file}`, `chmod 0750 ${file}`, `setcap ${fileCapabilities} ${file}`];
}
