/** The checks: one for the API key, one for metrics, and one for each scope, which reads as little as can be read with it. */
import type { Check, Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { type Datadog, type DatadogContext, openDatadog, placeOf, validateApiKey } from './client.ts';
import { checkIncidents } from './incidents/health.ts';
import { checkLogs } from './logs/health.ts';
import type { manifest } from './manifest.ts';
import { checkMetrics } from './metrics/health.ts';
import { checkMonitors } from './monitors/health.ts';
import { checkRum } from './rum/health.ts';
import { checkApiKeys } from './security/health.ts';
import type { ProductScope } from './slices.ts';
import { checkSynthetics } from './synthetics/health.ts';
import { checkTopology } from './topology/health.ts';
import { checkTraces } from './traces/health.ts';

export const checks = {
  api_key: {
    async run(context) {
      await validateApiKey(context);
      return { status: 'ok', summary: `The API key is valid at ${placeOf(context)}.` };
    },
  },
  metrics: { run: (context) => checkMetrics(openDatadog(context), context) },
  monitors_read: { run: (context) => checkMonitors(openDatadog(context)) },
  logs_read_data: unlessUnused('logs_read_data', checkLogs),
  apm_read: unlessUnused('apm_read', checkTraces),
  apm_service_catalog_read: unlessUnused('apm_service_catalog_read', checkTopology),
  incident_read: unlessUnused('incident_read', checkIncidents),
  rum_apps_read: unlessUnused('rum_apps_read', checkRum),
  synthetics_read: unlessUnused('synthetics_read', checkSynthetics),
  api_keys_read: { run: (context) => checkApiKeys(openDatadog(context), context) },
} satisfies Checks<typeof manifest>;

/** A product that is not used has no scope to miss. */
function unlessUnused(
  scope: ProductScope,
  check: (datadog: Datadog, context: DatadogContext) => Promise<Finding>,
): Check<typeof manifest> {
  return {
    async run(context) {
      if (context.config.text('DATADOG_UNUSED_SCOPES')?.split(',').includes(scope) !== true) {
        return check(openDatadog(context), context);
      }
      const remedy = `Nothing to do unless this product is used; in that case, remove ${scope} from DATADOG_UNUSED_SCOPES.`;
      return {
        status: 'skipped',
        summary: `skipped: DATADOG_UNUSED_SCOPES says that ${scope} is not used.`,
        fault: new Fault('not_configured', { variable: 'DATADOG_UNUSED_SCOPES' }, remedy),
        remedy,
      };
    },
  };
}
