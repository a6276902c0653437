/** What every operation does alike: the region it is asked for, a denial, nothing there, another cursor, secrets of AWS. */
import { describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { type Answers, AwsError } from './upstream/aws-fake.ts';
import { awsAnswers, exemplar } from './upstream/exemplar.ts';
import { denialOf, useAws } from './upstream/use-aws.ts';
import { declarations, freeAction } from './statements.ts';

const aws = useAws({ AWS_ATHENA_OUTPUT: 's3://results-of-the-test/farol/' });

const questions = (Object.keys(declarations) as (keyof typeof declarations & OperationName)[]).flatMap((name) =>
  (exemplar.questions[name] ?? []).map((args) => [name, args as object] as const),
);
const takes = (name: OperationName, argument: string): boolean =>
  argument in (catalog.get(name)?.arguments.shape ?? {});
const denying = (actions: readonly string[]): Answers =>
  Object.fromEntries(actions.map((action) => [action, () => denialOf(action)]));

/** One about an identifier that names its own region has it already. */
const isRegional = ([name, args]: (typeof questions)[number]): boolean =>
  takes(name, 'region') && !('loadBalancer' in args);
const other = (args: object): string => ('region' in args && args.region === 'us-east-1' ? 'eu-west-1' : 'us-east-1');

test.each(questions.filter(isRegional))('%s %j asks the region that is named', async (name, args) => {
  const region = other(args);
  const data = (await aws.data(name, { ...args, region })) as { region?: string; location?: string };
  const asked = aws.requests.filter(({ action }) => action !== freeAction);
  expect(new Set(asked.map((one) => one.region))).toEqual(new Set([region]));
  expect(data.region ?? data.location ?? region).toBe(region);
});

test.each(questions.filter(([name]) => takes(name, 'region')))(
  '%s %j is refused in a region that is not configured, before anything is asked',
  async (name, args) => {
    expect(await aws.fault(name, { ...args, region: 'ap-south-1' })).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'region' },
    });
    expect(aws.actions).toEqual([]);
  },
);

describe.each(questions.filter(([name]) => name !== 'identity.whoAmI'))('%s %j', (name, args) => {
  test('that is denied names a grant and the layer, and not the credential', async () => {
    aws.answerWith(denying(declarations[name].upstream.filter((action) => action !== freeAction)));
    const fault = await aws.fault(name, args);
    expect(fault).toMatchObject({ code: 'permission_missing', data: { layer: 'identity policy' } });
    expect(aws.actions).toContain(fault.data['grant']);
    expect(fault.remedy).toContain('Do not rotate the credential');
  });

  test('of which one action is denied names it, in a fault or beside what is left', async () => {
    await aws.result(name, args);
    for (const action of new Set(aws.actions.filter((one) => one !== freeAction))) {
      aws.answerWith(denying([action]));
      const said = await aws.result(name, args).then(
        ({ complete, because }) => `${complete} ${because}`,
        (fault: unknown) => String(fault),
      );
      expect(said).toMatch(/"permission_missing"|^false .*is missing/u);
      expect(said).toContain(action);
    }
  });
});

/** As AWS answers when there is nothing: no entries, and no further page. */
const nothingThere: Answers = Object.fromEntries(
  Object.entries(awsAnswers).map(([action, answer]): [string, Answers[string]] => [
    action,
    (input, request) => {
      const output = answer(input, request);
      if (output instanceof AwsError) return output;
      const members = Object.entries(output).filter(([member]) => !/^(?:next|marker|istruncated)/iu.test(member));
      return Object.fromEntries(members.map(([member, value]) => [member, Array.isArray(value) ? [] : value]));
    },
  ]),
);

const nouns = [
  ['audit.listEventDataStores', 'event data stores in eu-west-1'],
  ['audit.lookupEvents', 'events in this window in eu-west-1'],
  ['bi.listAnalyses', 'analyses in eu-west-1'],
  ['bi.listDashboards', 'dashboards in eu-west-1'],
  ['bi.listDataSources', 'data sources in eu-west-1'],
  ['bi.listDatasets', 'datasets in eu-west-1'],
  ['bi.listIngestions', 'refreshes of this dataset in eu-west-1'],
  ['bi.listUsers', 'users in namespace default in eu-west-1'],
  ['bi.searchDashboards', 'dashboards that match in eu-west-1'],
  ['compute.listAutoScalingGroups', 'Auto Scaling groups in eu-west-1'],
  ['compute.listContainerImages', 'images in shop/web in eu-west-1'],
  ['compute.listEcsClusters', 'ECS clusters in eu-west-1'],
  ['compute.listEventSourceMappings', 'event source mappings in eu-west-1'],
  ['compute.listFunctions', 'functions in eu-west-1'],
  ['compute.listImageRepositories', 'image repositories in eu-west-1'],
  ['compute.listImages', 'machine images in eu-west-1'],
  ['compute.listInstances', 'machines in eu-west-1'],
  ['compute.listSnapshots', 'snapshots in eu-west-1'],
  ['compute.listVolumes', 'volumes in eu-west-1'],
  ['cost.getCostAndUsage', 'costs in any region'],
  ['cost.getReservationCoverage', 'uses that reservations could cover in any region'],
  ['cost.getReservationRecommendations', 'reservations that would have paid off in any region'],
  ['cost.getSavingsPlansCoverage', 'uses that savings plans could cover in any region'],
  ['cost.listAnomalies', 'anomalies in any region'],
  ['cost.listRecommendations', 'recommendations for the kind instance in eu-west-1'],
  ['databases.listCaches', 'caches in eu-west-1'],
  ['databases.listClusters', 'database clusters in eu-west-1'],
  ['databases.listInstances', 'database servers in eu-west-1'],
  ['databases.listReplicationTasks', 'replication tasks in eu-west-1'],
  ['databases.listSearchDomains', 'search domains in eu-west-1'],
  ['databases.listSubnetGroups', 'subnet groups in eu-west-1'],
  ['identity.listAccounts', 'accounts in us-east-1'],
  ['k8s.listClusters', 'EKS clusters in eu-west-1'],
  ['k8s.listNodeGroups', 'node groups of shop in eu-west-1'],
  ['logs.listSources', 'log groups in eu-west-1'],
  ['logs.search', 'lines in /aws/lambda/checkout in eu-west-1'],
  ['monitors.list', 'alarms in eu-west-1'],
  ['network.listAddresses', 'reserved addresses in eu-west-1'],
  ['network.listGateways', 'internet gateways in eu-west-1'],
  ['network.listInterfaces', 'network interfaces in eu-west-1'],
  ['network.listLoadBalancers', 'load balancers in eu-west-1'],
  ['network.listPeerings', 'peerings in eu-west-1'],
  ['network.listPrefixLists', 'prefix lists in eu-west-1'],
  ['network.listRouteTables', 'route tables in eu-west-1'],
  ['network.listSecurityGroups', 'security groups in us-east-1'],
  ['network.listSubnets', 'subnets in eu-west-1'],
  ['network.listTransitGateways', 'transit gateways in eu-west-1'],
  ['network.listVpcEndpoints', 'private endpoints in eu-west-1'],
  ['network.listVpcs', 'networks in eu-west-1'],
  ['network.listVpnConnections', 'VPN connections in eu-west-1'],
  ['queues.list', 'queues in eu-west-1'],
  ['security.auditAccessKeys', 'users in any region'],
  ['slos.list', 'objectives in eu-west-1'],
  ['topology.listServices', 'services seen within the last 24 hours in eu-west-1'],
  ['warehouse.listQueries', 'queries in workgroup primary in eu-west-1'],
] as const;

test.each(nouns)('%s that finds nothing was allowed to see, and there are no %s', async (name, what) => {
  const result = await aws.resultOf(name, exemplar.questions[name]?.[0] as object, nothingThere);
  expect(result).toMatchObject({ complete: true, truncated: false });
  expect(result.because).toBe(`The read was allowed, and this account has no such ${what}.`);
});

test('every other list says in words of its own that there is nothing', () => {
  const named = new Set<string>(nouns.map(([name]) => name));
  const lists = new Set(questions.flatMap(([name]) => (takes(name, 'cursor') ? [name] : [])));
  expect([...lists].filter((name) => !named.has(name)).toSorted()).toEqual([
    'audit.runLakeQuery',
    'cost.getAwsPricing',
    'cost.getSavingsPlansRecommendations',
    'dns.listRecords',
    'dns.listZones',
    'network.getTargetHealth',
    'warehouse.runQuery',
  ]);
});

test('no list is read on with the cursor of other arguments', async () => {
  let cursors = 0;
  for (const [name, args] of questions.filter(([one]) => takes(one, 'cursor'))) {
    const page = takes(name, 'limit') ? { ...args, limit: 1 } : args;
    const { nextCursor: cursor } = await aws.result(name, page);
    if (cursor === undefined) continue;
    cursors += 1;
    const others = ['limit' in page && { limit: 2 }, isRegional([name, args]) && { region: other(args) }];
    for (const changed of others.filter((one) => one !== false)) {
      const answer = await aws.fault(name, { ...page, ...changed, cursor });
      expect([name, answer]).toMatchObject([name, { code: 'invalid_arguments', data: { field: 'cursor' } }]);
    }
  }
  expect(cursors).toBeGreaterThan(30);
});

test('nothing that AWS keeps secret is in an answer or a line of the Agent', async () => {
  const holding = new Set<string>();
  const watched = Object.entries(awsAnswers).map(([action, answer]): [string, Answers[string]] => [
    action,
    (input, request) => {
      const output = answer(input, request);
      if (JSON.stringify(output).includes('canary')) holding.add(action);
      return output;
    },
  ]);
  aws.answerWith(Object.fromEntries(watched));
  for (const [name, args] of questions) {
    const { nextCursor: cursor } = await aws.result(name, args);
    if (cursor !== undefined) await aws.result(name, { ...args, cursor });
  }
  expect([...holding].toSorted()).toEqual([
    'cloudtrail:LookupEvents',
    'dms:DescribeReplicationTasks',
    'eks:DescribeCluster',
    'lambda:GetFunctionConfiguration',
    'lambda:ListFunctions',
    'organizations:DescribeOrganization',
    'organizations:ListAccounts',
    'quicksight:ListDataSources',
    'rds:DescribeDBClusters',
    'rds:DescribeDBInstances',
  ]);
  expect(aws.written).not.toContain('canary');
});
