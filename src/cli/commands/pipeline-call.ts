/** What the commands of a pipeline share: where the control plane is, the token, and how a refusal ends. */
import { printableText } from '../../core/text/hidden-characters.ts';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { ControlApi, ControlApiError } from '../../control/api/api-client.ts';
import { captureExits, codesOf } from '../../core/exit-codes.ts';
import { createAgents } from '../../core/network-agent.ts';
import { readProxySettings } from '../../core/proxy-settings.ts';
import { Redactor } from '../../core/redact.ts';
import { parseWebAddress } from '../../core/web-address.ts';
import { findIgnoredFiles } from '../../secrets/ignored-files.ts';
import { findSecret } from '../../secrets/secret-source.ts';

export const exits = codesOf(captureExits);

export interface WithUrl {
  readonly url?: string;
}

/** What the commands of a pipeline read. The reference page is made from this list. */
export const pipelineVariables = {
  FAROL_URL: 'https address of the control plane; --url overrides it.',
  FAROL_CAPTURE_TOKEN: 'rpcap_ token, for farol capture request. As secret.',
  FAROL_READ_TOKEN: 'rapi_ token, for farol capture wait, show, diff and gate. As secret.',
  FAROL_CA_FILE: 'PEM file of the authority of the control plane, if it is its own.',
} as const;
export const pipelineSecretVariables = ['FAROL_CAPTURE_TOKEN', 'FAROL_READ_TOKEN'] as const;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Adds `--url`. */
export function withUrl(command: Command): Command {
  return command.option('--url <address>', 'address of the control plane; default FAROL_URL');
}

/** Sets the exit code that `work` returns, or the one of a wrong call, refusal or failure, with the reason. */
export async function run(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const isRefusal = error instanceof ControlApiError;
    const message = error instanceof Error ? error.message : 'unknown cause';
    process.stderr.write(`farol capture: ${printableText(`${isRefusal ? `${error.code}: ` : ''}${message}`)}\n`);
    process.exitCode = error instanceof UsageError ? exits.usage : exits.failed;
  }
}

/** @throws UsageError when address or token are missing or malformed. */
export async function withApi<T>(
  { url = process.env['FAROL_URL'] }: WithUrl,
  variable: (typeof pipelineSecretVariables)[number],
  work: (api: ControlApi) => Promise<T>,
): Promise<T> {
  const known = { variables: Object.keys(pipelineVariables), secrets: pipelineSecretVariables };
  const [ignored] = findIgnoredFiles(process.env, known);
  if (ignored !== undefined) throw new UsageError(`${ignored.problem} ${ignored.remedy}`);
  const address = parseWebAddress(url ?? '', ['https:']);
  if (typeof address === 'string' || address.pathname !== '/') {
    throw new UsageError(
      'Set FAROL_URL, or --url, to the https address of the control plane, with nothing after host and port.',
    );
  }
  const [ofProxy] = readProxySettings(process.env).problems;
  if (ofProxy !== undefined) throw new UsageError(`${ofProxy.problem} ${ofProxy.remedy}`);
  const token = findSecret(variable, process.env, new Redactor());
  if (token.state === 'absent') {
    throw new UsageError(`Set ${variable} or ${variable}_FILE to a token; tokens are created under Settings.`);
  }
  if (token.state === 'invalid') throw new UsageError(`${token.problem.problem} ${token.problem.remedy}`);
  const ca = readCaPem();
  const api = new ControlApi(address.origin, ca, createAgents({ ca, env: process.env }).https);
  try {
    api.useToken((await token.source.read()).reveal());
    return await work(api);
  } finally {
    api.close();
  }
}

function readCaPem(): string | undefined {
  const file = process.env['FAROL_CA_FILE'];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`FAROL_CA_FILE names ${file}, which cannot be read.`, { cause: error });
  }
}
