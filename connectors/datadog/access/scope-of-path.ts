/** Which scope a call needs, as the vendor's description of its interface tells it for each path (seen 2026-11). */
import { optionalScopes, type Scope } from '../grants.ts';

export const validationPath = '/api/v1/validate';

const scopes: readonly (readonly [prefix: string, scope: Scope])[] = [
  ['/api/v2/query/', 'timeseries_query'],
  ['/api/v1/metrics', 'metrics_read'],
  ['/api/v2/metrics', 'metrics_read'],
  ['/api/v2/logs/', 'logs_read_data'],
  ['/api/v2/spans/', 'apm_read'],
  ['/api/v1/service_dependencies', 'apm_read'],
  ['/api/v2/services/definitions', 'apm_service_catalog_read'],
  ['/api/v2/catalog/', 'apm_service_catalog_read'],
  ['/api/v1/monitor', 'monitors_read'],
  ['/api/v2/incidents', 'incident_read'],
  ['/api/v2/rum/', 'rum_apps_read'],
  ['/api/v1/synthetics/', 'synthetics_read'],
  ['/api/v2/api_keys', 'api_keys_read'],
];

/** Undefined for the validation path, which needs none. */
export function scopeOfPath(path: string): Scope | undefined {
  return scopes.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** What to do about a missing scope: where, and what not to do. */
export function addScope(scope: string): string {
  const where =
    'open Organization Settings, then Application Keys (or the service account that owns the key), and edit the scopes of the key of DATADOG_APP_KEY';
  const role = `The role of its owner must hold it too. Do not rotate the keys.`;
  if (scope === 'timeseries_query' || scope === 'metrics_read') {
    return `This application key has scopes, and metrics then need timeseries_query and metrics_read: ${where}. ${role}`;
  }
  const also = scope === 'logs_read_data' ? ' and logs_read_index_data' : '';
  return `Add ${scope}${also}: ${where}. ${role}${isOptional(scope) ? ` If this product is not used, add ${scope} to DATADOG_UNUSED_SCOPES instead.` : ''}`;
}

function isOptional(scope: string): boolean {
  return optionalScopes.some((one) => one === scope);
}
