import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';

export const biProbes: readonly ActionProbe[] = [
  {
    call: 'quicksight:ListDashboards',
    always: true,
    async prepare({ account }) {
      const { QuickSightClient, ListDashboardsCommand } = await import('@aws-sdk/client-quicksight');
      return sendable(QuickSightClient, new ListDashboardsCommand({ AwsAccountId: await account(), MaxResults: 1 }));
    },
  },
  {
    call: 'quicksight:ListDataSets',
    always: true,
    async prepare({ account }) {
      const { QuickSightClient, ListDataSetsCommand } = await import('@aws-sdk/client-quicksight');
      return sendable(QuickSightClient, new ListDataSetsCommand({ AwsAccountId: await account(), MaxResults: 1 }));
    },
  },
  {
    call: 'quicksight:ListDataSources',
    async prepare({ account }) {
      const { QuickSightClient, ListDataSourcesCommand } = await import('@aws-sdk/client-quicksight');
      return sendable(QuickSightClient, new ListDataSourcesCommand({ AwsAccountId: await account(), MaxResults: 1 }));
    },
  },
  {
    call: 'quicksight:ListAnalyses',
    async prepare({ account }) {
      const { QuickSightClient, ListAnalysesCommand } = await import('@aws-sdk/client-quicksight');
      return sendable(QuickSightClient, new ListAnalysesCommand({ AwsAccountId: await account(), MaxResults: 1 }));
    },
  },
  {
    call: 'quicksight:ListIngestions',
    absences: ['ResourceNotFoundException'],
    async prepare({ account }) {
      const { QuickSightClient, ListIngestionsCommand } = await import('@aws-sdk/client-quicksight');
      const input = { AwsAccountId: await account(), DataSetId: absent.name, MaxResults: 1 };
      return sendable(QuickSightClient, new ListIngestionsCommand(input));
    },
  },
  {
    call: 'quicksight:ListUsers',
    async prepare({ account }) {
      const { QuickSightClient, ListUsersCommand } = await import('@aws-sdk/client-quicksight');
      const input = { AwsAccountId: await account(), Namespace: 'default', MaxResults: 1 };
      return sendable(QuickSightClient, new ListUsersCommand(input));
    },
  },
  {
    call: 'quicksight:DescribeDashboard',
    absences: ['ResourceNotFoundException'],
    async prepare({ account }) {
      const { QuickSightClient, DescribeDashboardCommand } = await import('@aws-sdk/client-quicksight');
      const input = { AwsAccountId: await account(), DashboardId: absent.name };
      return sendable(QuickSightClient, new DescribeDashboardCommand(input));
    },
  },
  {
    call: 'quicksight:DescribeDataSet',
    absences: ['ResourceNotFoundException'],
    async prepare({ account }) {
      const { QuickSightClient, DescribeDataSetCommand } = await import('@aws-sdk/client-quicksight');
      const input = { AwsAccountId: await account(), DataSetId: absent.name };
      return sendable(QuickSightClient, new DescribeDataSetCommand(input));
    },
  },
  {
    call: 'quicksight:SearchDashboards',
    async prepare({ account }) {
      const { QuickSightClient, SearchDashboardsCommand } = await import('@aws-sdk/client-quicksight');
      const Filters = [{ Name: 'DASHBOARD_NAME', Operator: 'StringEquals', Value: absent.name }] as const;
      const input = { AwsAccountId: await account(), Filters: [...Filters], MaxResults: 1 };
      return sendable(QuickSightClient, new SearchDashboardsCommand(input));
    },
  },
];
