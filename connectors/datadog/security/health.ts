import type { Finding } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';

/** Nothing is said of excess: the vendor tells the scopes of a key only to those who may manage keys. */
export async function checkApiKeys(datadog: Datadog, { config }: DatadogContext): Promise<Finding> {
  if (config.text('DATADOG_READ_API_KEYS') === 'on') {
    await datadog.get(FoundAnswer, '/api/v2/api_keys', { 'page[size]': '1' });
    return { status: 'ok', summary: 'API keys can be listed, as configured.', held: ['api_keys_read'] };
  }
  const remedy =
    'Nothing to do. Do not add api_keys_read to the application key, or set DATADOG_READ_API_KEYS to on to use it.';
  return {
    status: 'skipped',
    summary:
      'skipped: DATADOG_READ_API_KEYS is not on, so neither the API keys nor the permission to read them is checked.',
    fault: new Fault('not_configured', { variable: 'DATADOG_READ_API_KEYS' }, remedy),
    remedy,
  };
}
