import type { Finding } from '../../../src/connector/connector.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';
import { bodyOfOne } from '../events/search.ts';

export async function checkLogs(datadog: Datadog, { clock }: DatadogContext): Promise<Finding> {
  const body = bodyOfOne(24, clock);
  const { data } = await datadog.search(FoundAnswer, '/api/v2/logs/events/search', body);
  if ((data ?? []).length > 0) {
    return { status: 'ok', summary: 'Log lines can be read.', held: ['logs_read_data', 'logs_read_index_data'] };
  }
  return {
    status: 'degraded',
    summary: 'Log searches are allowed, but no line of the last day is visible.',
    remedy:
      'If logs are sent here: add logs_read_index_data to the application key and its owner, and check the restriction queries of the owner under Organization Settings, Roles: either can hide every line without an error. If logs are not used, add logs_read_data to DATADOG_UNUSED_SCOPES.',
    held: ['logs_read_data'],
  };
}
