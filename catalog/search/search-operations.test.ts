import { expect, test } from 'vitest';
import { answeredBy } from '../answered-by.ts';
import { operations } from '../index.ts';
import { prepareSearch } from './search-operations.ts';
import { askedAs, sameMeaning } from './synonyms.ts';

/** What people ask, and the operations of which one must be among the first three. */
const naturalQuestions: [question: string, ...operations: string[]][] = [
  ['cost by service', 'cost.getCostAndUsage'],
  ['how much did we spend on aws last month', 'cost.getCostAndUsage'],
  ['why is the bill higher', 'cost.listAnomalies', 'cost.getCostAndUsage'],
  ['cost spike', 'cost.listAnomalies'],
  ['rightsizing oversized instances', 'cost.listRecommendations'],
  ['price of an ec2 instance', 'cost.getAwsPricing'],
  ['kubernetes pods', 'k8s.listPods'],
  ['kubectl get pods', 'k8s.listPods'],
  ['which pods restart', 'k8s.listPods', 'k8s.getPod'],
  ['crashloopbackoff', 'k8s.listPods', 'k8s.getPod'],
  ['oomkilled container', 'k8s.listPods', 'k8s.getPod'],
  ['kubectl describe deployment', 'k8s.getDeployment'],
  ['kubectl get ingress', 'k8s.listIngresses'],
  ['eks cluster version', 'k8s.describeCluster', 'k8s.listClusters'],
  ['node group size', 'k8s.listNodeGroups'],
  ['checkout slow', 'traces.search', 'traces.aggregate', 'metrics.query'],
  ['last deploy', 'deploy.listDeployments', 'gitops.getSyncHistory'],
  ['what was deployed today', 'deploy.listDeployments', 'gitops.getSyncHistory'],
  ['is argocd out of sync', 'gitops.listApplications', 'gitops.getApplication'],
  ['rollout history', 'gitops.getSyncHistory'],
  ['error rate', 'metrics.query', 'logs.aggregate', 'traces.aggregate'],
  ['latency', 'metrics.query', 'traces.aggregate'],
  ['p99 latency by endpoint', 'traces.aggregate', 'metrics.query'],
  ['requests per second', 'metrics.query'],
  ['cpu usage', 'metrics.query'],
  ['memory usage of a service', 'metrics.query'],
  ['disk full', 'metrics.query'],
  ['s3 bucket size', 'metrics.query', 'assets.search'],
  ['promql', 'metrics.query'],
  ['cloudwatch metric', 'metrics.query', 'metrics.list'],
  ['which metrics exist', 'metrics.list'],
  ['metrics', 'metrics.query', 'metrics.list'],
  ['slow queries', 'databases.getLoad', 'warehouse.listQueries'],
  ['what loads the database', 'databases.getLoad'],
  ['rds instances', 'databases.listInstances'],
  ['postgres version', 'databases.listInstances'],
  ['redis clusters', 'databases.listCaches'],
  ['database migration progress', 'databases.listReplicationTasks'],
  ['who changed security group', 'audit.lookupEvents'],
  ['who deleted the instance', 'audit.lookupEvents'],
  ['cloudtrail', 'audit.lookupEvents', 'audit.runLakeQuery'],
  ['firewall rules', 'network.listSecurityGroups'],
  ['which ports are open to the internet', 'network.listSecurityGroups'],
  ['queue backlog', 'queues.getAttributes'],
  ['messages waiting in sqs', 'queues.getAttributes'],
  ['dead letter queue', 'queues.getAttributes', 'queues.list'],
  ['logs errors', 'logs.search', 'logs.aggregate'],
  ['count errors in logs by service', 'logs.aggregate'],
  ['exceptions in the last hour', 'logs.search', 'logs.aggregate'],
  ['which log groups exist', 'logs.listSources'],
  ['certificate expire', 'synthetics.listChecks', 'synthetics.listResults', 'edge.listWorkloads'],
  ['failed jobs', 'ci.listWorkflowRuns', 'databases.listReplicationTasks'],
  ['failed builds', 'ci.listWorkflowRuns', 'ci.listChecks'],
  ['github actions runs', 'ci.listWorkflowRuns'],
  ['volumes unused', 'compute.listVolumes'],
  ['unattached ebs disks', 'compute.listVolumes'],
  ['stopped ec2 instances', 'compute.listInstances'],
  ['virtual machines', 'compute.listInstances'],
  ['lambda timeout', 'compute.getFunction', 'compute.listFunctions'],
  ['unhealthy targets behind the load balancer', 'network.getTargetHealth'],
  ['502 from the alb', 'network.getTargetHealth', 'network.listLoadBalancers', 'metrics.query'],
  ['firing alerts', 'monitors.list'],
  ['which alarms are ringing', 'monitors.list'],
  ['on call incidents', 'incidents.list'],
  ['outage', 'incidents.list'],
  ['error budget left', 'slos.getBudget'],
  ['is the site up', 'synthetics.listResults', 'synthetics.listChecks', 'synthetics.queryMetrics'],
  ['uptime', 'synthetics.listChecks', 'synthetics.listResults', 'synthetics.queryMetrics'],
  ['which service calls which', 'topology.getDependencies', 'topology.getServiceGraph'],
  ['who owns the service', 'topology.listServices'],
  ['open pull requests', 'code.listPullRequests'],
  ['diff between two releases', 'code.compare'],
  ['latest commits', 'code.listCommits'],
  ['vulnerable dependencies', 'security.listDependabotAlerts', 'security.listFindings'],
  ['old access keys', 'security.auditAccessKeys'],
  ['who has admin rights', 'identity.getIamPolicy'],
  ['dns record of a host', 'dns.listRecords'],
  ['a record cname', 'dns.listRecords'],
  ['test coverage', 'quality.getMeasures'],
  ['open jira bugs', 'tickets.search'],
  ['what was said in slack about the outage', 'chat.getHistory', 'chat.getThread'],
  ['mongodb collection size', 'documents.getStats'],
  ['missing index', 'documents.explain', 'documents.listIndexes'],
  ['conversion funnel', 'analytics.queryFunnel'],
  ['javascript errors in the browser', 'rum.search', 'rum.aggregate'],
  ['core web vitals', 'rum.query', 'rum.aggregate'],
  ['cdn cache hit ratio', 'edge.queryMetrics'],
  ['sql over the data lake', 'warehouse.runQuery', 'audit.runLakeQuery'],
  ['docker images', 'compute.listContainerImages', 'compute.listImageRepositories'],
  ['free ip addresses in the subnet', 'network.listSubnets'],
  ['vpn down', 'network.listVpnConnections'],
  ['all resources with a tag', 'assets.search', 'assets.list'],
  ['what did we pay for storage', 'cost.getCostAndUsage'],
  ['savings plan coverage', 'cost.getSavingsPlansCoverage'],
  ['idle resources', 'cost.listRecommendations'],
  ['containers not ready', 'k8s.listPods', 'k8s.getPod'],
  ['pending pods', 'k8s.listPods', 'k8s.getPod'],
  ['how many replicas are running', 'k8s.getDeployment'],
  ['throughput of the api', 'metrics.query', 'traces.aggregate'],
  ['response time', 'metrics.query', 'traces.aggregate'],
  ['5xx errors', 'metrics.query', 'logs.aggregate', 'logs.search'],
  ['stack trace of a failure', 'logs.search', 'traces.search', 'traces.get'],
  ['distributed tracing', 'traces.search', 'traces.get'],
  ['aurora clusters', 'databases.listClusters'],
  ['elasticsearch', 'databases.listSearchDomains'],
  ['read replica lag', 'metrics.query', 'databases.listInstances', 'databases.listReplicationTasks'],
  ['who logged in to the console', 'audit.lookupEvents'],
  ['exposed ports', 'network.listSecurityGroups'],
  ['nat gateways', 'network.listGateways'],
  ['cron jobs failing', 'ci.listWorkflowRuns', 'k8s.listPods', 'compute.listFunctions'],
  ['vercel build failed', 'deploy.listDeployments'],
  ['muted monitors', 'monitors.get', 'monitors.list'],
  ['public repositories', 'code.listRepositories', 'code.getRepository'],
  ['code smells', 'quality.searchIssues', 'quality.getMeasures'],
  ['grafana dashboards', 'dashboards.search'],
  ['serverless functions', 'compute.listFunctions', 'compute.getFunction'],
  ['autoscaling', 'compute.listAutoScalingGroups'],
  ['which version runs in production', 'k8s.getDeployment', 'deploy.listDeployments', 'gitops.getSyncHistory'],
  ['why is the api timing out', 'traces.search', 'logs.search', 'metrics.query', 'traces.aggregate'],
  ['biggest aws expense', 'cost.getCostAndUsage'],
  ['forecast budget', 'cost.getCostAndUsage'],
  ['service restarts loop', 'k8s.listPods', 'k8s.getPod'],
  ['image tag running in cluster', 'k8s.getDeployment', 'k8s.listPods', 'compute.listContainerImages'],
  ['when was the last release of payments', 'deploy.listDeployments', 'gitops.getSyncHistory'],
  ['did the pipeline pass', 'ci.listWorkflowRuns', 'ci.listChecks'],
  ['merged prs this week', 'code.listPullRequests'],
  ['commits between tags', 'code.compare', 'code.listCommits', 'code.listTags'],
  ['who assumed the role', 'audit.lookupEvents'],
  ['api calls by a user', 'audit.lookupEvents'],
  ['heap usage', 'metrics.query'],
  ['network traffic', 'metrics.query', 'edge.queryMetrics'],
  ['connections to the database', 'databases.getLoad', 'metrics.query', 'databases.listInstances'],
  ['locks and waits in postgres', 'databases.getLoad'],
  ['mysql replication lag', 'databases.listReplicationTasks', 'metrics.query'],
  ['kafka consumer lag', 'metrics.query', 'queues.getAttributes'],
  ['tail the logs of a pod', 'logs.search'],
  ['warnings from the worker', 'logs.search', 'logs.aggregate'],
  ['stale iam credentials', 'security.auditAccessKeys'],
  ['cves in our images', 'compute.listContainerImages', 'security.listFindings', 'security.listDependabotAlerts'],
  ['public buckets', 'assets.search', 'assets.list', 'security.listFindings'],
  ['elastic ips not used', 'network.listAddresses'],
  ['route to the other vpc', 'network.listRouteTables', 'network.listPeerings'],
  ['where does this domain point', 'dns.listRecords'],
  ['ssl certificate', 'synthetics.listChecks', 'edge.listWorkloads', 'metrics.query', 'network.listLoadBalancers'],
  ['page load time', 'rum.query', 'rum.aggregate'],
  ['active users yesterday', 'analytics.querySegmentation'],
  ['athena query cost', 'warehouse.listQueries', 'cost.getCostAndUsage'],
  ['alerts that fired last night', 'monitors.list'],
  ['slo burn', 'slos.getBudget'],
  ['sev1 this month', 'incidents.list'],
  ['which team owns checkout', 'topology.listServices'],
  ['snapshot backups', 'compute.listSnapshots'],
  ['gpu machines', 'compute.listInstances'],
  ['scale out group', 'compute.listAutoScalingGroups'],
  ['cloud run services', 'compute.listServerlessServices'],
  ['count documents', 'documents.count'],
  ['jql', 'tickets.search'],
  ['quicksight dashboards', 'bi.listDashboards', 'bi.searchDashboards'],
];

const search = prepareSearch(
  operations.map(({ name, summary }) => {
    const answers = answeredBy.operations[name] ?? {};
    return {
      name,
      summary,
      connectors: Object.keys(answers).flatMap((id) => [id, answeredBy.connectors[id] ?? '']),
      grants: Object.values(answers).flatMap((grants) => Object.keys(grants)),
    };
  }),
);
const namesFor = (question: string): string[] => search(question).found.map(({ name }) => name);

test.each(naturalQuestions)('finds what answers "%s"', (question, ...expected) => {
  const first = namesFor(question).slice(0, 3);
  expect(expected.some((name) => first.includes(name)) ? [] : first).toEqual([]);
});

test('finds every operation first by its name, and by the beginning of it', () => {
  for (const { name } of operations) {
    expect(namesFor(name)[0]).toBe(name);
    expect(namesFor(name.slice(0, -1)).slice(0, 5)).toContain(name);
  }
});

test.each([
  ['kubernetis', 'k8s.listClusters'],
  ['deploym', 'deploy.listDeployments'],
  ['DNS ZONES', 'dns.listZones'],
  ['ec2:DescribeVolumes', 'compute.listVolumes'],
  ['chat:write', 'chat.postMessage'],
])('finds "%s", which is misspelt, unfinished or in the spelling of a vendor', (question, name) => {
  expect(namesFor(question).slice(0, 3)).toContain(name);
});

test('finds everything that a connector answers, by its id and by its title', () => {
  for (const [id, title] of Object.entries(answeredBy.connectors)) {
    const answered = operations.filter(({ name }) => answeredBy.operations[name]?.[id] !== undefined);
    for (const asked of [id, title]) {
      expect(namesFor(asked)).toEqual(expect.arrayContaining(answered.map(({ name }) => name)));
    }
  }
});

test('names the words that no operation has, and what is spelt like them', () => {
  expect(search('kafka lag')).toMatchObject({ unknown: ['kafka'], nearest: [] });
  expect(search('eror')).toEqual({ found: [], unknown: ['eror'], nearest: ['error'] });
  expect(search('')).toEqual({ found: [], unknown: [], nearest: [] });
});

test('says which words only a permission has', () => {
  const [zones] = search('route53:ListHostedZones').found;
  expect(zones).toMatchObject({
    name: 'dns.listZones',
    inGrants: expect.arrayContaining(['listhostedzones']) as unknown,
  });
});

test('does not find what only shares a part of a question', () => {
  const counts = naturalQuestions.map(([question]) => namesFor(question).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(operations.length / 5);
});

test('the words of people are of operations that exist, and no word has two meanings', () => {
  const known = new Set<string>(operations.map(({ name }) => name));
  expect(Object.keys(askedAs).filter((name) => !known.has(name))).toEqual([]);
  const words = sameMeaning.flat();
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
