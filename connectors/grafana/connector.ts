import { defineConnector } from '../../src/connector/connector.ts';
import { alertingChecks } from './alerting/health.ts';
import { monitorOperations } from './alerting/monitors.ts';
import { logChecks } from './logs/health.ts';
import { aggregateOperations } from './logs/aggregate.ts';
import { searchOperations } from './logs/search.ts';
import { sourceOperations } from './logs/sources.ts';
import { manifest } from './manifest.ts';
import { frontEndOperations } from './metrics/front-end.ts';
import { metricOperations } from './metrics/operations.ts';
import { metricChecks } from './metrics/health.ts';
import { serviceGraphOperations } from './metrics/service-graph.ts';
import { syntheticMetricOperations } from './metrics/synthetic-metrics.ts';
import { probes } from './probes.ts';
import { dashboardOperations } from './stacks/dashboards.ts';
import { stackChecks } from './stacks/health.ts';
import { stackOperations } from './stacks/stacks.ts';
import { symptoms } from './symptoms.ts';
import { checkOperations } from './synthetics/checks.ts';
import { syntheticsChecks } from './synthetics/health.ts';
import { tokenKindCheck } from './token-kind.ts';
import { traceChecks } from './traces/health.ts';
import { traceOperations } from './traces/operations.ts';

export const connector = defineConnector({
  manifest,
  operations: {
    ...metricOperations,
    ...serviceGraphOperations,
    ...frontEndOperations,
    ...syntheticMetricOperations,
    ...searchOperations,
    ...aggregateOperations,
    ...sourceOperations,
    ...traceOperations,
    ...monitorOperations,
    ...stackOperations,
    ...dashboardOperations,
    ...checkOperations,
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
