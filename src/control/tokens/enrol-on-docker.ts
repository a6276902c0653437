/** Enrols a container. The token is in a file that is mounted, and in no variable, which `docker inspect` would show; the identity is in a volume. */
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import {
  collectorCapabilities,
  deliveredPaths,
  deliveredPrograms,
  deliveredUser,
  imageName,
  seccompFile,
  targetsFile,
} from '../../core/delivered/delivered-programs.ts';
import { type EnrolTarget, heredoc, instanceOf } from './enrol-target.ts';

const caFile = '/etc/farol/ca.pem';
const tokenFile = '/run/secrets/farol-bootstrap';

export function renderOnDocker(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const hasCa = target.caPem !== undefined;
  const variables = {
    RUNNER_TENANT: target.tenant,
    RUNNER_ENROLL_URL: target.enrollUrl,
    RUNNER_TUNNEL_URL: target.tunnelUrl,
    RUNNER_BOOTSTRAP_TOKEN_FILE: tokenFile,
    ...(hasCa && { RUNNER_CA_FILE: caFile }),
    ...(target.class === 'profiler' && { RUNNER_PROFILE_TARGETS_FILE: targetsFile }),
  };
  const file = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  const options = [
    `--detach --name ${name} --restart unless-stopped --read-only --cap-drop ALL`,
    '--tmpfs /tmp:rw,noexec,nosuid,nodev,size=64m,mode=1777',
    ...(target.class === 'profiler' ? profilerOptions : ['--security-opt no-new-privileges']),
    `--env-file ${name}/variables --env RUNNER_INSTANCE_ID="${instanceOf(target)}"`,
    `--volume ${name}:${deliveredPaths.data}`,
    `--volume "$PWD/${name}/bootstrap:${tokenFile}:ro"`,
    ...(hasCa ? [`--volume "$PWD/${name}/ca.pem:${caFile}:ro"`] : []),
    // A name without a registry would be searched for in a public one.
    ...(target.registry === undefined ? ['--pull never'] : []),
    quoteShell(imageName(name, target)),
  ];
  return [
    `mkdir -p -m 700 ${name}`,
    ...heredoc(`(umask 077; cat > ${name}/variables)`, file.join('\n')),
    // No user of the machine is the user of the container, who alone reads it.
    ...heredoc(
      `(umask 377; cat > ${name}/bootstrap; chown ${deliveredUser}:${deliveredUser} ${name}/bootstrap)`,
      target.token,
    ),
    ...(target.caPem === undefined ? [] : heredoc(`(umask 022; cat > ${name}/ca.pem)`, target.caPem)),
    `docker run ${options.join(' \\\n  ')}`,
  ].join('\n');
}

/** The limit of memory and of memory with swap are equal: a collector in swap would measure itself. */
const profilerOptions = [
  collectorCapabilities.map((one) => `--cap-add ${one}`).join(' '),
  // Too long to paste, so that it is taken where it lies; without it the default of the engine is in force.
  `$([ -f ${seccompFile} ] && echo --security-opt seccomp=${seccompFile})`,
  `--security-opt apparmor=${deliveredPrograms.profiler} --pid host --memory 512m --memory-swap 512m`,
  '--volume /sys/kernel/tracing:/sys/kernel/tracing:ro --volume /sys/kernel/debug:/sys/kernel/debug:ro',
  `--volume ${targetsFile}:${targetsFile}:ro`,
];
