import type { Finding } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';

/** Nothing is said of excess: the vendor tells the scopes of a key only to those who may manage keys. */
export async function checkApiKeys(datadog: Datadog, { config }: DatadogContext): Promise<Finding> {
  if (config.text('DATADOG_READ_API_KEYS') === 'on') {
    await datadog.get(FoundAnswer, '/api/v2/api_keys', { 'page[size]': '1' });
    return { status: 'ok', summary: 'API keys are described, as asked for.', held: ['api_keys_read'] };
  }
  const remedy =
    'Nothing to do. Leave api_keys_read away from the application key, or set DATADOG_READ_API_KEYS to on to use it.';
  return {
    status: 'skipped',
    summary:
      'skipped: DATADOG_READ_API_KEYS is not on, so API keys are not read and whether they could be is not asked.',
    fault: new Fault('not_configured', { variable: 'DATADOG_READ_API_KEYS' }, remedy),
    remedy,
  };
}
