/** Scopes of the application key, in the vendor's own spelling, and those it must not have. */
import type { Manifest } from '../../src/connector/manifest.ts';

const scope = { group: 'Application key scope', access: 'Read' } as const;
const onScopedKeys =
  'Needed only by an application key that has scopes: a key without scopes reads metrics with the right of its owner.';

export const grants = {
  monitors_read: { ...scope, need: 'required', purpose: 'Monitors with their state and whom they tell.' },
  logs_read_data: { ...scope, need: 'optional', purpose: 'Log lines and figures over them, if logs are used.' },
  logs_read_index_data: {
    ...scope,
    need: 'optional',
    purpose: 'Which log indexes can be read, if logs are used; without it searches answer with fewer lines or none.',
  },
  apm_read: { ...scope, need: 'optional', purpose: 'Spans and service dependencies, if APM is used.' },
  apm_service_catalog_read: {
    ...scope,
    need: 'optional',
    purpose: 'The software catalog, which the vendor keeps under a scope of its own beside apm_read.',
  },
  incident_read: { ...scope, need: 'optional', purpose: 'Incidents, if they are managed here.' },
  rum_apps_read: { ...scope, need: 'optional', purpose: 'Front-end applications and events, if RUM is used.' },
  synthetics_read: { ...scope, need: 'optional', purpose: 'Synthetic tests and their results, if they run here.' },
  timeseries_query: { ...scope, need: 'optional', purpose: `Metric queries. ${onScopedKeys}` },
  metrics_read: { ...scope, need: 'optional', purpose: `Lists of metrics and of their tags. ${onScopedKeys}` },
  api_keys_read: {
    ...scope,
    need: 'sensitive',
    purpose: 'Name, age and last use of every API key of the organization; off unless DATADOG_READ_API_KEYS is on.',
  },
} as const satisfies Manifest['grants'];

export type Scope = keyof typeof grants;

/** Those of a product that an organization may not use. */
export const optionalScopes = [
  'logs_read_data',
  'apm_read',
  'apm_service_catalog_read',
  'incident_read',
  'rum_apps_read',
  'synthetics_read',
] as const satisfies readonly Scope[];
export type OptionalScope = (typeof optionalScopes)[number];

export const forbidden = [
  { grant: 'api_keys_write', because: 'Creates API keys; no operation changes a key.' },
  { grant: 'org_app_keys_read', because: 'Shows the application keys of everybody; no operation reads them.' },
  { grant: 'user_access_manage', because: 'Changes roles and restriction queries, and with them any other right.' },
  { grant: 'org_management', because: 'Changes the organization itself; no operation administers it.' },
  { grant: 'monitors_write', because: 'Changes monitors; no operation writes monitors.' },
  { grant: 'monitors_downtime', because: 'Silences alerts; no operation does.' },
  { grant: 'incident_write', because: 'Declares and changes incidents; no operation does.' },
  { grant: 'synthetics_write', because: 'Changes synthetic tests; no operation does.' },
  {
    grant: 'synthetics_global_variable_read',
    because: 'Opens the variables of synthetic tests, where passwords stand; no operation reads them.',
  },
  { grant: 'logs_modify_indexes', because: 'Changes which logs are stored; no operation does.' },
] as const satisfies Manifest['forbidden'];
