import type { Finding } from '../../../src/connector/connector.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';
import { bodyOfOne } from '../events/search.ts';

export async function checkTraces(datadog: Datadog, { clock }: DatadogContext): Promise<Finding> {
  const body = { data: { type: 'search_request', attributes: bodyOfOne(1, clock) } };
  await datadog.search(FoundAnswer, '/api/v2/spans/events/search', body);
  return { status: 'ok', summary: 'Spans can be searched.', held: ['apm_read'] };
}
