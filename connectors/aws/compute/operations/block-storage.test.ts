import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

describe('compute.listVolumes', () => {
  const first = {
    id: 'vol-0a1b2c3d4e5f60718',
    name: 'web-1-root',
    state: 'in-use',
    type: 'gp3',
    sizeBytes: 107_374_182_400,
    iops: 3000,
    throughputBytesPerSec: 131_072_000,
    zones: ['eu-west-1a'],
    isEncrypted: true,
    encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
    sourceSnapshotId: 'snap-0a1b2c3d4e5f60718',
    attachments: [
      {
        instanceId: 'i-0a1b2c3d4e5f60718',
        device: '/dev/xvda',
        state: 'attached',
        attachedAt: '2026-11-20T10:00:01.000Z',
      },
    ],
    createdAt: '2026-11-20T09:59:59.000Z',
    tags: { Name: 'web-1-root' },
  };

  test('returns a volume member by member', async () => {
    const result = await agent.resultOf('compute.listVolumes');
    expect(result).toMatchObject({ complete: true, truncated: true });
    expect(result.data).toEqual({ region: 'eu-west-1', volumes: [first] });
  });

  test('continues where the previous page ended', async () => {
    const { nextCursor: cursor } = await agent.resultOf('compute.listVolumes', { limit: 5 });
    const rest = await agent.resultOf('compute.listVolumes', { limit: 5, cursor });
    expect(agent.inputs).toEqual([{ MaxResults: 5, NextToken: 'page-2', IncludeManagedResources: true }]);
    expect(rest.truncated).toBe(false);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      volumes: [
        {
          id: 'vol-0a1b2c3d4e5f6071a',
          state: 'available',
          type: 'standard',
          sizeBytes: 1_073_741_824,
          zones: [],
          isEncrypted: false,
          attachments: [],
          tags: {},
        },
      ],
    });
  });

  test.each([
    [true, ['in-use']],
    [false, ['creating', 'available', 'deleting', 'deleted', 'error']],
  ])('every filter is asked of EC2, attached: %s', async (isAttached, Values) => {
    const filters = { ids: ['vol-1'], instanceId: 'i-1', isAttached, tags: [{ key: 'team' }] };
    await agent.resultOf('compute.listVolumes', { filters });
    expect(agent.inputs[0]).toMatchObject({
      Filters: [
        { Name: 'volume-id', Values: ['vol-1'] },
        { Name: 'attachment.instance-id', Values: ['i-1'] },
        { Name: 'status', Values },
        { Name: 'tag:team', Values: ['*'] },
      ],
    });
  });

  test('one of a managed service is returned with the resource of that service', async () => {
    const AssociatedResource = 'arn:aws:ecs:eu-west-1:123456789012:task/shop/0123456789abcdef';
    const one = {
      VolumeId: 'vol-1',
      State: 'in-use',
      VolumeType: 'gp3',
      Size: 8,
      Encrypted: true,
      Attachments: [{ AssociatedResource, InstanceOwningService: 'fargate.amazonaws.com' }],
    };
    const result = await agent.resultOf(
      'compute.listVolumes',
      {},
      { 'ec2:DescribeVolumes': () => ({ Volumes: [one] }) },
    );
    expect(result.data).toMatchObject({ volumes: [{ attachments: [{ instanceId: AssociatedResource }] }] });
  });
});

describe('compute.listSnapshots', () => {
  test('returns a snapshot member by member', async () => {
    const result = await agent.resultOf('compute.listSnapshots');
    expect(result.data).toEqual({
      region: 'eu-west-1',
      snapshots: [
        {
          id: 'snap-0a1b2c3d4e5f60718',
          name: 'web-1-nightly',
          description: 'before the upgrade',
          volumeId: 'vol-0a1b2c3d4e5f60718',
          state: 'completed',
          progressPercent: 100,
          volumeSizeBytes: 107_374_182_400,
          fullSizeBytes: 5_368_709_120,
          storageTier: 'standard',
          isEncrypted: true,
          encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
          startedAt: '2026-11-18T01:00:00.000Z',
          completedAt: '2026-11-18T01:07:00.000Z',
          tags: { Name: 'web-1-nightly' },
        },
      ],
    });
  });

  test('only those of the account are asked for, on every page; a copy has no volume', async () => {
    const first = await agent.resultOf('compute.listSnapshots', { volumeId: 'vol-0a1b2c3d4e5f60718' });
    const Filters = [{ Name: 'volume-id', Values: ['vol-0a1b2c3d4e5f60718'] }];
    expect(agent.inputs).toEqual([{ OwnerIds: ['self'], Filters, MaxResults: 100 }]);
    const cursor = first.nextCursor;
    const rest = await agent.resultOf('compute.listSnapshots', { volumeId: 'vol-0a1b2c3d4e5f60718', cursor });
    expect(agent.inputs).toEqual([{ OwnerIds: ['self'], Filters, MaxResults: 100, NextToken: 'page-2' }]);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      snapshots: [
        {
          id: 'snap-0a1b2c3d4e5f60719',
          state: 'error',
          stateReason: 'The key is disabled.',
          isEncrypted: false,
          tags: {},
        },
      ],
    });
  });
});

describe('compute.listImages', () => {
  const first = {
    id: 'ami-0a1b2c3d4e5f60718',
    name: 'web-2026-11-17',
    description: 'web with its agent',
    state: 'available',
    ownerId: '123456789012',
    isPublic: false,
    architecture: 'arm64',
    platform: 'Linux/UNIX',
    rootDeviceType: 'ebs',
    snapshotIds: ['snap-0a1b2c3d4e5f60718'],
    sourceImageId: 'ami-0f1e2d3c4b5a69788',
    sourceInstanceId: 'i-0f1e2d3c4b5a69788',
    createdAt: '2026-11-17T12:00:00.000Z',
    deprecatedAt: '2028-11-17T12:00:00.000Z',
    lastLaunchedAt: '2026-11-20T10:00:00.000Z',
    tags: { team: 'checkout' },
  };

  test('returns an image member by member', async () => {
    const result = await agent.resultOf('compute.listImages');
    expect(result.data).toEqual({ region: 'eu-west-1', images: [first] });
  });

  test('without identifiers only those of the account are asked for, on every page', async () => {
    const { nextCursor: cursor } = await agent.resultOf('compute.listImages');
    const every = { Owners: ['self'], MaxResults: 100, IncludeDeprecated: true, IncludeDisabled: true };
    expect(agent.inputs).toEqual([every]);
    const rest = await agent.resultOf('compute.listImages', { cursor });
    expect(agent.inputs).toEqual([{ ...every, NextToken: 'page-2' }]);
    expect(rest.data).toMatchObject({
      images: [{ state: 'failed', stateReason: 'The snapshot is gone.', isPublic: true }],
    });
  });

  test('with identifiers those are asked for, whatever account owns them, and one that is absent fails nothing', async () => {
    const result = await agent.resultOf(
      'compute.listImages',
      { ids: ['ami-0a1b2c3d4e5f60718', 'ami-00000000000000000'] },
      { 'ec2:DescribeImages': () => ({ Images: [] }) },
    );
    expect(agent.inputs[0]).toEqual({
      Filters: [{ Name: 'image-id', Values: ['ami-0a1b2c3d4e5f60718', 'ami-00000000000000000'] }],
      MaxResults: 100,
      IncludeDeprecated: true,
      IncludeDisabled: true,
    });
    expect(result.because).toContain('no such machine images');
  });

  test('a time that is none is upstream_changed, and its text is not repeated', async () => {
    const answer = {
      Images: [{ ImageId: 'ami-1', State: 'available', OwnerId: '1', Public: false, CreationDate: 'canary-of-a-time' }],
    };
    const fault = await agent.faultOf('compute.listImages', {}, { 'ec2:DescribeImages': () => answer });
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'Images[].CreationDate' } });
    expect(JSON.stringify(fault)).not.toContain('canary-of-a-time');
  });
});
