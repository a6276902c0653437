/**
 * The one place that decides how this process reaches out: proxy and custom CA hold for https and for
 * wss alike because both use the agent made here.
 */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { createSecureContext, getCACertificates } from 'node:tls';
import { http as nodeHttp, https as nodeHttps } from './node-http.ts';
import { type ProxySettings, readProxySettings } from './proxy-settings.ts';

export interface NetworkOptions {
  /** PEM of an additional authority; those this Node trusts anyway (NODE_EXTRA_CA_CERTS included) stay trusted. */
  readonly ca?: string | undefined;
  /** Where the variables of proxies are read from. With one that cannot be read, every connection fails by its name. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface NetworkAgents {
  /** For an address that begins with http://. @throws Fault `not_configured` for a proxy variable that cannot be read. */
  httpTo(url: URL): HttpAgent;
  /** Decides for each connection whether it goes through the proxy. */
  readonly https: HttpsAgent;
  /** Ends the connections that no request uses. */
  close(): void;
}

/** What one server is expected to show, and what is shown to it. */
export interface TlsSettings {
  /** PEM of the only authority to trust there; undefined: those of the other connections. */
  readonly ca?: string | undefined;
  /** Client certificate with its chain, and its key, in PEM. */
  readonly client?: { readonly cert: string; readonly key: string } | undefined;
  /** Name that the certificate of the server must have, where its address has another. */
  readonly serverName?: string | undefined;
}

const shared = { keepAlive: true, maxSockets: 16 } as const;

export function createAgents({ ca, env }: NetworkOptions): NetworkAgents {
  const proxies = readProxySettings(env);
  const direct = new nodeHttp.Agent(shared);
  // Node's own reader of NO_PROXY knows fewer forms, so that it is given none.
  const proxied = new nodeHttp.Agent({ ...shared, proxyEnv: { http_proxy: proxies.plain?.url.href } });
  const https = new RoutedAgent(proxies, ca === undefined ? undefined : [...getCACertificates('default'), ca]);
  return {
    httpTo: (url) => (proxies.wayTo(url).proxy === undefined ? direct : proxied),
    https,
    close() {
      for (const agent of [direct, proxied, https]) agent.destroy();
    },
  };
}

/** For https and wss, whichever library opens the connection. */
class RoutedAgent extends nodeHttps.Agent {
  readonly proxies: ProxySettings;
  /** PEM; undefined when it trusts what this Node trusts anyway. */
  readonly trusted: readonly string[] | undefined;
  readonly #direct = new nodeHttps.Agent();

  /** One context for all connections: parsing some 260 authorities for each takes 13 ms and more than 1 MB. */
  constructor(
    proxies: ProxySettings,
    trusted: readonly string[] | undefined,
    { client, serverName }: Pick<TlsSettings, 'client' | 'serverName'> = {},
  ) {
    const ca = trusted && { ca: [...trusted] };
    const context = (ca ?? client) && { secureContext: createSecureContext({ ...ca, ...client }) };
    const servername = serverName === undefined ? {} : { servername: serverName };
    super({ ...shared, ...context, ...servername, proxyEnv: { https_proxy: proxies.secure?.url.href } });
    this.proxies = proxies;
    this.trusted = trusted;
  }

  override createConnection(...[options, callback]: Parameters<HttpsAgent['createConnection']>) {
    const { host, port } = options;
    const { proxy } = this.proxies.wayTo({ protocol: 'https:', hostname: host ?? 'localhost', port });
    return proxy === undefined
      ? this.#direct.createConnection(options, callback)
      : super.createConnection(options, callback);
  }
}

/** The same way out to one server, with TLS of its own: for a host whose authority came with its address. */
export function withTls(agents: NetworkAgents, { ca, ...own }: TlsSettings): NetworkAgents {
  const { proxies, trusted } = routed(agents.https);
  const https = new RoutedAgent(proxies, ca === undefined ? trusted : [ca], own);
  return { ...agents, https, close: () => https.destroy() };
}

/** The same way out as `agent`, trusting what `choose` makes of what that one trusts (PEM). */
export function trustInstead(agent: HttpsAgent, choose: (trusted: readonly string[]) => readonly string[]): HttpsAgent {
  const { proxies, trusted } = routed(agent);
  return new RoutedAgent(proxies, choose(trusted ?? getCACertificates('default')));
}

/** What `https` trusts, where it was given something to trust beside what this Node trusts anyway. */
export function authoritiesOf({ https }: NetworkAgents): readonly string[] | undefined {
  return routed(https).trusted;
}

/** Host of the proxy that a connection of this agent goes through. */
export function proxyOn(agent: HttpsAgent, { hostname, port }: URL): string | undefined {
  const { proxies } = routed(agent);
  return proxies.problems.length > 0
    ? undefined
    : proxies.wayTo({ protocol: 'https:', hostname, port }).proxy?.url.host;
}

function routed(agent: HttpsAgent): RoutedAgent {
  if (agent instanceof RoutedAgent) return agent;
  throw new TypeError('this agent was not made by createAgents');
}
