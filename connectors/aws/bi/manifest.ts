/** Dashboards and what is behind them. */
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import { list, read, type Statement } from '../statement.ts';

const grants = {
  'quicksight:Describe*': {
    ...read('Reads one dashboard or dataset.'),
    justification:
      'AWS classes three actions that it matches as managing permissions: DescribeKnowledgeBasePermissions, DescribeSpacePermissions and DescribeTopicPermissions. They tell who may use an asset and change nothing; no operation calls them, and the variant without wildcards leaves them out.',
  },
  'quicksight:List*': list('Lists dashboards, datasets, data sources, analyses, ingestions and users.'),
  'quicksight:Search*': list('Searches dashboards.'),
} as const satisfies Statement['grants'];

/** Every call of QuickSight names the account, which is asked for first. */
const calling = <Grant extends keyof typeof grants, Call extends UpstreamCall>(grant: Grant, call: Call) =>
  ({ grants: ['sts:GetCallerIdentity', grant], upstream: ['sts:GetCallerIdentity', call], redactions: [] }) as const;

export const bi = {
  sid: 'BiQuickSightSomenteLeitura',
  grants,
  operations: {
    'bi.listDashboards': calling('quicksight:List*', 'quicksight:ListDashboards'),
    'bi.getDashboard': calling('quicksight:Describe*', 'quicksight:DescribeDashboard'),
    'bi.searchDashboards': calling('quicksight:Search*', 'quicksight:SearchDashboards'),
    'bi.listDatasets': calling('quicksight:List*', 'quicksight:ListDataSets'),
    'bi.getDataset': calling('quicksight:Describe*', 'quicksight:DescribeDataSet'),
    'bi.listDataSources': {
      ...calling('quicksight:List*', 'quicksight:ListDataSources'),
      redactions: ['connection parameters'],
    },
    'bi.listAnalyses': calling('quicksight:List*', 'quicksight:ListAnalyses'),
    'bi.listIngestions': calling('quicksight:List*', 'quicksight:ListIngestions'),
    'bi.listUsers': calling('quicksight:List*', 'quicksight:ListUsers'),
  },
} as const satisfies Statement;
