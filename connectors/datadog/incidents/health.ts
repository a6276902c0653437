import type { Finding } from '../../../src/connector/connector.ts';
import { FoundAnswer } from '../access/found.ts';
import type { Datadog } from '../client.ts';

export async function checkIncidents(datadog: Datadog): Promise<Finding> {
  await datadog.get(FoundAnswer, '/api/v2/incidents', { 'page[size]': '1' });
  return { status: 'ok', summary: 'Incidents can be read.', held: ['incident_read'] };
}
