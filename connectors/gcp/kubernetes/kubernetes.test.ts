/** What clusters and node pools are told as. */
import { expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { cluster } from '../upstream/answers/kubernetes.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'k8s.listClusters',
    {},
    {
      clusters: [{ name: 'main', location: 'us-central1', state: 'RUNNING', version: '1.36.1-gke.100', nodeCount: 6 }],
    },
  ],
  [
    'k8s.describeCluster',
    { name: 'main' },
    {
      cluster: {
        id: 'projects/acme-prod/locations/us-central1/clusters/main',
        name: 'main',
        location: 'us-central1',
        description: 'everything',
        state: 'RUNNING',
        issues: [{ code: 'UNKNOWN', message: 'Upgrade postponed.', resourceIds: [] }],
        version: '1.36.1-gke.100',
        nodeVersion: '1.35.2-gke.10',
        releaseChannel: 'REGULAR',
        nodeCount: 6,
        managesNodes: false,
        endpoint: '203.0.113.20',
        endpointAccess: { isPublic: true, isPrivate: true, publicCidrBlocks: ['198.51.100.0/24'] },
        vpcId: 'projects/acme-prod/global/networks/main',
        subnetIds: ['projects/acme-prod/regions/us-central1/subnetworks/main-a'],
        securityGroupIds: [],
        podCidrBlock: '10.8.0.0/14',
        serviceCidrBlock: '10.12.0.0/20',
        ipFamily: 'IPV4',
        identity: 'farol@acme-prod.iam.gserviceaccount.com',
        exportedLogs: ['SYSTEM_COMPONENTS', 'WORKLOADS'],
        secretsEncryptionKeyId: 'projects/acme-prod/locations/us-central1/keyRings/r/cryptoKeys/k',
        createdAt: '2026-01-05T10:00:00.000Z',
        tags: { team: 'platform' },
      },
    },
  ],
  [
    'k8s.listNodeGroups',
    { cluster: 'main' },
    {
      cluster: 'main',
      location: 'us-central1',
      nodeGroups: [
        {
          id: 'projects/acme-prod/locations/us-central1/clusters/main/nodePools/default-pool',
          name: 'default-pool',
          state: 'RUNNING_WITH_ERROR',
          issues: [{ code: 'RESOURCE_EXHAUSTED', message: 'CPU quota.', resourceIds: [] }],
          version: '1.36.1-gke.100',
          imageType: 'COS_CONTAINERD',
          machineTypes: ['e2-standard-4'],
          isSpot: true,
          minNodes: 2,
          maxNodes: 8,
          isAutoscaled: true,
          isAutoUpgraded: true,
          isAutoRepaired: true,
          zones: ['us-central1-a', 'us-central1-b'],
          subnetIds: ['projects/acme-prod/regions/us-central1/subnetworks/main-a'],
          autoScalingGroups: ['projects/acme-prod/zones/us-central1-a/instanceGroupManagers/gke-main'],
          diskBytes: 107374182400,
          identity: 'farol@acme-prod.iam.gserviceaccount.com',
          labels: { pool: 'default' },
          taints: [{ key: 'spot', value: 'true', effect: 'NO_SCHEDULE' }],
          tags: { team: 'platform' },
        },
      ],
    },
  ],
]);

test('a cluster whose place is not named is looked for', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('k8s.describeCluster', { name: 'main' }));
  resultIn(await gcp.agent.ask('k8s.describeCluster', { name: 'main', region: 'us-central1' }));
  const all = 'GET /container.googleapis.com/v1/projects/acme-prod/locations/-/clusters';
  const one = 'GET /container.googleapis.com/v1/projects/acme-prod/locations/us-central1/clusters/main';
  expect(gcp.calls()).toEqual([all, one, one]);
});

test('a name that no cluster has, and one that several have, are told apart', async () => {
  const gcp = await openAnswering({
    'container.projects.locations.clusters.list': {
      clusters: [cluster, { ...cluster, location: 'europe-west1-b' }],
      missingZones: ['us-east1-c'],
    },
  });
  const absent = faultIn(await gcp.agent.ask('k8s.describeCluster', { name: 'other' }));
  expect(absent.code).toBe('not_found_or_hidden');
  expect(absent.remedy).toContain('us-east1-c did not answer');
  const twice = faultIn(await gcp.agent.ask('k8s.listNodeGroups', { cluster: 'main' }));
  expect(twice).toMatchObject({ code: 'invalid_arguments', data: { field: 'region' } });
  expect(twice.remedy).toContain('us-central1 and europe-west1-b');
});

test('a region has the clusters of its zones too', async () => {
  const gcp = await openAnswering({
    'container.projects.locations.clusters.list': {
      clusters: [cluster, { ...cluster, location: 'us-central1-b' }, { ...cluster, location: 'us-central10' }],
    },
  });
  const result = resultIn(await gcp.agent.ask('k8s.listClusters', { region: 'us-central1' }));
  expect((result.data as { clusters: { location: string }[] }).clusters.map(({ location }) => location)).toEqual([
    'us-central1',
    'us-central1-b',
  ]);
});

test('an older cluster says in other places how it is reached', async () => {
  const { controlPlaneEndpointsConfig: _, ...older } = cluster;
  const gcp = await openAnswering({
    'container.projects.locations.clusters.get': {
      ...older,
      privateClusterConfig: { enablePrivateEndpoint: true, enablePrivateNodes: true },
      masterAuthorizedNetworksConfig: { enabled: true, cidrBlocks: [{ cidrBlock: '10.0.0.0/8' }] },
    },
  });
  const result = resultIn(await gcp.agent.ask('k8s.describeCluster', { name: 'main', region: 'us-central1' }));
  expect((result.data as { cluster: object }).cluster).toMatchObject({
    endpointAccess: { isPublic: false, isPrivate: true, publicCidrBlocks: ['10.0.0.0/8'] },
  });
});
