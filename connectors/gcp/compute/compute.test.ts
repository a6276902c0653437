/** What machines, disks, groups, functions, services and images are told as. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { computeAnswers } from '../upstream/answers/compute.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'compute.listInstances',
    {},
    {
      instances: [
        {
          id: 'projects/acme-prod/zones/us-central1-a/instances/web-1',
          name: 'web-1',
          state: 'stopped',
          providerState: 'TERMINATED',
          stateReason: 'Stopped by a schedule',
          type: 'e2-medium',
          isSpot: true,
          architecture: 'X86_64',
          platform: 'Intel Broadwell',
          zone: 'us-central1-a',
          vpcId: 'projects/acme-prod/global/networks/main',
          subnetIds: ['projects/acme-prod/regions/us-central1/subnetworks/main-a'],
          privateIpAddresses: ['10.0.0.2'],
          publicIpAddresses: ['203.0.113.7'],
          ipv6Addresses: ['fd20::2', '2600:1900::1'],
          privateDnsName: 'web-1.internal.example',
          securityGroupIds: [],
          networkTags: ['http-server'],
          identity: 'web@acme-prod.iam.gserviceaccount.com',
          volumeIds: [
            'projects/acme-prod/zones/us-central1-a/disks/web-1',
            'projects/acme-prod/zones/us-central1-a/disks/data-1',
          ],
          createdAt: '2026-01-05T10:00:00.000Z',
          startedAt: '2026-11-01T07:00:00.000Z',
          stoppedAt: '2026-11-02T07:00:00.000Z',
          tags: { team: 'web', env: 'production' },
        },
      ],
    },
  ],
  [
    'compute.listVolumes',
    {},
    {
      volumes: [
        {
          id: 'projects/acme-prod/zones/us-central1-a/disks/data-1',
          name: 'data-1',
          state: 'READY',
          type: 'hyperdisk-balanced',
          sizeBytes: 214748364800,
          iops: 3000,
          throughputBytesPerSec: 146800640,
          zones: ['us-central1-a'],
          isEncrypted: true,
          encryptionKeyId: 'projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k',
          sourceSnapshotId: 'projects/acme-prod/global/snapshots/data-0',
          attachments: [{ instanceId: 'projects/acme-prod/zones/us-central1-a/instances/web-1' }],
          createdAt: '2026-01-05T10:00:00.000Z',
          lastAttachedAt: '2026-01-06T10:00:00.000Z',
          tags: { team: 'web' },
        },
        {
          id: 'projects/acme-prod/regions/us-central1/disks/shared-1',
          name: 'shared-1',
          state: 'READY',
          type: 'pd-balanced',
          sizeBytes: 10737418240,
          zones: ['us-central1-a', 'us-central1-b'],
          isEncrypted: true,
          attachments: [],
          tags: {},
        },
      ],
    },
  ],
  [
    'compute.listAutoScalingGroups',
    {},
    {
      autoScalingGroups: [
        {
          id: 'projects/acme-prod/regions/us-central1/instanceGroupManagers/web',
          name: 'web',
          isStable: false,
          desiredSize: 3,
          instancesByState: { creating: 1, none: 2 },
          launchTemplate: { id: 'projects/acme-prod/global/instanceTemplates/web-7', name: 'web-7' },
          zones: ['us-central1-a', 'us-central1-b'],
          subnetIds: [],
          targetGroupIds: ['projects/acme-prod/regions/us-central1/targetPools/old'],
          healthCheckType: 'web',
          healthCheckGraceSec: 120,
          suspendedProcesses: [],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: {},
        },
      ],
    },
  ],
  [
    'compute.listFunctions',
    {},
    {
      functions: [
        {
          id: 'projects/acme-prod/locations/us-central1/functions/resize',
          name: 'resize',
          region: 'us-central1',
          description: 'makes thumbnails',
          version: 'resize-00007',
          state: 'FAILED',
          stateReason: 'Build failed: see the log.',
          runtime: 'nodejs24',
          packageType: 'GEN_2',
          entryPoint: 'resize',
          memoryBytes: 268435456,
          timeoutSec: 60,
          minInstances: 1,
          maxInstances: 20,
          requestsPerInstance: 80,
          identity: 'farol@acme-prod.iam.gserviceaccount.com',
          environmentVariables: ['API_KEY', 'DATABASE_PASSWORD', 'LOG_LEVEL'],
          vpcId: 'projects/acme-prod/locations/us-central1/connectors/main',
          subnetIds: [],
          securityGroupIds: [],
          layers: [],
          url: 'https://resize.example.run.app',
          trigger: {
            type: 'google.cloud.pubsub.topic.v1.messagePublished',
            topic: 'projects/acme-prod/topics/uploads',
            retries: true,
          },
          updatedAt: '2026-11-01T10:00:00.123Z',
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'web' },
        },
      ],
    },
  ],
  [
    'compute.listServerlessServices',
    { region: 'us-central1' },
    {
      regions: ['us-central1'],
      services: [
        {
          id: 'projects/acme-prod/locations/us-central1/services/checkout',
          name: 'checkout',
          region: 'us-central1',
          url: 'https://checkout.example.run.app',
          isReady: false,
          conditions: [
            {
              type: 'Ready',
              state: 'CONDITION_FAILED',
              reason: 'CONTAINER_MISSING',
              message: 'Image not found.',
              changedAt: '2026-11-01T10:00:00.000Z',
            },
            { type: 'RoutesReady', state: 'CONDITION_SUCCEEDED', changedAt: '2026-11-01T10:00:00.000Z' },
          ],
          latestReadyRevision: 'checkout-00041',
          latestCreatedRevision: 'checkout-00042',
          traffic: [{ percent: 90 }, { revision: 'checkout-00041', percent: 10, tag: 'old' }],
          containers: [
            {
              name: 'main',
              image: 'us-docker.pkg.dev/acme-prod/images/checkout:1.42.0',
              ports: [8080],
              limits: { cpu: '1', memory: '512Mi' },
              environmentVariables: ['LOG_LEVEL', 'STRIPE_KEY'],
            },
          ],
          minInstances: 1,
          maxInstances: 10,
          requestsPerInstance: 80,
          timeoutSec: 300,
          identity: 'farol@acme-prod.iam.gserviceaccount.com',
          ingress: 'INGRESS_TRAFFIC_ALL',
          subnetIds: ['main-a'],
          createdAt: '2026-01-05T10:00:00.000Z',
          updatedAt: '2026-11-01T10:00:00.123Z',
          updatedBy: 'dev@example.com',
          tags: { team: 'shop' },
        },
      ],
    },
  ],
  [
    'compute.listImageRepositories',
    { region: 'us-central1' },
    {
      region: 'us-central1',
      repositories: [
        {
          id: 'projects/acme-prod/locations/us-central1/repositories/images',
          name: 'images',
          url: 'us-central1-docker.pkg.dev/acme-prod/images',
          description: 'what we build',
          format: 'docker',
          tagMutability: 'immutable',
          isScannedOnPush: true,
          encryptionKeyId: 'projects/acme-prod/locations/us-central1/keyRings/r/cryptoKeys/k',
          sizeBytes: 123456789,
          createdAt: '2026-01-05T10:00:00.000Z',
          updatedAt: '2026-11-01T10:00:00.000Z',
          tags: { team: 'shop' },
        },
      ],
    },
  ],
  [
    'compute.listContainerImages',
    { region: 'us-central1', repository: 'images' },
    {
      region: 'us-central1',
      images: [
        {
          digest: 'sha256:e9954c1fc875017be1c3e36eca16be2d9e9bccc4bf072163515467d6a823c7cf',
          tags: ['1.42.0'],
          url: 'us-central1-docker.pkg.dev/acme-prod/images/checkout@sha256:e9954c1fc875017be1c3e36eca16be2d9e9bccc4bf072163515467d6a823c7cf',
          sizeBytes: 45000000,
          mediaType: 'application/vnd.oci.image.index.v1+json',
          platforms: ['linux/arm64'],
          pushedAt: '2026-11-01T10:00:00.000Z',
          builtAt: '2026-11-01T09:59:00.000Z',
        },
      ],
    },
  ],
]);

describe('a list over all zones', () => {
  const [name] = Object.keys(computeAnswers['compute.instances.aggregatedList'].items);
  const items = computeAnswers['compute.instances.aggregatedList'].items;

  test('says which zone did not answer, and asks for what the others have', async () => {
    const gcp = await openAnswering({
      'compute.instances.aggregatedList': {
        items: { ...items, 'zones/us-east1-b': { warning: { code: 'UNREACHABLE', message: 'canary-secret' } } },
        unreachables: ['projects/acme-prod/zones/us-east1-c'],
      },
    });
    const result = resultIn(await gcp.agent.ask('compute.listInstances', {}));
    expect(result).toMatchObject({ complete: false });
    expect(result.because).toContain('projects/acme-prod/zones/us-east1-c did not answer');
    expect(result.because).toContain('zones/us-east1-b is not whole: UNREACHABLE');
    expect(result.because).not.toContain('canary-secret');
    expect(gcp.upstream.calls.at(-1)?.query.get('returnPartialSuccess')).toBe('true');
    expect(name).toBe('zones/us-central1-a');
  });

  test.each([
    [{ region: 'us-central1' }, 1],
    [{ region: 'us-east1' }, 0],
    [{ zone: 'us-central1-a' }, 1],
    [{ zone: 'us-central1-b' }, 0],
    [{ filters: { names: ['web-1'] } }, 1],
    [{ filters: { states: ['running'] } }, 0],
    [{ filters: { states: ['stopped'] } }, 1],
    [{ filters: { vpcId: 'main' } }, 1],
    [{ filters: { subnetId: 'projects/acme-prod/regions/us-central1/subnetworks/main-a' } }, 1],
    [{ filters: { privateIpAddresses: ['10.0.0.3'] } }, 0],
    [{ filters: { tags: [{ key: 'team' }, { key: 'env', value: 'production' }] } }, 1],
    [{ filters: { tags: [{ key: 'env', value: 'test' }] } }, 0],
    [{ filters: { ids: ['web-1'] } }, 0],
  ])('%j selects %i machines', async (args, count) => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask('compute.listInstances', args));
    expect((result.data as { instances: unknown[] }).instances).toHaveLength(count);
  });

  test.each([
    [{ filters: { instanceId: 'web-1' } }, ['data-1']],
    [{ filters: { isAttached: false } }, ['shared-1']],
    [{ filters: { tags: [{ key: 'team', value: 'web' }] } }, ['data-1']],
  ])('%j selects volumes', async (args, names) => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask('compute.listVolumes', args));
    expect((result.data as { volumes: { name: string }[] }).volumes.map((one) => one.name)).toEqual(names);
  });
});

describe('image repositories', () => {
  test('are asked for in one place, which must be named', async () => {
    const gcp = await openGcp();
    expect(faultIn(await gcp.agent.ask('compute.listImageRepositories', {}))).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'region' },
    });
  });

  test('are known by their whole name too, but not in another project', async () => {
    const gcp = await openGcp();
    const own = 'projects/acme-prod/locations/us-central1/repositories/images';
    resultIn(await gcp.agent.ask('compute.listContainerImages', { repository: own }));
    expect(gcp.calls()).toEqual([`GET /artifactregistry.googleapis.com/v1/${own}/dockerImages`]);
    const other = own.replace('acme-prod', 'other-prod');
    expect(faultIn(await gcp.agent.ask('compute.listContainerImages', { repository: other }))).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'repository' },
    });
  });
});

test('serverless services are read in every region, and the answer says which', async () => {
  const gcp = await openGcp();
  const result = resultIn(await gcp.agent.ask('compute.listServerlessServices', {}));
  expect((result.data as { regions: string[] }).regions).toEqual(['europe-west1', 'us-central1']);
});
