/** Dashboards: their list, a search among them, and one of them in full. */
import type { Dashboard, DashboardSearchFilter, DashboardSummary } from '@aws-sdk/client-quicksight';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import { answerListing, ownAccount } from '../list-page.ts';
import { toAsset, toProblem } from '../to-asset.ts';

export const dashboardOperations = {
  'bi.listDashboards': {
    async run(args, context) {
      const { QuickSightClient: Client, ListDashboardsCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listDashboards',
        args,
        what: 'dashboards',
        async read(input, region) {
          const command = new ListDashboardsCommand(input);
          const answer = await ask(context, { call: 'quicksight:ListDashboards', region, Client, command });
          return { items: answer.DashboardSummaryList ?? [], next: answer.NextToken };
        },
        toData: (summaries: readonly DashboardSummary[], region) => ({ region, dashboards: summaries.map(toSummary) }),
      });
    },
  },

  'bi.searchDashboards': {
    async run(args, context) {
      const { QuickSightClient: Client, SearchDashboardsCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.searchDashboards',
        args,
        what: 'dashboards that match',
        async read(input, region) {
          const command = new SearchDashboardsCommand({ ...input, Filters: [toFilter(args.filter)] });
          const answer = await ask(context, { call: 'quicksight:SearchDashboards', region, Client, command });
          return { items: answer.DashboardSummaryList ?? [], next: answer.NextToken };
        },
        toData: (summaries: readonly DashboardSummary[], region) => ({ region, dashboards: summaries.map(toSummary) }),
      });
    },
  },

  'bi.getDashboard': {
    async run({ region: wanted, id, version }, context) {
      const region = chooseRegion(context, wanted);
      const { QuickSightClient: Client, DescribeDashboardCommand } = await import('@aws-sdk/client-quicksight');
      const command = new DescribeDashboardCommand({
        AwsAccountId: await ownAccount(context),
        DashboardId: id,
        ...known({ VersionNumber: version }),
      });
      const { Dashboard } = await ask(context, { call: 'quicksight:DescribeDashboard', region, Client, command });
      const dashboard = toDashboard(need(Dashboard, 'Dashboard'));
      return { data: { region, dashboard }, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'bi.listDashboards' | 'bi.searchDashboards' | 'bi.getDashboard'>;

function toFilter(filter: ArgumentsOf<'bi.searchDashboards'>['filter']): DashboardSearchFilter {
  switch (filter.by) {
    case 'name':
      return {
        Name: 'DASHBOARD_NAME',
        Operator: filter.match === 'equals' ? 'StringEquals' : 'StringLike',
        Value: filter.value,
      };
    case 'owner':
      return { Name: 'QUICKSIGHT_OWNER', Operator: 'StringEquals', Value: filter.principal };
    case 'viewer_or_owner':
      return { Name: 'QUICKSIGHT_VIEWER_OR_OWNER', Operator: 'StringEquals', Value: filter.principal };
  }
}

function toSummary(summary: DashboardSummary): DataOf<'bi.listDashboards'>['dashboards'][number] {
  return {
    ...toAsset(need(summary.DashboardId, 'DashboardSummaryList[].DashboardId'), summary),
    ...known({ publishedVersion: summary.PublishedVersionNumber, publishedAt: timeOf(summary.LastPublishedTime) }),
  };
}

function toDashboard(dashboard: Dashboard): DataOf<'bi.getDashboard'>['dashboard'] {
  const { Version = {} } = dashboard;
  return {
    ...toAsset(need(dashboard.DashboardId, 'Dashboard.DashboardId'), dashboard),
    ...known({
      publishedAt: timeOf(dashboard.LastPublishedTime),
      version: Version.VersionNumber,
      versionCreatedAt: timeOf(Version.CreatedTime),
      versionDescription: Version.Description,
      status: Version.Status,
      sourceIdentifier: Version.SourceEntityArn,
    }),
    problems: (Version.Errors ?? []).map(toProblem),
    datasetIdentifiers: [...(Version.DataSetArns ?? [])],
    sheets: (Version.Sheets ?? []).map(({ SheetId, Name }) => known({ id: SheetId, name: Name })),
  };
}
