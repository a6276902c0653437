/**
 * The complete command that enrols an instance, ready to paste: it writes the token and the authority
 * to files that only their owner reads and starts the program. The token is never in an argument,
 * where every user of the machine could read it.
 */
import type { InstanceClass } from '../../tunnel/messages.ts';

export interface BootstrapTarget {
  readonly class: InstanceClass;
  readonly tenant: string;
  readonly enrollUrl: string;
  readonly tunnelUrl: string;
  /** Undefined when the server's certificate comes from an authority that machines trust already. */
  readonly caPem: string | undefined;
  /** Shown once; the text of the command is as secret as the token. */
  readonly token: string;
}

export function renderBootstrapCommand(target: BootstrapTarget): string {
  const folder = `farol-${target.class}`;
  const variables: Record<string, string> = {
    RUNNER_TENANT: target.tenant,
    RUNNER_INSTANCE_ID: '"$(hostname)"',
    RUNNER_ENROLL_URL: target.enrollUrl,
    RUNNER_TUNNEL_URL: target.tunnelUrl,
    RUNNER_IDENTITY_DIR: `"$PWD/${folder}/identity"`,
    RUNNER_BOOTSTRAP_TOKEN_FILE: `"$PWD/${folder}/bootstrap-token"`,
    ...(target.caPem !== undefined && { RUNNER_CA_FILE: `"$PWD/${folder}/ca.pem"` }),
    ...(target.class === 'profiler' && { RUNNER_PROFILE_TARGETS_FILE: '/etc/farol/targets.json' }),
  };
  return [
    `mkdir -p -m 700 ${folder}/identity`,
    ...heredoc(`(umask 077; cat > ${folder}/bootstrap-token)`, target.token),
    ...(target.caPem === undefined ? [] : heredoc(`cat > ${folder}/ca.pem`, target.caPem.trim())),
    ...Object.entries(variables).map(([name, value]) => `${name}=${value} \\`),
    `farol ${target.class}`,
  ].join('\n');
}

function heredoc(command: string, content: string): string[] {
  return [`${command} <<'FAROL_END'`, content, 'FAROL_END'];
}
