import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';

interface DeployFacts {
  readonly origin: string;
  readonly workload: string;
  readonly env: string;
  readonly version: string;
  /** Whether the command must name the authority of the control plane. */
  readonly ownAuthority: boolean;
}

/** The command that reports a deploy, for a shell. Its time is for the reader to replace; the token is in a file. */
export function renderMarker({ origin, workload, env, version, ownAuthority }: DeployFacts): string {
  const body = JSON.stringify({
    kind: 'deploy',
    key: version,
    workload,
    ...(env !== '' && { env }),
    version,
    started_at: 'YYYY-MM-DDTHH:MM:SSZ',
  });
  return [
    `curl --fail-with-body --silent --show-error ${ownAuthority ? '--cacert ca.pem ' : ''}--header @token.txt`,
    `--json ${quoteShell(body)}`,
    quoteShell(`${origin}/api/markers`),
  ].join(' \\\n  ');
}
