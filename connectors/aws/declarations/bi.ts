/** Dashboards and what is behind them: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

export const biDeclarations = {
  'bi.listDashboards': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListDashboards'],
    redactions: [],
  },
  'bi.getDashboard': {
    grants: ['sts:GetCallerIdentity', 'quicksight:Describe*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:DescribeDashboard'],
    redactions: [],
  },
  'bi.searchDashboards': {
    grants: ['sts:GetCallerIdentity', 'quicksight:Search*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:SearchDashboards'],
    redactions: [],
  },
  'bi.listDatasets': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListDataSets'],
    redactions: [],
  },
  'bi.getDataset': {
    grants: ['sts:GetCallerIdentity', 'quicksight:Describe*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:DescribeDataSet'],
    redactions: [],
  },
  'bi.listDataSources': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListDataSources'],
    redactions: ['connection parameters'],
  },
  'bi.listAnalyses': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListAnalyses'],
    redactions: [],
  },
  'bi.listIngestions': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListIngestions'],
    redactions: [],
  },
  'bi.listUsers': {
    grants: ['sts:GetCallerIdentity', 'quicksight:List*'],
    upstream: ['sts:GetCallerIdentity', 'quicksight:ListUsers'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
