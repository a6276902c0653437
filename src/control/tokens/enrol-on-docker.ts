/** Enrols a container. Variables and token are in a file that only the user who pastes can read; the identity is in a volume. */
import { quoteShell } from '../../../profiler/witness/quote-shell.ts';
import {
  collectorCapabilities,
  deliveredPaths,
  deliveredPrograms,
  imageName,
  targetsFile,
} from './delivered-programs.ts';
import { type EnrolTarget, heredoc } from './enrol-target.ts';

const caFile = '/etc/farol/ca.pem';

export function renderOnDocker(target: EnrolTarget): string {
  const name = deliveredPrograms[target.class];
  const hasCa = target.caPem !== undefined;
  const variables = {
    RUNNER_TENANT: target.tenant,
    RUNNER_ENROLL_URL: target.enrollUrl,
    RUNNER_TUNNEL_URL: target.tunnelUrl,
    RUNNER_BOOTSTRAP_TOKEN: target.token,
    ...(hasCa && { RUNNER_CA_FILE: caFile }),
    ...(target.class === 'profiler' && { RUNNER_PROFILE_TARGETS_FILE: targetsFile }),
  };
  const file = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  const options = [
    `--detach --name ${name} --restart unless-stopped --read-only --cap-drop ALL`,
    '--tmpfs /tmp:rw,noexec,nosuid,nodev,size=64m,mode=1777',
    ...(target.class === 'profiler' ? profilerOptions : ['--security-opt no-new-privileges']),
    `--env-file ${name}/variables --env RUNNER_INSTANCE_ID="$(hostname)"`,
    `--volume ${name}:${deliveredPaths.data}`,
    ...(hasCa ? [`--volume "$PWD/${name}/ca.pem:${caFile}:ro"`] : []),
    // A name without a registry would be searched for in a public one.
    ...(target.registry === undefined ? ['--pull never'] : []),
    quoteShell(imageName(name, target)),
  ];
  return [
    `mkdir -p -m 700 ${name}`,
    ...heredoc(`(umask 077; cat > ${name}/variables)`, file.join('\n')),
    ...(target.caPem === undefined ? [] : heredoc(`(umask 022; cat > ${name}/ca.pem)`, target.caPem)),
    `docker run ${options.join(' \\\n  ')}`,
  ].join('\n');
}

/** The limit of memory and of memory with swap are equal: a collector in swap would measure itself. */
const profilerOptions = [
  collectorCapabilities.map((one) => `--cap-add ${one}`).join(' '),
  `--security-opt apparmor=${deliveredPrograms.profiler} --pid host --memory 512m --memory-swap 512m`,
  '--volume /sys/kernel/tracing:/sys/kernel/tracing:ro --volume /sys/kernel/debug:/sys/kernel/debug:ro',
  `--volume ${targetsFile}:${targetsFile}:ro`,
];
