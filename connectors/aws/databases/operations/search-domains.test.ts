import { expect, test } from 'vitest';
import { domain } from '../../upstream/databases/search.ts';
import { useAws } from '../../upstream/use-aws.ts';

const operation = 'databases.listSearchDomains';

const agent = useAws();

interface Page {
  readonly domains: readonly { readonly name: string }[];
}

test('a domain is returned with nodes, storage, place and the change under way', async () => {
  const { domains } = (await agent.data(operation, {})) as Page;
  expect(domains.find(({ name }) => name === 'search')).toEqual({
    id: '123456789012/search',
    name: 'search',
    engineVersion: 'OpenSearch_2.11',
    state: 'Modifying',
    isChanging: true,
    isDeleted: false,
    change: {
      state: 'ApplyingChanges',
      message: 'Adding nodes',
      startedBy: 'CUSTOMER',
      startedAt: '2026-11-21T08:00:00.000Z',
      updatedAt: '2026-11-21T08:30:00.000Z',
    },
    endpoints: ['search.eu-west-1.on.aws', 'vpc-search.eu-west-1.es.amazonaws.com', 'search.example.com'],
    dataNodes: { type: 'r6g.large.search', count: 4 },
    masterNodes: { type: 'm6g.large.search', count: 3 },
    warmNodes: { type: 'ultrawarm1.medium.search', count: 2 },
    zones: ['eu-west-1a', 'eu-west-1b'],
    zoneCount: 2,
    storage: { type: 'gp3', sizeBytesPerNode: 214_748_364_800, iops: 3000, throughputBytesPerSec: 262_144_000 },
    vpcId: 'vpc-0a1b2c3d',
    subnetIds: ['subnet-0a1b2c3d'],
    securityGroupIds: ['sg-0a1b2c3d'],
    isEncryptedAtRest: true,
    isEncryptedBetweenNodes: true,
    enforcesHttps: true,
    publishedLogs: ['INDEX_SLOW_LOGS'],
    softwareUpdate: {
      presentVersion: 'OpenSearch_2_11_R20260101',
      newVersion: 'OpenSearch_2_11_R20261101',
      isAvailable: true,
      state: 'ELIGIBLE',
      scheduledAt: '2026-12-01T00:00:00.000Z',
    },
    accessPolicy: '{"Version":"2012-10-17","Statement":[]}',
  });
});

test('what AWS does not return is left out', async () => {
  const { domains } = (await agent.data(operation, {})) as Page;
  expect(domains.find(({ name }) => name === 'events')).toEqual({
    id: '123456789012/events',
    name: 'events',
    isChanging: false,
    isDeleted: false,
    endpoints: [],
    dataNodes: {},
    zones: [],
    subnetIds: [],
    securityGroupIds: [],
    publishedLogs: [],
  });
});

test('one without volumes, further zones and a scheduled update has none', async () => {
  const plain = {
    ...domain,
    ClusterConfig: { ...domain.ClusterConfig, ZoneAwarenessEnabled: false, DedicatedMasterEnabled: false },
    EBSOptions: { EBSEnabled: false },
    ServiceSoftwareOptions: { UpdateAvailable: false, AutomatedUpdateDate: new Date(0) },
  };
  agent.answerWith({ 'es:DescribeDomains': () => ({ DomainStatusList: [plain] }) });
  const { domains } = (await agent.data(operation, {})) as Page;
  expect(domains[0]).toMatchObject({ zoneCount: 1, softwareUpdate: { isAvailable: false } });
  expect(domains[0]).not.toHaveProperty('storage');
  expect(domains[0]).not.toHaveProperty('masterNodes');
  expect(domains[0]).not.toHaveProperty('softwareUpdate.scheduledAt');
});

test('twelve are described five at a time, and cut into pages in the order of their names', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `domain-${String(12 - at).padStart(2, '0')}`);
  agent.answerWith({ 'es:ListDomainNames': () => ({ DomainNames: names.map((DomainName) => ({ DomainName })) }) });
  const first = await agent.result(operation, { limit: 11 });
  expect(first).toMatchObject({ truncated: true, upstreamCalls: 4 });
  expect((first.data as Page).domains.map(({ name }) => name)).toEqual(names.toSorted().slice(0, 11));
  expect(agent.inputs[1]).toEqual({ DomainNames: names.toSorted().slice(0, 5) });
  const second = await agent.result(operation, { limit: 11, cursor: first.nextCursor });
  expect(second).toMatchObject({ truncated: false, data: { domains: [{ name: 'domain-12' }] } });
});

test('a hundred are returned in answers that stay within the calls of an operation', async () => {
  const names = Array.from({ length: 100 }, (_, at) => ({ DomainName: `domain-${at + 100}` }));
  agent.answerWith({ 'es:ListDomainNames': () => ({ DomainNames: names }) });
  const first = await agent.result(operation, { limit: 100 });
  expect((first.data as Page).domains).toHaveLength(75);
  expect(first).toMatchObject({ truncated: true, upstreamCalls: 16 });
  const second = await agent.result(operation, { limit: 100, cursor: first.nextCursor });
  expect((second.data as Page).domains).toHaveLength(25);
});

test('one that was deleted between the two calls is said to be missing', async () => {
  agent.answerWith({ 'es:DescribeDomains': () => ({ DomainStatusList: [domain] }) });
  expect(await agent.result(operation, {})).toMatchObject({
    complete: false,
    because: '1 of the named domains were not returned: they were deleted meanwhile.',
  });
});
