/**
 * Installs an archive of the release and enrols it, as root, in the folder that holds the archive. The program runs as a
 * user of its own without privileges; of the Profiler only the collector's file has capabilities. A unit of systemd reads
 * the same variables and finds the same identity.
 */
import { quoteShell } from '../../../profiler/witness/quote-shell.ts';
import { collectorFile, deliveredPrograms, fileCapabilities, releaseTag, targetsFile } from './delivered-programs.ts';
import { type EnrolTarget, heredoc } from './enrol-target.ts';

/** Of all programs; only members may execute the collector. */
const group = 'farol';

export function renderOnHost(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const state = `/var/lib/${name}`;
  const [tokenFile, caFile] = [`/etc/farol/${name}.bootstrap`, '/etc/farol/ca.pem'];
  const file = `/etc/farol/${name}.env`;
  const variables = {
    RUNNER_TENANT: target.tenant,
    RUNNER_ENROLL_URL: target.enrollUrl,
    RUNNER_TUNNEL_URL: target.tunnelUrl,
    RUNNER_IDENTITY_DIR: state,
    RUNNER_BOOTSTRAP_TOKEN_FILE: tokenFile,
    ...(target.caPem !== undefined && { RUNNER_CA_FILE: caFile }),
    ...(target.class === 'profiler' && { RUNNER_PROFILE_TARGETS_FILE: targetsFile }),
  };
  const assignments = Object.entries(variables).map(([variable, value]) => `${variable}=${quoteShell(value)}`);
  return [
    // Together, so that the first failure ends all of it and not the shell.
    '(',
    'set -e; umask 022',
    `release=${name}-${releaseTag(target.version)}-linux-$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')`,
    'tar -xzf "$release.tar.gz" -C /opt',
    `ln -sfn "/opt/$release/${name}" /usr/local/bin/${name}`,
    // Its command line: `farol doctor` says what is wrong on this machine.
    ...(target.class === 'agent' ? ['ln -sfn "/opt/$release/farol" /usr/local/bin/farol'] : []),
    `getent group ${group} > /dev/null || groupadd --system ${group}`,
    `id -u ${name} > /dev/null 2>&1 ||`,
    `  useradd --system --gid ${group} --no-create-home --shell /usr/sbin/nologin ${name}`,
    ...(target.class === 'profiler' ? installCollector : []),
    `install -d -o ${name} -g ${group} -m 0700 ${state}`,
    'install -d -o root -g root -m 0755 /etc/farol',
    ...heredoc(`(umask 077; cat > ${tokenFile})`, target.token),
    `chown ${name}:${group} ${tokenFile}`,
    ...(target.caPem === undefined ? [] : heredoc(`cat > ${caFile}`, target.caPem)),
    // It may hold variables of the reader's own systems.
    `[ ! -e ${file} ] || cp -p ${file} ${file}.before`,
    ...heredoc(`cat > ${file}`, assignments.join('\n')),
    `echo "RUNNER_INSTANCE_ID=$(hostname)" >> ${file}`,
    `set -a; . ${file}`,
    `exec setpriv --reuid ${name} --regid ${group} --clear-groups --inh-caps=-all ${name}`,
    ')',
  ].join('\n');
}

/** In this order: a change of owner takes the capabilities away. */
const installCollector = [
  `install -o root -g ${group} -m 0750 "/opt/$release/ptop" ${collectorFile}`,
  `setcap ${fileCapabilities} ${collectorFile}`,
];
