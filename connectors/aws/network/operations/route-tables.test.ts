import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a route table is returned with every kind of target, and a route without one has none', async () => {
  expect(await agent.data('network.listRouteTables', {})).toEqual({
    region: 'eu-west-1',
    routeTables: [
      {
        id: 'rtb-0a1b2c3d4e5f60718',
        name: 'private',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        isMain: true,
        associations: [
          { subnetId: 'subnet-0a1b2c3d4e5f60718', state: 'associated' },
          { gatewayId: 'igw-0a1b2c3d', state: 'associating' },
        ],
        propagatingGatewayIds: ['vgw-0a1b2c3d'],
        routes: [
          route('10.0.0.0/16', 'local', 'local', { origin: 'CreateRouteTable' }),
          route('0.0.0.0/0', 'natGateway', 'nat-0a1b2c3d'),
          route('::/0', 'egressOnlyGateway', 'eigw-0a1b2c3d'),
          route('pl-6da54004', 'gateway', 'vpce-0a1b2c3d'),
          route('10.20.0.0/16', 'transitGateway', 'tgw-0a1b2c3d', { state: 'blackhole' }),
          route('10.30.0.0/16', 'peering', 'pcx-0a1b2c3d'),
          route('10.40.0.0/16', 'instance', 'i-0a1b2c3d'),
          route('10.50.0.0/16', 'networkInterface', 'eni-1a1b2c3d'),
          { destination: '10.60.0.0/16', state: 'blackhole', origin: 'EnableVgwRoutePropagation' },
        ],
        tags: { Name: 'private', empty: '' },
      },
    ],
  });
});

function route(destination: string, kind: string, id: string, changed: object = {}): object {
  return { destination, target: { kind, id }, state: 'active', origin: 'CreateRoute', ...changed };
}

test('a table that names no subnet is not the main one', async () => {
  agent.answerWith({
    'ec2:DescribeRouteTables': () => ({ RouteTables: [{ RouteTableId: 'rtb-12345678', VpcId: 'vpc-12345678' }] }),
  });
  expect(await agent.data('network.listRouteTables', {})).toMatchObject({
    routeTables: [{ isMain: false, associations: [], routes: [], tags: {} }],
  });
});

test('never asks for more than a hundred at once, which is the most AWS gives', async () => {
  await agent.result('network.listRouteTables', { limit: 100 });
  expect(agent.inputs).toMatchObject([{ MaxResults: 100 }]);
});
