import { defineConnector } from '../../src/connector/connector.ts';
import { alertingChecks } from './alerting/health.ts';
import { monitorHandlers } from './alerting/monitors.ts';
import { logChecks } from './logs/health.ts';
import { aggregateHandlers } from './logs/aggregate.ts';
import { searchHandlers } from './logs/search.ts';
import { sourceHandlers } from './logs/sources.ts';
import { manifest } from './manifest.ts';
import { frontEndHandlers } from './metrics/front-end.ts';
import { metricHandlers } from './metrics/handlers.ts';
import { metricChecks } from './metrics/health.ts';
import { serviceGraphHandlers } from './metrics/service-graph.ts';
import { syntheticMetricHandlers } from './metrics/synthetic-metrics.ts';
import { probes } from './probes.ts';
import { dashboardHandlers } from './stacks/dashboards.ts';
import { stackChecks } from './stacks/health.ts';
import { stackHandlers } from './stacks/stacks.ts';
import { symptoms } from './symptoms.ts';
import { checkHandlers } from './synthetics/checks.ts';
import { syntheticsChecks } from './synthetics/health.ts';
import { tokenKindCheck } from './token-kind.ts';
import { traceChecks } from './traces/health.ts';
import { traceHandlers } from './traces/handlers.ts';

export const connector = defineConnector({
  manifest,
  handlers: {
    ...metricHandlers,
    ...serviceGraphHandlers,
    ...frontEndHandlers,
    ...syntheticMetricHandlers,
    ...searchHandlers,
    ...aggregateHandlers,
    ...sourceHandlers,
    ...traceHandlers,
    ...monitorHandlers,
    ...stackHandlers,
    ...dashboardHandlers,
    ...checkHandlers,
  },
  checks: {
    ...metricChecks,
    ...tokenKindCheck,
    ...logChecks,
    ...traceChecks,
    ...alertingChecks,
    ...stackChecks,
    ...syntheticsChecks,
  },
  symptoms,
  probes,
});
