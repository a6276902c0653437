import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a network is returned with the address ranges that are assigned to it', async () => {
  expect(await agent.result('network.listVpcs', {})).toEqual({
    data: {
      region: 'eu-west-1',
      vpcs: [
        {
          id: 'vpc-0a1b2c3d4e5f60718',
          name: 'production',
          state: 'available',
          isDefault: false,
          ownerId: '123456789012',
          cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16'],
          ipv6CidrBlocks: ['2001:db8:1::/56'],
          internetGatewayBlock: 'block-ingress',
          dhcpOptionsId: 'dopt-0a1b2c3d',
          tags: { Name: 'production', empty: '' },
        },
      ],
    },
    complete: true,
    truncated: false,
    source: 'aws',
    upstreamCalls: 1,
  });
});

test('a subnet is returned with its free addresses, and nothing blocked is not reported as a block', async () => {
  expect(await agent.data('network.listSubnets', {})).toEqual({
    region: 'eu-west-1',
    subnets: [
      {
        id: 'subnet-0a1b2c3d4e5f60718',
        name: 'private-a',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        state: 'available',
        region: 'eu-west-1',
        zone: 'eu-west-1a',
        cidrBlock: '10.0.1.0/24',
        ipv6CidrBlocks: ['2001:db8:1:1::/64'],
        secondaryCidrBlocks: [],
        availableIpAddresses: 251,
        assignsPublicIp: false,
        tags: { Name: 'private-a', empty: '' },
      },
    ],
  });
});

test('what AWS does not return is left out', async () => {
  agent.answerWith({ 'ec2:DescribeVpcs': () => ({ Vpcs: [{ VpcId: 'vpc-12345678' }] }) });
  expect(await agent.data('network.listVpcs', {})).toEqual({
    region: 'eu-west-1',
    vpcs: [{ id: 'vpc-12345678', isDefault: false, cidrBlocks: [], ipv6CidrBlocks: [], tags: {} }],
  });
});

test('one tag asked for by name and by tag is refused before anything is asked', async () => {
  const filters = { names: ['a'], tags: [{ key: 'Name', value: 'b' }] };
  expect(await agent.fault('network.listVpcs', { filters })).toMatchObject({
    code: 'invalid_arguments',
    data: { field: 'filters.tags' },
  });
  expect(agent.actions).toEqual([]);
});
