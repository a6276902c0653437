import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { AnyAnswer } from '../access/found.ts';
import type { Datadog } from '../client.ts';

export async function checkMonitors(datadog: Datadog): Promise<Finding> {
  await readOneMonitor(datadog);
  return { status: 'ok', summary: 'Monitors can be read.', held: ['monitors_read'] };
}

/** The read that every customer of this connector grants. */
export function readOneMonitor(datadog: Datadog): Promise<unknown> {
  return datadog.get(z.array(AnyAnswer), '/api/v1/monitor', { page: '0', page_size: '1' });
}
