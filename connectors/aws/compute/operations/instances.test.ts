import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const first = {
  id: 'i-0a1b2c3d4e5f60718',
  name: 'web-1',
  state: 'running',
  providerState: 'running',
  type: 'm7g.large',
  isSpot: true,
  architecture: 'arm64',
  platform: 'Linux/UNIX',
  imageId: 'ami-0a1b2c3d4e5f60718',
  zone: 'eu-west-1a',
  vpcId: 'vpc-0a1b2c3d4e5f60718',
  subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0a1b2c3d4e5f60719'],
  privateIpAddresses: ['10.0.1.10', '10.0.1.11', '10.0.2.10'],
  publicIpAddresses: ['198.51.100.10', '198.51.100.11'],
  ipv6Addresses: ['2001:db8::10', '2001:db8::11'],
  privateDnsName: 'ip-10-0-1-10.eu-west-1.compute.internal',
  publicDnsName: 'ec2-198-51-100-10.eu-west-1.compute.amazonaws.com',
  securityGroupIds: ['sg-0a1b2c3d4e5f60718', 'sg-0a1b2c3d4e5f60719'],
  identity: 'arn:aws:iam::123456789012:instance-profile/web',
  volumeIds: ['vol-0a1b2c3d4e5f60718', 'vol-0a1b2c3d4e5f60719'],
  startedAt: '2026-11-20T10:00:00.000Z',
  tags: { Name: 'web-1', team: 'checkout' },
};

/** Only what EC2 returned: neither null nor the empty texts with which it fills the rest. */
const second = {
  id: 'i-0a1b2c3d4e5f60719',
  state: 'stopped',
  providerState: 'stopped',
  stateReason: 'Client.UserInitiatedShutdown: User initiated shutdown',
  type: 't3.micro',
  isSpot: false,
  subnetIds: [],
  privateIpAddresses: [],
  publicIpAddresses: [],
  ipv6Addresses: [],
  securityGroupIds: [],
  volumeIds: [],
  startedAt: '2026-11-01T10:00:00.000Z',
  stoppedAt: '2026-11-19T08:30:05.000Z',
  tags: {},
};

describe('compute.listInstances', () => {
  test('returns a machine member by member, from every page it needs', async () => {
    const result = await agent.resultOf('compute.listInstances');
    expect(result).toMatchObject({ complete: true, truncated: false, upstreamCalls: 2 });
    expect(result.data).toEqual({ region: 'eu-west-1', instances: [first, second] });
  });

  test('a limit below the smallest page of EC2 holds, and the rest comes next', async () => {
    const { data, nextCursor: cursor } = await agent.resultOf('compute.listInstances', { limit: 1 });
    expect(data).toEqual({ region: 'eu-west-1', instances: [first] });
    const rest = await agent.resultOf('compute.listInstances', { limit: 1, cursor });
    expect(agent.inputs).toEqual([{ MaxResults: 5, NextToken: 'page-2', IncludeManagedResources: true }]);
    expect(rest).toMatchObject({ data: { instances: [second] }, truncated: false });
  });

  test('every filter is asked of EC2, in its words', async () => {
    await agent.resultOf('compute.listInstances', {
      zone: 'eu-west-1a',
      limit: 1000,
      filters: {
        ids: ['i-0a1b2c3d4e5f60718'],
        names: ['web-*'],
        states: ['stopping', 'deleted'],
        vpcId: 'vpc-1',
        subnetId: 'subnet-1',
        privateIpAddresses: ['10.0.1.11'],
        tags: [{ key: 'team', value: 'checkout' }],
      },
    });
    expect(agent.inputs[0]).toEqual({
      MaxResults: 500,
      IncludeManagedResources: true,
      Filters: [
        { Name: 'availability-zone', Values: ['eu-west-1a'] },
        { Name: 'instance-state-name', Values: ['stopping', 'shutting-down', 'terminated'] },
        { Name: 'instance-id', Values: ['i-0a1b2c3d4e5f60718'] },
        { Name: 'tag:Name', Values: [String.raw`web-\*`] },
        { Name: 'vpc-id', Values: ['vpc-1'] },
        { Name: 'subnet-id', Values: ['subnet-1'] },
        { Name: 'network-interface.addresses.private-ip-address', Values: ['10.0.1.11'] },
        { Name: 'tag:team', Values: ['checkout'] },
      ],
    });
  });

  test('IPv6 addresses have a filter of their own, and are not mixed with the others', async () => {
    await agent.resultOf('compute.listInstances', { filters: { privateIpAddresses: ['2001:db8::10'] } });
    expect(agent.inputs[0]).toMatchObject({
      Filters: [{ Name: 'network-interface.ipv6-addresses.ipv6-address', Values: ['2001:db8::10'] }],
    });
    const mixed = { filters: { privateIpAddresses: ['2001:db8::10', '10.0.1.10'] } };
    expect(await agent.faultOf('compute.listInstances', mixed)).toMatchObject({
      code: 'invalid_arguments',
      data: { field: 'filters.privateIpAddresses' },
    });
    expect(agent.requests).toEqual([]);
  });

  test.each([['suspended'], ['unknown']])('EC2 has no state that means %s, and is not asked', async (state) => {
    const result = await agent.resultOf('compute.listInstances', { filters: { states: [state] } });
    expect(result).toMatchObject({ data: { instances: [] }, complete: true, upstreamCalls: 0 });
    expect(result.because).toBe(`EC2 has no state with the name ${state} here.`);
  });

  test.each([
    ['pending', 'starting'],
    ['running', 'running'],
    ['stopping', 'stopping'],
    ['shutting-down', 'stopping'],
    ['stopped', 'stopped'],
    ['terminated', 'deleted'],
  ])('%s is %s', async (Name, state) => {
    const one = { InstanceId: 'i-1', InstanceType: 't3.micro', State: { Name } };
    const result = await agent.resultOf(
      'compute.listInstances',
      {},
      { 'ec2:DescribeInstances': () => ({ Reservations: [{ Instances: [one] }] }) },
    );
    expect(result.data).toMatchObject({ instances: [{ state, providerState: Name }] });
  });

  test('a zone alone says the region, if it is configured', async () => {
    await agent.resultOf('compute.listInstances', { zone: 'us-east-1-bos-1a' });
    expect(agent.requests.map(({ region }) => region)).toEqual(['us-east-1', 'us-east-1']);
    const refused = await agent.faultOf('compute.listInstances', { zone: 'sa-east-1a' });
    expect(refused).toMatchObject({ code: 'invalid_arguments', data: { field: 'zone' } });
    expect(agent.requests).toEqual([]);
  });

  test('a machine without its identifier is upstream_changed', async () => {
    const one = { InstanceType: 't3.micro', State: { Name: 'running' } };
    const fault = await agent.faultOf(
      'compute.listInstances',
      {},
      { 'ec2:DescribeInstances': () => ({ Reservations: [{ Instances: [one] }] }) },
    );
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'Reservations[].Instances[].InstanceId' } });
  });
});
