import { productScopes } from '../slices.ts';

/** What to do about a missing scope: where, and what not to do. */
export function addScope(scope: string): string {
  const where =
    'open Organization Settings, then Application Keys (or the service account that owns the key), and edit the scopes of the key of DATADOG_APP_KEY';
  const role = `The role of its owner must hold it too. Do not rotate the keys.`;
  if (scope === 'timeseries_query' || scope === 'metrics_read') {
    return `This application key has scopes, and metrics then need timeseries_query and metrics_read: ${where}. ${role}`;
  }
  const also = scope === 'logs_read_data' ? ' and logs_read_index_data' : '';
  return `Add ${scope}${also}: ${where}. ${role}${productScopes.includes(scope) ? ` If this product is not used, add ${scope} to DATADOG_UNUSED_SCOPES instead.` : ''}`;
}
