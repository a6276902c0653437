import type { Finding } from '../../../src/connector/connector.ts';
import { offUnless } from '../access/feature.ts';
import { AnyAnswer } from '../access/found.ts';
import type { Datadog } from '../client.ts';

export async function checkSynthetics(datadog: Datadog): Promise<Finding> {
  const one = { page_size: '1', page_number: '0' };
  await offUnless('Synthetic Monitoring', () => datadog.get(AnyAnswer, '/api/v1/synthetics/tests', one));
  return { status: 'ok', summary: 'Synthetic tests can be read.', held: ['synthetics_read'] };
}
