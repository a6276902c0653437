import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const tags = (name: string): object => ({ Name: name, empty: '' });

test.each([
  [
    'internet',
    'ec2:DescribeInternetGateways',
    {
      id: 'igw-0a1b2c3d4e5f60718',
      name: 'production',
      attachments: [{ vpcId: 'vpc-0a1b2c3d4e5f60718', state: 'attached' }],
      addresses: [],
      tags: tags('production'),
    },
  ],
  [
    'nat',
    'ec2:DescribeNatGateways',
    {
      id: 'nat-0a1b2c3d4e5f60718',
      name: 'nat-a',
      state: 'failed',
      stateReason: 'Network has no Internet gateway attached',
      attachments: [{ vpcId: 'vpc-0a1b2c3d4e5f60718' }],
      subnetId: 'subnet-0a1b2c3d4e5f60718',
      connectivity: 'public',
      addresses: [
        {
          publicIpAddress: '203.0.113.20',
          privateIpAddress: '10.0.1.20',
          interfaceId: 'eni-3a1b2c3d',
          state: 'failed',
          stateReason: 'not associated',
        },
      ],
      createdAt: '2026-02-01T00:00:00.000Z',
      deletedAt: '2026-02-01T01:00:00.000Z',
      tags: tags('nat-a'),
    },
  ],
  [
    'customer',
    'ec2:DescribeCustomerGateways',
    {
      id: 'cgw-0a1b2c3d4e5f60718',
      name: 'lisbon',
      state: 'available',
      attachments: [],
      addresses: [{ publicIpAddress: '198.51.100.1' }],
      asn: '65010',
      deviceName: 'router-1',
      tags: tags('lisbon'),
    },
  ],
  [
    'vpn',
    'ec2:DescribeVpnGateways',
    {
      id: 'vgw-0a1b2c3d4e5f60718',
      name: 'production',
      state: 'available',
      attachments: [{ vpcId: 'vpc-0a1b2c3d4e5f60718', state: 'attached' }],
      addresses: [],
      asn: '64512',
      tags: tags('production'),
    },
  ],
])('gateways of kind %s are asked for by %s alone', async (kind, action, gateway) => {
  expect(await agent.data('network.listGateways', { kind })).toEqual({
    region: 'eu-west-1',
    kind,
    gateways: [gateway],
  });
  expect(agent.actions).toEqual([action]);
});

test('a cursor of one kind is refused for another', async () => {
  agent.answerWith({
    'ec2:DescribeVpnGateways': () => ({ VpnGateways: [{ VpnGatewayId: 'vgw-1' }, { VpnGatewayId: 'vgw-2' }] }),
  });
  const { nextCursor: cursor } = await agent.result('network.listGateways', { kind: 'vpn', limit: 1 });
  expect(await agent.fault('network.listGateways', { kind: 'customer', limit: 1, cursor })).toMatchObject({
    code: 'invalid_arguments',
    data: { field: 'cursor' },
  });
});

test('a number too large for the older member is read from the newer', async () => {
  const gateway = { CustomerGatewayId: 'cgw-12345678', BgpAsnExtended: '4200000000' };
  agent.answerWith({ 'ec2:DescribeCustomerGateways': () => ({ CustomerGateways: [gateway] }) });
  expect(await agent.data('network.listGateways', { kind: 'customer' })).toMatchObject({
    gateways: [{ asn: '4200000000', addresses: [] }],
  });
});
