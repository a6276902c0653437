/** The statement Observabilidade, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const observabilityGrants = {
  'cloudwatch:GetMetricData': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads metrics.',
    unjudged: 'CloudWatch bills every metric that is asked for (https://aws.amazon.com/cloudwatch/pricing/).',
  },
  'cloudwatch:DescribeAlarms': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists alarms with their state.',
  },
  'logs:DescribeLogGroups': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'List',
    purpose: 'Lists log groups with size and retention.',
  },
  'logs:FilterLogEvents': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Searches log lines.',
  },
  'logs:StartQuery': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Starts a Logs Insights query, which reads logs and changes nothing.',
    unjudged: 'It starts a query, which is billed by what it scans.',
  },
  'logs:GetQueryResults': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the result of such a query.',
  },
  'application-signals:ListServices': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the services that Application Signals discovered.',
  },
  'application-signals:ListServiceLevelObjectives': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'List',
    purpose: 'Lists service level objectives.',
  },
  'application-signals:BatchGetServiceLevelObjectiveBudgetReport': {
    group: 'Observabilidade',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells how much of their error budgets is left.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
