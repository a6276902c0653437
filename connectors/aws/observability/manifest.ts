/** Metrics, monitors, logs, services and objectives. */
import { calls, list, read, startsQuery, type Statement } from '../statement.ts';

const daySec = 86_400;

export const observability = {
  sid: 'Observabilidade',
  grants: {
    'cloudwatch:GetMetricData': {
      ...read('Reads metrics.'),
      unjudged: 'CloudWatch bills every metric that is asked for (https://aws.amazon.com/cloudwatch/pricing/).',
    },
    'cloudwatch:DescribeAlarms': read('Lists alarms with their state.'),
    'logs:DescribeLogGroups': list('Lists log groups with size and retention.'),
    'logs:FilterLogEvents': read('Searches log lines.'),
    'logs:StartQuery': {
      ...read('Starts a Logs Insights query, which reads logs and changes nothing.'),
      unjudged: 'It starts a query, which is billed by what it scans.',
    },
    'logs:GetQueryResults': read('Reads the result of such a query.'),
    'application-signals:ListServices': list('Lists the services that Application Signals discovered.'),
    'application-signals:ListServiceLevelObjectives': list('Lists service level objectives.'),
    'application-signals:BatchGetServiceLevelObjectiveBudgetReport': read(
      'Tells how much of their error budgets is left.',
    ),
  },
  operations: {
    'metrics.query': { ...calls('cloudwatch:GetMetricData'), dialects: ['cloudwatch'], windowSec: 31 * daySec },
    'monitors.list': calls('cloudwatch:DescribeAlarms'),
    'logs.listSources': { ...calls('logs:DescribeLogGroups'), windowSec: 7 * daySec },
    'logs.search': { ...calls('logs:FilterLogEvents'), dialects: ['cloudwatch-filter'], windowSec: 7 * daySec },
    'logs.aggregate': {
      ...calls('logs:StartQuery', 'logs:GetQueryResults'),
      dialects: ['logs-insights'],
      windowSec: 7 * daySec,
      ...startsQuery,
    },
    'topology.listServices': { ...calls('application-signals:ListServices'), windowSec: 7 * daySec },
    'slos.list': calls('application-signals:ListServiceLevelObjectives'),
    'slos.getBudget': calls('application-signals:BatchGetServiceLevelObjectiveBudgetReport'),
  },
} as const satisfies Statement;
