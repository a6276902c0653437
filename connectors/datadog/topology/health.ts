import type { Finding } from '../../../src/connector/connector.ts';
import type { Datadog } from '../client.ts';
import { readServices } from './operations/services.ts';

export async function checkTopology(datadog: Datadog): Promise<Finding> {
  const start = { mark: undefined, window: undefined };
  const { notes = [] } = await readServices(datadog, { name: undefined, size: 1 }, start);
  const summary = ['The software catalog can be read.', ...notes].join(' ');
  return { status: 'ok', summary, held: ['apm_service_catalog_read'] };
}
