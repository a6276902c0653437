/** The only file of this connector that talks to the network: a client for each backend with its own credential, and one for a Grafana in front of all. */
import type { z } from 'zod';
import { createAsker, isPlainAnswer } from '../../src/connector/ask-json.ts';
import { DecodedResponse } from '../../src/connector/decoded-response.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { OperationOf } from '../../src/connector/manifest.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpClient } from '../../src/core/http-client.ts';
import type { Secret } from '../../src/core/secret.ts';
import { type Backend, type BackendId, backends, cardOf } from './backends.ts';
import type { manifest } from './manifest.ts';
import { symptoms } from './symptoms.ts';

export type GrafanaContext = ConnectorContext<typeof manifest>;
export type GrafanaHandlers<N extends OperationOf<typeof manifest>> = Pick<ConnectorOperations<typeof manifest>, N>;

/** Reads of one backend. @throws Fault as the symptoms tell it. */
export interface BackendClient {
  readonly get: <S extends z.ZodType>(schema: S, path: string, query?: FormFields) => Promise<z.infer<S>>;
  /** For a query that may be longer than an address may be; it is a read. */
  readonly post: <S extends z.ZodType>(schema: S, path: string, form: FormFields) => Promise<z.infer<S>>;
}

/** A token that carries the scopes of several backends. A password belongs to one system and is sent to no other. */
const accessPolicyToken = /^glc_/u;

/** A backend at an address of its own. @throws Fault `not_configured` naming the address when it is not set. */
export function openDirect(context: GrafanaContext, id: BackendId): BackendClient {
  const backend: Backend = backends[id];
  requireAddress(context, backend);
  const http = context.http(backend.url, { authorize: () => headersFor(context, backend) });
  return clientOf(context, http, describeAs(context, backend));
}

/** The Grafana at `GRAFANA_URL` itself, with the token of its service account. */
export function openGrafana(context: GrafanaContext): BackendClient {
  const http = context.http('GRAFANA_URL', {
    async authorize() {
      const token = await context.secrets.read('GRAFANA_SERVICE_ACCOUNT_TOKEN');
      return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
    },
  });
  return clientOf(context, http, (name) => context.config.describe(name));
}

function clientOf(
  { clock, noteUnread }: GrafanaContext,
  http: HttpClient,
  describe: (name: string) => string | undefined,
): BackendClient {
  const ask = createAsker({ clock, noteUnread, config: { describe } }, { http, symptoms });
  return {
    get: async (schema, path, query = {}) => (await ask(schema, { method: 'GET', path, query, access: 'read' })).answer,
    post: async (schema, path, form) => (await ask(schema, { method: 'POST', path, form, access: 'read' })).answer,
  };
}

/** Status of the cheapest read without any credential: a gateway in front of a backend answers the same to everybody. */
export async function statusWithoutCredential(context: GrafanaContext, { url, probe }: Backend): Promise<number> {
  return (await context.http(url).send({ method: 'GET', path: probe.path, access: 'read' })).status;
}

/** Whether the interface lies under this path of the address. A refused credential shows that as well as an answer does. */
export async function answersBelow(context: GrafanaContext, backend: Backend, prefix: string): Promise<boolean> {
  const http = context.http(backend.url, { authorize: () => headersFor(context, backend) });
  const response = await http.send({ method: 'GET', path: `${prefix}${backend.probe.path}`, access: 'read' });
  return isPlainAnswer(new DecodedResponse(response)) || response.status === 401 || response.status === 403;
}

/** The token that is sent to a backend: its own, or the access policy token of the metrics. */
export async function tokenFor(
  { secrets }: GrafanaContext,
  { token, takesSharedToken }: Backend,
): Promise<Secret | undefined> {
  const own = await secrets.read(token);
  if (own !== undefined || !takesSharedToken) return own;
  const shared = await secrets.read('GRAFANA_METRICS_TOKEN');
  return shared !== undefined && accessPolicyToken.test(shared.reveal()) ? shared : undefined;
}

/** `GRAFANA_METRICS_URL` covers every self-managed system too, so a missing other address is a choice and not a mistake. */
function requireAddress({ config }: GrafanaContext, backend: Backend): void {
  if (config.has(backend.url) || backend.url === 'GRAFANA_API_URL') return;
  const remedy = `Set ${backend.url} to the address of ${backend.product}. ${cardOf(backend)} The other backends do not need it.`;
  throw new Fault('not_configured', { variable: backend.url }, remedy);
}

/** https://grafana.com/docs/mimir/latest/manage/secure/authentication-and-authorization/; Loki and Tempo read the same header. */
async function headersFor(context: GrafanaContext, backend: Backend): Promise<Record<string, string>> {
  const tenant = backend.tenant && context.config.text(backend.tenant);
  return { ...(await authorize(context, backend)), ...(tenant !== undefined && { 'x-scope-orgid': tenant }) };
}

async function authorize(context: GrafanaContext, backend: Backend): Promise<Record<string, string>> {
  const { user: userVariable, token: tokenVariable } = backend;
  const token = await tokenFor(context, backend);
  if (userVariable === undefined) {
    if (token === undefined) throw missing(tokenVariable, `a token for ${backend.product}`);
    return { authorization: `Bearer ${token.reveal()}` };
  }
  const user = context.config.text(userVariable);
  const hasOwnToken = context.config.has(tokenVariable);
  if (user === undefined && !hasOwnToken) return {};
  if (user === undefined) throw missing(userVariable, `the instance id of ${backend.product}`);
  if (token === undefined) {
    throw missing(tokenVariable, `a token for ${backend.product}; a password of another system is not sent there`);
  }
  return { authorization: `Basic ${Buffer.from(`${user}:${token.reveal()}`).toString('base64')}` };
}

function missing(variable: string, what: string): Fault {
  return new Fault('not_configured', { variable }, `Set ${variable}: it holds ${what}.`);
}

/** The symptoms name the variables of the metrics; for another backend they are replaced by its own. */
function describeAs({ config }: GrafanaContext, { url, user, token, tenant, takesSharedToken }: Backend) {
  const tokenState = (): string | undefined =>
    config.describe(token) ?? (takesSharedToken ? config.describe('GRAFANA_METRICS_TOKEN') : undefined);
  return (name: string): string | undefined => {
    // Synthetic Monitoring is asked directly also where a Grafana is in front of the others.
    if (name === 'GRAFANA_URL') return undefined;
    if (name === 'GRAFANA_METRICS_URL') return config.describe(url);
    if (name === 'GRAFANA_METRICS_USER') return user === undefined ? tokenState() : config.describe(user);
    if (name === 'GRAFANA_METRICS_TENANT') return tenant && config.describe(tenant);
    return name === 'GRAFANA_METRICS_TOKEN' ? tokenState() : config.describe(name);
  };
}
