/** Credentials that are accepted, permissions that are used, and permissions that are never to be given. */
import type { CredentialKind, Grant, Manifest } from '../../src/connector/manifest.ts';

const scope = 'Access policy scope';

export const credentials = [
  {
    id: 'access_policy_token',
    title: 'Access policy token',
    prefix: 'glc_',
    verdict: 'recommended',
    note: 'Carries exactly the scopes of its access policy; one stack and metrics:read are enough.',
  },
  {
    id: 'service_account_token',
    title: 'Service account token of a Grafana instance',
    prefix: 'glsa_',
    verdict: 'accepted',
    note: 'Only for GRAFANA_SERVICE_ACCOUNT_TOKEN, at the Grafana in GRAFANA_URL. It has the permissions of its service account, for which the role Viewer is enough. No backend accepts it at an address of its own.',
  },
  {
    id: 'legacy_api_key',
    title: 'API key of the earlier kind, of Grafana Cloud or of a Grafana before service accounts',
    prefix: 'eyJrIjoi',
    verdict: 'accepted',
    note: 'Works as long as the vendor still converts it; it has roles instead of scopes, so it grants more than is used.',
  },
  {
    id: 'basic_password',
    title: 'Password of a Prometheus with basic authentication',
    verdict: 'accepted',
    note: 'Has no scopes: it gives access to everything that the Prometheus serves.',
  },
  {
    id: 'synthetic_monitoring_token',
    title: 'Access token of Synthetic Monitoring',
    verdict: 'accepted',
    note: 'Only for GRAFANA_SM_TOKEN. The vendor offers no narrower one: it has no scopes and no expiry, and anybody who has it can change checks, probes and tokens. This connector sends it with one read only.',
  },
] as const satisfies readonly CredentialKind[];

const ofGrafana = 'Permission of the service account in Grafana';

export const grants = {
  'metrics:read': {
    group: scope,
    need: 'required',
    purpose:
      'Query, list and label reads of the metrics backend, service graph, front-end and synthetic metrics; without it the connector has nothing to serve.',
  },
  'logs:read': { group: scope, need: 'optional', purpose: 'Log lines, counts over them and their sources.' },
  'traces:read': { group: scope, need: 'optional', purpose: 'Search for traces and all spans of one.' },
  'rules:read': { group: scope, need: 'optional', purpose: 'What alerting rules watch and the state each is in.' },
  'alerts:read': {
    group: scope,
    need: 'optional',
    purpose: 'Alerts that were raised, who was notified and what is silenced.',
  },
  'stacks:read': { group: scope, need: 'optional', purpose: 'List of stacks with the backends of each.' },
  'stack-dashboards:read': { group: scope, need: 'optional', purpose: 'Search for dashboards of a stack.' },
  'datasources:query': {
    group: ofGrafana,
    need: 'optional',
    purpose: 'Through GRAFANA_URL: queries of metrics, logs and traces. The role Viewer has it.',
  },
  'datasources:read': {
    group: ofGrafana,
    need: 'optional',
    purpose:
      'Through GRAFANA_URL: finds the data source of each type, and lists them. The role Viewer has it, but for licensed Grafana that restricts data sources.',
  },
  'alert.rules:read': {
    group: ofGrafana,
    need: 'optional',
    purpose: 'Through GRAFANA_URL: rules that Grafana manages. The role Viewer has it.',
  },
  'alert.rules.external:read': {
    group: ofGrafana,
    need: 'optional',
    purpose: 'Through GRAFANA_URL: rules that the data source of the metrics manages. The role Viewer has it.',
  },
  'alert.instances:read': {
    group: ofGrafana,
    need: 'optional',
    purpose: "Through GRAFANA_URL: alerts of Grafana's own Alertmanager. The role Viewer has it.",
  },
  'alert.instances.external:read': {
    group: ofGrafana,
    need: 'optional',
    purpose: 'Through GRAFANA_URL: alerts of the data source of an Alertmanager. The role Viewer has it.',
  },
  'dashboards:read': {
    group: ofGrafana,
    need: 'optional',
    purpose: 'Through GRAFANA_URL: search for dashboards, in the folders that the service account may see.',
  },
  'synthetic monitoring access token': {
    group: 'Token of Synthetic Monitoring',
    need: 'optional',
    purpose:
      'List of synthetic checks. The vendor shows no scope for it: confirm in the account which rights the token has.',
  },
} as const satisfies Record<string, Grant>;

export const forbidden = [
  { grant: 'metrics:write', because: 'Sends samples; no operation writes metrics.' },
  { grant: 'metrics:delete', because: 'Deletes series; no operation changes anything.' },
  { grant: 'logs:write', because: 'Sends log lines; no operation writes logs.' },
  { grant: 'logs:delete', because: 'Deletes log lines; no operation changes anything.' },
  { grant: 'traces:write', because: 'Sends spans; no operation writes traces.' },
  { grant: 'rules:write', because: 'Changes alerting and recording rules; no operation writes rules.' },
  { grant: 'alerts:write', because: 'Changes notification routing; no operation writes alerts.' },
  { grant: 'stack-dashboards:write', because: 'Changes dashboards; no operation writes them.' },
  {
    grant: 'stack-service-accounts:write',
    because: 'Creates credentials of the Grafana instance, and with them any right in it.',
  },
  {
    grant: 'accesspolicies:write',
    because: 'Creates credentials, and with them any other right of the organization.',
  },
  { grant: 'stacks:write', because: 'Changes the stack itself; no operation administers it.' },
  // Of a service account: the role Viewer has none of these, Editor and Admin have.
  {
    grant: 'datasources:write',
    because: 'Changes data sources, and with them where queries and their credentials go.',
  },
  { grant: 'datasources:create', because: 'Creates data sources, through which Grafana requests any address.' },
  { grant: 'datasources:delete', because: 'Deletes data sources; no operation changes anything.' },
  { grant: 'dashboards:write', because: 'Changes dashboards; no operation writes them.' },
  { grant: 'dashboards:create', because: 'Creates dashboards; no operation writes them.' },
  { grant: 'dashboards:delete', because: 'Deletes dashboards; no operation changes anything.' },
  { grant: 'alert.rules:write', because: 'Changes rules of Grafana; no operation writes rules.' },
  { grant: 'alert.rules:create', because: 'Creates rules of Grafana; no operation writes rules.' },
  { grant: 'alert.rules:delete', because: 'Deletes rules of Grafana; no operation changes anything.' },
  { grant: 'alert.rules.external:write', because: 'Changes rules of data sources; no operation writes rules.' },
  { grant: 'alert.instances:write', because: 'Changes silences of Grafana; no operation silences anything.' },
  { grant: 'alert.instances:create', because: 'Creates silences in Grafana; no operation silences anything.' },
  {
    grant: 'alert.instances.external:write',
    because: 'Changes silences of data sources; no operation silences anything.',
  },
  { grant: 'alert.notifications:write', because: 'Changes who is notified; no operation does.' },
  { grant: 'alert.provisioning:write', because: 'Changes all of alerting, whatever folder it is in.' },
  { grant: 'serviceaccounts:create', because: 'Creates credentials of Grafana, and with them other rights.' },
  {
    grant: 'serviceaccounts:write',
    because: 'Changes service accounts and their tokens, and with them what they may do.',
  },
  { grant: 'users:write', because: 'Changes accounts of people; no operation administers Grafana.' },
  { grant: 'org.users:write', because: 'Changes roles of people; no operation administers Grafana.' },
] as const satisfies Manifest['forbidden'];
