import type { Finding } from '../../../src/connector/connector.ts';
import { offUnless } from '../access/feature.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog, DatadogContext } from '../client.ts';
import { bodyOfOne } from '../events/search.ts';

export async function checkRum(datadog: Datadog, { clock }: DatadogContext): Promise<Finding> {
  await offUnless('Real User Monitoring', () => datadog.get(FoundAnswer, '/api/v2/rum/applications'));
  await datadog.search(FoundAnswer, '/api/v2/rum/events/search', bodyOfOne(1, clock));
  return { status: 'ok', summary: 'Front ends and their events can be read.', held: ['rum_apps_read'] };
}
