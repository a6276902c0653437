/**
 * What a Grafana answers when it refuses: the token, a permission, or the data source behind it. The texts are those of
 * its own code (pkg/services/authn, pkg/services/accesscontrol/middleware.go, pkg/api/pluginproxy).
 */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { backendAt } from '../backends.ts';
import { grants } from '../grants.ts';

const json = (message: string, more: object = {}): string => JSON.stringify({ message, ...more });
const keepToken = 'Do not rotate the token: it is valid.';
const dataSourceAt = (path: string): string => backendAt(path).dataSource?.variable ?? 'GRAFANA_METRICS_DATASOURCE';

export const grafanaCredential: readonly Symptom[] = [
  symptom({
    id: 'data_source_rejected',
    seen: '400 with `Authentication to data source failed`: Grafana says so in place of a 401 of the system behind it',
    when: { status: 400, body: /authentication to data source failed/iu },
    kind: 'credential_rejected',
    data: { kind: 'credential that Grafana has for the data source', reason: 'rejected' },
    remedy: ({ path }) =>
      `The ${backendAt(path).product} behind Grafana refuses what Grafana sends: in Grafana, open Connections → Data sources, correct authentication and headers of this one, and press Save & test. One that serves several tenants also answers so without the header X-Scope-OrgID. The service account is not the cause. ${keepToken}`,
    remedyWords: `The system behind Grafana refuses what Grafana sends: in Grafana, open Connections → Data sources, correct authentication and headers of this one, and press Save & test. One that serves several tenants also answers so without the header X-Scope-OrgID. The service account is not the cause. ${keepToken}`,
    example: { status: 400, body: 'Authentication to data source failed' },
  }),
  symptom({
    id: 'data_source_tenant',
    seen: '400 or 403 with `no org id`',
    when: { status: [400, 403], body: /no (?:org|tenant) ?id|X-Scope-OrgID/iu },
    kind: 'credential_rejected',
    data: { kind: 'header X-Scope-OrgID of the data source', reason: 'missing' },
    remedy: `In Grafana, add the header X-Scope-OrgID with the tenant to be read to the data source. ${keepToken}`,
    example: { status: 400, body: 'no org id' },
  }),
  symptom({
    id: 'data_source_unusable',
    seen: '400 with `Invalid data source URL` or `Unable to load TLS certificate`',
    when: { status: 400, body: /invalid data source url|unable to load tls certificate/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: dataSourceAt(path), tried: path }),
    remedy: `Grafana cannot use the data source as it is saved: correct its URL or TLS settings in Grafana, and press Save & test. ${keepToken}`,
    example: { status: 400, body: json('Invalid data source URL: "loki"') },
  }),
  symptom({
    id: 'service_account_expired',
    seen: '401 with `Expired API key`',
    when: { status: 401, body: /expired api key|api-key\.expired/iu },
    kind: 'credential_rejected',
    data: { kind: 'service account token', reason: 'expired' },
    remedy: 'Add a new token to the same service account, and put it into GRAFANA_SERVICE_ACCOUNT_TOKEN.',
    example: { status: 401, body: json('Expired API key', { messageId: 'api-key.expired', statusCode: 401 }) },
  }),
  symptom({
    id: 'service_account_revoked',
    seen: '401 with `Revoked API key`',
    when: { status: 401, body: /revoked/iu },
    kind: 'credential_rejected',
    data: { kind: 'service account token', reason: 'revoked' },
    remedy:
      'Somebody or a scanner of leaked tokens revoked it. Ask who and why before you add another to the service account.',
    example: { status: 401, body: json('Revoked API key', { messageId: 'api-key.revoked', statusCode: 401 }) },
  }),
  symptom({
    id: 'service_account_rejected',
    seen: '401 with `Invalid API key` or `Unauthorized`, or without words',
    when: { status: 401, body: /^\s*$|invalid api key|"message":\s*"unauthorized"|api key does not belong/iu },
    kind: 'credential_rejected',
    data: { kind: 'service account token', reason: 'rejected' },
    remedy:
      'The Grafana at GRAFANA_URL does not know the token in GRAFANA_SERVICE_ACCOUNT_TOKEN, or its service account is disabled. Look for it in Grafana under Administration → Users and access → Service accounts, check that nothing on the way removes the Authorization header, and add another only if it is not there.',
    example: { status: 401, body: json('Invalid API key', { messageId: 'api-key.invalid', statusCode: 401 }) },
  }),
  symptom({
    id: 'grafana_front_requires',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'permission_missing',
    data: { grant: 'access to Grafana', layer: 'what is in front of Grafana' },
    remedy: `Something in front of GRAFANA_URL requires a sign-in of its own: let the Agent past it, or set GRAFANA_URL to the address behind it. ${keepToken}`,
    example: { status: 401, headers: { 'www-authenticate': 'Basic realm="proxy"' }, body: 'Authorization Required' },
  }),
  symptom({
    id: 'grafana_permission_missing',
    seen: '403 with `Permissions needed`',
    when: { status: 403, body: /permissions needed:/iu },
    kind: 'permission_missing',
    data: (seen) => ({ grant: neededIn(seen), layer: 'role of the service account' }),
    remedy: (seen) =>
      `Give the service account the role Viewer in Grafana; where a license restricts roles, ${neededIn(seen)} for what is read. ${keepToken}`,
    remedyWords: `Give the service account the role Viewer in Grafana; where a license restricts roles, the permission that Grafana names. ${keepToken}`,
    example: {
      status: 403,
      body: json("You'll need additional permissions to perform this action. Permissions needed: datasources:query", {
        title: 'Access denied',
        accessErrorId: 'ACE0123456789',
      }),
    },
  }),
  symptom({
    id: 'data_source_denied',
    seen: '403 with `Access denied to datasource` or `plugin proxy route access denied`',
    when: { status: 403, body: /access denied to (?:this )?data ?source|plugin proxy route access denied/iu },
    kind: 'permission_missing',
    data: { grant: 'datasources:query', layer: 'permissions of the data source' },
    remedy: `Let the service account query this data source: in Grafana, open it and its tab Permissions. ${keepToken}`,
    example: { status: 403, body: json('Access denied to datasource') },
  }),
  symptom({
    id: 'data_source_not_allowed',
    seen: '403 with `not included in whitelist` or `not a valid target`',
    when: { status: 403, body: /not included in whitelist|not a valid target/iu },
    kind: 'permission_missing',
    data: { grant: 'data_source_proxy_whitelist', layer: 'configuration of Grafana' },
    remedy: `Add the host of the data source to data_source_proxy_whitelist in the section security of the configuration of Grafana. ${keepToken}`,
    example: { status: 403, body: json('Data proxy hostname and ip are not included in whitelist') },
  }),
  symptom({
    id: 'query_not_let_through',
    seen: '403 with `not allowed on proxied`',
    when: { status: 403, body: /not allowed on proxied/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: dataSourceAt(path), tried: path }),
    remedy: ({ path }) =>
      `Grafana does not let this query through to this type of data source: set ${dataSourceAt(path)} to the uid of one of the type ${backendAt(path).dataSource?.type ?? 'prometheus'}. ${keepToken}`,
    remedyWords: `Grafana does not let this query through to this type of data source: set the variable of the data source to the uid of one of its own type. ${keepToken}`,
    example: {
      status: 403,
      body: json('non allow-listed POSTs not allowed on proxied Prometheus datasource'),
    },
  }),
  symptom({
    id: 'grafana_forbidden',
    seen: 'any other 403, which Grafana also hands on from the system behind it',
    when: { status: 403 },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: grantAt(path), layer: 'Grafana, the system behind it, or what is in front of it' }),
    remedy: `In Grafana, open the data source and press Save & test: if that fails too, the system behind it refuses the credential that Grafana has. If it works, check what is in front of GRAFANA_URL. ${keepToken}`,
    example: { status: 403, body: 'Forbidden' },
  }),
];

/** The permission that Grafana names, where it is one of those that are used. */
function neededIn({ response, path }: Seen): string {
  const named = /permissions needed:\s*(?:any of |all of )?([\w.:]+)/iu.exec(response.body)?.[1] ?? '';
  return Object.hasOwn(grants, named) ? named : grantAt(path);
}

function grantAt(path: string): string {
  if (path.startsWith('/api/prometheus/grafana/')) return 'alert.rules:read';
  if (path.startsWith('/api/prometheus/')) return 'alert.rules.external:read';
  if (path.startsWith('/api/alertmanager/grafana/')) return 'alert.instances:read';
  if (path.startsWith('/api/alertmanager/')) return 'alert.instances.external:read';
  if (path === '/api/search') return 'dashboards:read';
  return path === '/api/datasources' ? 'datasources:read' : 'datasources:query';
}
