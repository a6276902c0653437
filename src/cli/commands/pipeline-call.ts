/** What the commands of a pipeline share: a connection to the control plane, and how a refusal ends. */
import { printableText } from '../../core/text/hidden-characters.ts';
import { ControlApi, ControlApiError } from '../../control/api/api-client.ts';
import { captureExits, codesOf } from '../../core/exit-codes.ts';
import { createAgents } from '../../core/network-agent.ts';
import { readProxySettings } from '../../core/proxy-settings.ts';
import { type Connection, findConnection, type TokenVariable, UsageError } from './find-connection.ts';

export const exits = codesOf(captureExits);

export interface WithUrl {
  readonly url?: string;
}

/** Sets the exit code that `work` returns, or the one of a wrong call, refusal or failure, with the reason. */
export async function run(work: () => Promise<number>, command = 'capture'): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const isRefusal = error instanceof ControlApiError;
    const message = error instanceof Error ? error.message : 'unknown cause';
    process.stderr.write(`farol ${command}: ${printableText(`${isRefusal ? `${error.code}: ` : ''}${message}`)}\n`);
    process.exitCode = error instanceof UsageError ? exits.usage : exits.failed;
  }
}

/** @throws UsageError when address or token are missing or malformed; ControlApiError that names where the token is from. */
export async function withApi<T>(
  { url }: WithUrl,
  variable: TokenVariable,
  work: (api: ControlApi) => Promise<T>,
): Promise<T> {
  return callWith(await findConnection(process.env, url, variable), work);
}

/** @throws UsageError, ControlApiError */
export async function callWith<T>(
  { address, ca, token }: Connection,
  work: (api: ControlApi) => Promise<T>,
): Promise<T> {
  const [ofProxy] = readProxySettings(process.env).problems;
  if (ofProxy !== undefined) throw new UsageError(`${ofProxy.problem} ${ofProxy.remedy}`);
  const api = new ControlApi(address.value, ca, createAgents({ ca, env: process.env }).https);
  try {
    api.useToken(token.value);
    return await work(api);
  } catch (error) {
    if (!(error instanceof ControlApiError && (error.status === 401 || error.status === 403))) throw error;
    const sources = `Token: ${token.from}. Address: ${address.value}, from ${address.from}.`;
    throw new ControlApiError(error.status, error.code, `${error.message} ${sources}`);
  } finally {
    api.close();
  }
}
