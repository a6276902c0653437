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
    verdict: 'rejected',
    note: 'Gives access to the Grafana instance, not to the backends behind it.',
  },
  {
    id: 'legacy_api_key',
    title: 'API key of the earlier kind',
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
] as const satisfies Manifest['forbidden'];
