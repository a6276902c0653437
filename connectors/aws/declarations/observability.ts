/** Metrics, monitors, logs, services and objectives: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

const daySec = 86_400;
/** Queries are started and then waited for. */
const queryMs = 120_000;
/** Asking half a second after the start, then every three seconds. */
const queryCalls = 50;

export const observabilityDeclarations = {
  'metrics.query': {
    grants: ['cloudwatch:GetMetricData'],
    upstream: ['cloudwatch:GetMetricData'],
    dialects: ['cloudwatch'],
    redactions: [],
    windowSec: 31 * daySec,
  },
  'monitors.list': {
    grants: ['cloudwatch:DescribeAlarms'],
    upstream: ['cloudwatch:DescribeAlarms'],
    redactions: [],
  },
  'logs.listSources': {
    grants: ['logs:DescribeLogGroups'],
    upstream: ['logs:DescribeLogGroups'],
    redactions: [],
    windowSec: 7 * daySec,
  },
  'logs.search': {
    grants: ['logs:FilterLogEvents'],
    upstream: ['logs:FilterLogEvents'],
    dialects: ['cloudwatch-filter'],
    redactions: [],
    windowSec: 7 * daySec,
  },
  'logs.aggregate': {
    grants: ['logs:StartQuery', 'logs:GetQueryResults'],
    upstream: ['logs:StartQuery', 'logs:GetQueryResults'],
    dialects: ['logs-insights'],
    redactions: [],
    windowSec: 7 * daySec,
    totalMs: queryMs,
    upstreamCalls: queryCalls,
  },
  'topology.listServices': {
    grants: ['application-signals:ListServices'],
    upstream: ['application-signals:ListServices'],
    redactions: [],
    windowSec: 7 * daySec,
  },
  'slos.list': {
    grants: ['application-signals:ListServiceLevelObjectives'],
    upstream: ['application-signals:ListServiceLevelObjectives'],
    redactions: [],
  },
  'slos.getBudget': {
    grants: ['application-signals:BatchGetServiceLevelObjectiveBudgetReport'],
    upstream: ['application-signals:BatchGetServiceLevelObjectiveBudgetReport'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
