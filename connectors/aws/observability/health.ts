import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';

export const observabilityProbes: readonly ActionProbe[] = [
  {
    call: 'cloudwatch:DescribeAlarms',
    always: true,
    async prepare() {
      const { CloudWatchClient, DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch');
      return sendable(CloudWatchClient, new DescribeAlarmsCommand({ MaxRecords: 1 }));
    },
  },
  {
    call: 'logs:DescribeLogGroups',
    always: true,
    async prepare() {
      const { CloudWatchLogsClient, DescribeLogGroupsCommand } = await import('@aws-sdk/client-cloudwatch-logs');
      return sendable(CloudWatchLogsClient, new DescribeLogGroupsCommand({ limit: 1 }));
    },
  },
  {
    call: 'logs:FilterLogEvents',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { CloudWatchLogsClient, FilterLogEventsCommand } = await import('@aws-sdk/client-cloudwatch-logs');
      return sendable(CloudWatchLogsClient, new FilterLogEventsCommand({ logGroupName: absent.name, limit: 1 }));
    },
  },
  {
    call: 'logs:GetQueryResults',
    absences: ['ResourceNotFoundException'],
    async prepare() {
      const { CloudWatchLogsClient, GetQueryResultsCommand } = await import('@aws-sdk/client-cloudwatch-logs');
      return sendable(CloudWatchLogsClient, new GetQueryResultsCommand({ queryId: absent.query }));
    },
  },
  {
    call: 'application-signals:ListServiceLevelObjectives',
    always: true,
    async prepare() {
      const { ApplicationSignalsClient, ListServiceLevelObjectivesCommand } =
        await import('@aws-sdk/client-application-signals');
      return sendable(ApplicationSignalsClient, new ListServiceLevelObjectivesCommand({ MaxResults: 1 }));
    },
  },
  {
    call: 'application-signals:ListServices',
    async prepare({ nowMs }) {
      const { ApplicationSignalsClient, ListServicesCommand } = await import('@aws-sdk/client-application-signals');
      const window = { StartTime: new Date(nowMs - 3_600_000), EndTime: new Date(nowMs) };
      return sendable(ApplicationSignalsClient, new ListServicesCommand({ ...window, MaxResults: 1 }));
    },
  },
  {
    call: 'application-signals:BatchGetServiceLevelObjectiveBudgetReport',
    async prepare({ nowMs }) {
      const { ApplicationSignalsClient, BatchGetServiceLevelObjectiveBudgetReportCommand } =
        await import('@aws-sdk/client-application-signals');
      const input = { Timestamp: new Date(nowMs), SloIds: [absent.name] };
      return sendable(ApplicationSignalsClient, new BatchGetServiceLevelObjectiveBudgetReportCommand(input));
    },
  },
];
