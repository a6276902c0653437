/**
 * Systems that no connector of this version answers yet, each with the operations it will answer. Their
 * names are in the catalog already, so that what a customer reviews does not change when one arrives:
 * until then the answer is `not_configured`, naming the system.
 */
import type { OperationName } from '../catalog/index.ts';

export interface PlannedConnector {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly OperationName[];
}

export const plannedConnectors: readonly PlannedConnector[] = [
  {
    id: 'amplitude',
    title: 'Amplitude',
    operations: [
      'analytics.getChart',
      'analytics.getDashboard',
      'analytics.queryFunnel',
      'analytics.querySegmentation',
    ],
  },
  {
    id: 'argocd',
    title: 'Argo CD',
    operations: ['gitops.getApplication', 'gitops.getSyncHistory', 'gitops.listApplications'],
  },
  {
    id: 'azion',
    title: 'Azion',
    operations: [
      'edge.listApplications',
      'edge.listConnectors',
      'edge.listWorkloads',
      'edge.queryEvents',
      'edge.queryMetrics',
    ],
  },
  {
    id: 'checkly',
    title: 'Checkly',
    operations: ['synthetics.listChecks', 'synthetics.listResults'],
  },
  {
    id: 'cloudflare',
    title: 'Cloudflare',
    operations: ['dns.getZone', 'dns.listRecords', 'dns.listZones'],
  },
  {
    id: 'datadog',
    title: 'Datadog',
    operations: [
      'incidents.get',
      'incidents.list',
      'logs.aggregate',
      'logs.search',
      'metrics.list',
      'metrics.listTags',
      'metrics.query',
      'monitors.get',
      'monitors.list',
      'rum.aggregate',
      'rum.listApplications',
      'rum.search',
      'security.listApiKeys',
      'synthetics.listChecks',
      'synthetics.listResults',
      'topology.getDependencies',
      'topology.listServices',
      'traces.aggregate',
      'traces.search',
    ],
  },
  {
    id: 'github',
    title: 'GitHub',
    operations: [
      'ci.listChecks',
      'ci.listWorkflowRuns',
      'code.compare',
      'code.create_github_issue',
      'code.getBranchProtection',
      'code.getCommit',
      'code.getContent',
      'code.getPullRequest',
      'code.getRepository',
      'code.listCommits',
      'code.listPullRequestFiles',
      'code.listPullRequests',
      'code.listPullRequestsForCommit',
      'code.listRefs',
      'code.listRepositories',
      'code.listTags',
      'code.search',
      'security.listDependabotAlerts',
    ],
  },
  {
    id: 'grafana',
    title: 'Grafana Cloud',
    operations: [
      'dashboards.listStacks',
      'dashboards.search',
      'logs.aggregate',
      'logs.listSources',
      'logs.search',
      'monitors.list',
      'rum.query',
      'synthetics.listChecks',
      'synthetics.queryMetrics',
      'topology.getServiceGraph',
      'traces.get',
      'traces.search',
    ],
  },
  {
    id: 'jira',
    title: 'Jira',
    operations: [
      'tickets.addComment',
      'tickets.create',
      'tickets.get',
      'tickets.listProjects',
      'tickets.listTransitions',
      'tickets.search',
      'tickets.transition',
    ],
  },
  {
    id: 'mongodb',
    title: 'MongoDB',
    operations: [
      'documents.aggregate',
      'documents.count',
      'documents.distinct',
      'documents.explain',
      'documents.find',
      'documents.getStats',
      'documents.listCollections',
      'documents.listDatabases',
      'documents.listIndexes',
    ],
  },
  {
    id: 'slack',
    title: 'Slack',
    operations: [
      'chat.createChannel',
      'chat.getHistory',
      'chat.getThread',
      'chat.listConversations',
      'chat.postMessage',
    ],
  },
  {
    id: 'sonarqube',
    title: 'SonarQube',
    operations: ['quality.getMeasures', 'quality.getQualityGate', 'quality.searchHotspots', 'quality.searchIssues'],
  },
  {
    id: 'vercel',
    title: 'Vercel',
    operations: ['deploy.getProject', 'deploy.listDeployments', 'deploy.listProjects'],
  },
];
