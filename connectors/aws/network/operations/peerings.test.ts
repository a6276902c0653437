import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a peering is returned with both sides, as far as AWS returns the other one', async () => {
  expect(await agent.data('network.listPeerings', {})).toEqual({
    region: 'eu-west-1',
    peerings: [
      {
        id: 'pcx-0a1b2c3d4e5f60718',
        name: 'to-billing',
        state: 'active',
        stateReason: 'Active',
        requester: {
          vpcId: 'vpc-0a1b2c3d4e5f60718',
          ownerId: '123456789012',
          region: 'eu-west-1',
          cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16'],
          ipv6CidrBlocks: ['2001:db8:1::/56'],
          resolvesPeerNames: true,
        },
        accepter: {
          vpcId: 'vpc-1a1b2c3d',
          ownerId: '210987654321',
          region: 'us-east-1',
          cidrBlocks: [],
          ipv6CidrBlocks: [],
        },
        expiresAt: '2026-04-01T00:00:00.000Z',
        tags: { Name: 'to-billing', empty: '' },
      },
    ],
  });
});

test('a peering without a state is a changed answer, and is not guessed', async () => {
  const peering = { VpcPeeringConnectionId: 'pcx-12345678' };
  agent.answerWith({ 'ec2:DescribeVpcPeeringConnections': () => ({ VpcPeeringConnections: [peering] }) });
  expect(await agent.fault('network.listPeerings', {})).toMatchObject({
    code: 'upstream_changed',
    data: { path: 'VpcPeeringConnections[].Status.Code' },
  });
});
