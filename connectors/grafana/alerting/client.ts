/** The two reads behind monitors: rules of the ruler, alerts of the Alertmanager. Each has an address and a permission of its own. */
import type { z } from 'zod';
import { type GrafanaContext, openBackend } from '../client.ts';
import { AlertsAnswer, RulesAnswer, type SentAlert } from './schema.ts';

export function readRules(context: GrafanaContext): Promise<z.infer<typeof RulesAnswer>> {
  return openBackend(context, 'rules').get(RulesAnswer, '/api/v1/rules', { type: 'alert' });
}

/** `filter` is a matcher, such as `alertname="DiskFull"`. Async so that a missing address is a rejection like any other. */
export async function readAlerts(context: GrafanaContext, filter?: string): Promise<readonly SentAlert[]> {
  return openBackend(context, 'alerts').get(AlertsAnswer, '/api/v2/alerts', { filter });
}
