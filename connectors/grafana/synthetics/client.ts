/** The one call of Synthetic Monitoring. Its token could do more; nothing else is ever sent with it. */
import { type GrafanaContext, openBackend } from '../client.ts';
import { type Check, ChecksAnswer } from './schema.ts';

export async function listChecks(context: GrafanaContext): Promise<readonly Check[]> {
  return openBackend(context, 'synthetics').get(ChecksAnswer, '/api/v1/check/list');
}
