/**
 * The one place that decides how this process reaches out: proxy and custom CA hold for https and for
 * wss alike because both use the agent made here.
 */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, getCACertificates } from 'node:tls';
import { http as nodeHttp, https as nodeHttps } from './node-http.ts';

export interface NetworkOptions {
  /** PEM of an additional authority; those this Node trusts anyway (NODE_EXTRA_CA_CERTS included) stay trusted. */
  readonly ca?: string | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface NetworkAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** What an agent trusts where that is not what this Node trusts anyway. */
const authorities = new WeakMap<HttpsAgent, readonly string[]>();

export function createAgents({ ca, env }: NetworkOptions): NetworkAgents {
  const shared = { keepAlive: true, maxSockets: 16, proxyEnv: proxyVariables(env) };
  return {
    http: new nodeHttp.Agent(shared),
    https:
      ca === undefined ? new nodeHttps.Agent(shared) : agentTrusting([...getCACertificates('default'), ca], shared),
  };
}

/** One context for all connections: parsing some 260 authorities for each takes 13 ms and more than 1 MB. */
function agentTrusting(trusted: readonly string[], options: HttpsAgent['options']): HttpsAgent {
  const agent = new nodeHttps.Agent({ ...options, secureContext: createSecureContext({ ca: [...trusted] }) });
  authorities.set(agent, trusted);
  return agent;
}

/** The same way out, trusting one authority and no other: for a host whose own authority came with its address. */
export function trustOnly({ http, https }: NetworkAgents, ca: string): NetworkAgents {
  return { http, https: agentTrusting([ca], https.options) };
}

/** The same way out as `agent`, trusting what `choose` makes of what that one trusts (PEM). */
export function trustInstead(agent: HttpsAgent, choose: (trusted: readonly string[]) => readonly string[]): HttpsAgent {
  return agentTrusting(choose(authorities.get(agent) ?? getCACertificates('default')), agent.options);
}

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

function proxyVariables(env: NetworkOptions['env']): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of proxyNames) {
    const value = env[name];
    if (value !== undefined && value !== '') found[name] = value;
  }
  return found;
}

/** What `https` trusts, where it was given something to trust beside what this Node trusts anyway. */
export function authoritiesOf({ https }: NetworkAgents): readonly string[] | undefined {
  return authorities.get(https);
}
