import { describe, expect, test } from 'vitest';
import { AwsError } from '../../../upstream/aws-fake.ts';
import { k8sAnswers } from '../../../upstream/compute/k8s.ts';
import { denialOf, useAws } from '../../../upstream/use-aws.ts';

const agent = useAws();

describe('k8s.listClusters', () => {
  test('returns names, and continues where the previous page ended', async () => {
    const first = await agent.resultOf('k8s.listClusters', { limit: 1 });
    expect(first.data).toEqual({ region: 'eu-west-1', clusters: [{ name: 'shop', location: 'eu-west-1' }] });
    const second = await agent.resultOf('k8s.listClusters', { limit: 1, cursor: first.nextCursor });
    expect(agent.inputs).toEqual([{ maxResults: 1, nextToken: 'page-2' }]);
    expect(second).toMatchObject({ data: { clusters: [{ name: 'batch' }] }, truncated: false });
  });
});

describe('k8s.describeCluster', () => {
  test('returns a cluster member by member', async () => {
    const result = await agent.resultOf('k8s.describeCluster', { name: 'shop' });
    expect(result).toMatchObject({ complete: true, truncated: false });
    expect(result.data).toEqual({
      cluster: {
        id: 'arn:aws:eks:eu-west-1:123456789012:cluster/shop',
        name: 'shop',
        location: 'eu-west-1',
        state: 'ACTIVE',
        issues: [
          { code: 'Ec2SubnetNotFound', message: 'A subnet is gone.', resourceIds: ['subnet-0a1b2c3d4e5f60719'] },
        ],
        version: '1.36',
        platformVersion: 'eks.7',
        supportType: 'EXTENDED',
        managesNodes: true,
        endpoint: 'https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com',
        endpointAccess: { isPublic: true, isPrivate: true, publicCidrBlocks: ['203.0.113.0/24'] },
        authenticationMode: 'API_AND_CONFIG_MAP',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0a1b2c3d4e5f60719'],
        securityGroupIds: ['sg-0a1b2c3d4e5f60719', 'sg-0a1b2c3d4e5f60718'],
        serviceCidrBlock: '172.20.0.0/16',
        ipFamily: 'ipv4',
        identity: 'arn:aws:iam::123456789012:role/shop-cluster',
        exportedLogs: ['api', 'audit'],
        secretsEncryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
        isDeletionProtected: true,
        createdAt: '2026-01-02T03:04:05.000Z',
        tags: { team: 'checkout' },
      },
    });
  });

  test('refuses a zone before anything is sent: clusters of EKS have none', async () => {
    const refused = await agent.faultOf('k8s.describeCluster', { name: 'shop', zone: 'eu-west-1a' });
    expect(refused).toMatchObject({ code: 'invalid_arguments', data: { field: 'zone' } });
    expect(agent.requests).toEqual([]);
  });

  test('one that is only registered with EKS is sent to where it runs', async () => {
    const connected = { name: 'edge', status: 'ACTIVE', connectorConfig: { provider: 'EKS_ANYWHERE' } };
    const fault = await agent.faultOf(
      'k8s.describeCluster',
      { name: 'edge' },
      { 'eks:DescribeCluster': () => ({ cluster: connected }) },
    );
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'name' } });
    expect(fault.remedy).toContain('edge runs elsewhere');
  });

  test('an answer without what AWS documents as always there is upstream_changed', async () => {
    const fault = await agent.faultOf(
      'k8s.describeCluster',
      { name: 'shop' },
      { 'eks:DescribeCluster': () => ({ cluster: { name: 'shop' } }) },
    );
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'cluster.arn' } });
  });
});

describe('k8s.listNodeGroups', () => {
  test('returns a group member by member', async () => {
    const result = await agent.resultOf('k8s.listNodeGroups', { cluster: 'shop' });
    expect(result).toMatchObject({ complete: true, truncated: true, upstreamCalls: 2 });
    expect(result.data).toEqual({
      cluster: 'shop',
      location: 'eu-west-1',
      nodeGroups: [
        {
          id: 'arn:aws:eks:eu-west-1:123456789012:nodegroup/shop/general/1234abcd',
          name: 'general',
          state: 'DEGRADED',
          issues: [
            { code: 'AsgInstanceLaunchFailures', message: 'No capacity.', resourceIds: ['eks-general-1234abcd'] },
          ],
          version: '1.36',
          imageType: 'AL2023_ARM_64_STANDARD',
          imageVersion: '1.36.1-20261101',
          machineTypes: ['m7g.large', 'm6g.large'],
          isSpot: true,
          minNodes: 1,
          maxNodes: 6,
          desiredNodes: 3,
          isAutoRepaired: true,
          subnetIds: ['subnet-0a1b2c3d4e5f60718'],
          autoScalingGroups: ['eks-general-1234abcd'],
          diskBytes: 21_474_836_480,
          identity: 'arn:aws:iam::123456789012:role/shop-nodes',
          labels: { tier: 'web' },
          taints: [
            { key: 'dedicated', value: 'web', effect: 'PreferNoSchedule' },
            { key: 'spot', effect: 'NoExecute' },
          ],
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: '2026-11-20T10:00:00.000Z',
          tags: { team: 'checkout' },
        },
      ],
    });
  });

  test('asks no more than one question may, whatever the limit', async () => {
    const many = Array.from({ length: 15 }, (_, at) => `group-${at}`);
    const result = await agent.resultOf(
      'k8s.listNodeGroups',
      { cluster: 'shop', limit: 100 },
      { 'eks:ListNodegroups': ({ maxResults }) => (maxResults === 15 ? { nodegroups: many, nextToken: 'more' } : {}) },
    );
    expect(result).toMatchObject({ upstreamCalls: 16, truncated: true });
    expect(result.data).toMatchObject({ nodeGroups: many.map((name) => ({ name })) });
  });

  test('a group that may not be described is named, with the grant, and the others are returned', async () => {
    const action = 'eks:DescribeNodegroup';
    const result = await agent.resultOf(
      'k8s.listNodeGroups',
      { cluster: 'shop' },
      {
        'eks:ListNodegroups': () => ({ nodegroups: ['general', 'locked', 'sealed'] }),
        [action]: (input, request) =>
          input['nodegroupName'] === 'general' ? k8sAnswers[action]!(input, request) : denialOf(action),
      },
    );
    expect(result).toMatchObject({ data: { nodeGroups: [{ name: 'general' }] }, complete: false });
    expect(result.because).toMatch(/eks:DescribeNodegroup is missing .*Not returned: locked, sealed\.$/u);
    expect(result.because?.match(/is missing/gu)).toHaveLength(1);
  });

  test('one that was deleted after the list is said to be', async () => {
    const gone = new AwsError(404, 'ResourceNotFoundException: No node group found for name: general.');
    const result = await agent.resultOf(
      'k8s.listNodeGroups',
      { cluster: 'shop' },
      { 'eks:DescribeNodegroup': () => gone },
    );
    expect(result).toMatchObject({ data: { nodeGroups: [] }, complete: false });
    expect(result.because).toMatch(/deleted meanwhile.*Not returned: general\.$/u);
  });

  test('refuses a zone before anything is sent', async () => {
    const refused = await agent.faultOf('k8s.listNodeGroups', { cluster: 'shop', zone: 'eu-west-1a' });
    expect(refused).toMatchObject({ code: 'invalid_arguments', data: { field: 'zone' } });
    expect(agent.requests).toEqual([]);
  });
});
