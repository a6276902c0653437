/** Scopes that the application key must not have. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const forbidden = [
  { grant: 'api_keys_write', because: 'Creates API keys; no operation changes a key.' },
  { grant: 'org_app_keys_read', because: 'Shows all application keys of the organization; no operation reads them.' },
  { grant: 'user_access_manage', because: 'Changes roles and restriction queries, and with them any other right.' },
  { grant: 'org_management', because: 'Changes the organization itself; no operation administers it.' },
  { grant: 'monitors_write', because: 'Changes monitors; no operation writes monitors.' },
  { grant: 'monitors_downtime', because: 'Silences alerts; no operation does.' },
  { grant: 'incident_write', because: 'Declares and changes incidents; no operation does.' },
  { grant: 'synthetics_write', because: 'Changes synthetic tests; no operation does.' },
  {
    grant: 'synthetics_global_variable_read',
    because: 'Reads the variables of synthetic tests, which may hold passwords; no operation reads them.',
  },
  { grant: 'logs_modify_indexes', because: 'Changes which logs are stored; no operation does.' },
] as const satisfies Manifest['forbidden'];
