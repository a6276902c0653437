import { z } from 'zod';
import { incidentsQuestions, incidentsRoutes } from './incidents.ts';
import { logsQuestions, logsRoutes } from './logs.ts';
import { metricsQuestions, metricsRoutes } from './metrics.ts';
import { monitorsQuestions, monitorsRoutes } from './monitors.ts';
import { rumQuestions, rumRoutes } from './rum.ts';
import { securityQuestions, securityRoutes } from './security.ts';
import { apiKeyAlone, refuse } from './shared.ts';
import { syntheticsQuestions, syntheticsRoutes } from './synthetics.ts';
import { topologyQuestions, topologyRoutes } from './topology.ts';
import { tracesQuestions, tracesRoutes } from './traces.ts';
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export const datadogUpstream = describeUpstream([
  {
    call: 'GET /api/v1/validate',
    headers: apiKeyAlone,
    answers: z.strictObject({ valid: z.boolean() }),
    reply: () => answerJson({ valid: true }),
  },
  ...metricsRoutes,
  ...logsRoutes,
  ...tracesRoutes,
  ...topologyRoutes,
  ...monitorsRoutes,
  ...incidentsRoutes,
  ...rumRoutes,
  ...syntheticsRoutes,
  ...securityRoutes,
]);

/** Keys and site are right, and the application key has no scope but the one of lists of metrics. */
function onlyMetrics(call: FakeCall): Reply {
  const isOpen = call.path === '/api/v1/validate' || call.path === '/api/v1/metrics';
  return (isOpen ? datadogUpstream(call) : undefined) ?? refuse(403, 'Forbidden');
}

/** A site that offers the older description of services alone. */
function olderCatalog(call: FakeCall): Reply {
  return (call.path === '/api/v2/catalog/entity' ? undefined : datadogUpstream(call)) ?? refuse(404, 'Not Found');
}

export const exemplar: Exemplar = {
  variables: {
    DATADOG_SITE: 'datadoghq.eu',
    DATADOG_API_KEY: 'api-{canary}',
    DATADOG_APP_KEY: 'app-{canary}',
    DATADOG_READ_API_KEYS: 'on',
    DATADOG_URL: '{upstream}',
  },
  reply: datadogUpstream,
  questions: {
    ...metricsQuestions,
    ...logsQuestions,
    ...tracesQuestions,
    ...topologyQuestions,
    ...monitorsQuestions,
    ...incidentsQuestions,
    ...rumQuestions,
    ...syntheticsQuestions,
    ...securityQuestions,
  },
  failures: [onlyMetrics, olderCatalog],
};
