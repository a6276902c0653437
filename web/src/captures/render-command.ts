import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';

/** Commands a person pastes into a pipeline. Values come from a form, so every one is quoted for the shell. */
export interface CommandFacts {
  readonly origin: string;
  readonly workload: string;
  readonly version: string;
  readonly env: string;
  readonly kind: 'head' | 'replicate';
  readonly durationSec: number;
  readonly warmupSec: number;
  /** Digest of the image; without it a version that a runtime loads is identified by its name alone. */
  readonly image?: string | undefined;
  /** Whether the command must name the authority of the control plane. */
  readonly ownAuthority: boolean;
}

/** The token is read from the environment: it is never part of the command. */
export function renderCurl(facts: CommandFacts): string {
  const body = JSON.stringify({
    workload: facts.workload,
    version: facts.version,
    ...(facts.env !== '' && { env: facts.env }),
    kind: facts.kind,
    duration_sec: facts.durationSec,
    warmup_sec: facts.warmupSec,
    ...(facts.image !== undefined && { image: facts.image }),
  });
  return [
    `curl --fail-with-body --silent --show-error ${facts.ownAuthority ? '--cacert ca.pem ' : ''}${quoteShell(`${facts.origin}/api/profiling/captures`)}`,
    '-H "Authorization: Bearer $FAROL_CAPTURE_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d ${quoteShell(body)}`,
  ].join(' \\\n  ');
}

export function renderCli(facts: CommandFacts): string {
  return [
    `${facts.ownAuthority ? 'FAROL_CA_FILE=ca.pem ' : ''}farol capture request --url ${quoteShell(facts.origin)}`,
    `--workload ${quoteShell(facts.workload)} --version ${quoteShell(facts.version)}${facts.env === '' ? '' : ` --env ${quoteShell(facts.env)}`}`,
    `--kind ${facts.kind} --duration ${facts.durationSec} --warmup ${facts.warmupSec}${facts.image === undefined ? '' : ` --image ${quoteShell(facts.image)}`}`,
  ].join(' \\\n  ');
}
