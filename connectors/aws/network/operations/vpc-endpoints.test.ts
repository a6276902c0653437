import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a private endpoint is returned with its names, placement, policy and last error', async () => {
  expect(await agent.data('network.listVpcEndpoints', {})).toEqual({
    region: 'eu-west-1',
    endpoints: [
      {
        id: 'vpce-0a1b2c3d4e5f60718',
        name: 'sqs',
        type: 'Interface',
        serviceName: 'com.amazonaws.eu-west-1.sqs',
        serviceRegion: 'eu-west-1',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        state: 'Available',
        stateReason: 'The subnet has no free address.',
        subnetIds: ['subnet-0a1b2c3d4e5f60718'],
        routeTableIds: [],
        securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
        interfaceIds: ['eni-2a1b2c3d4e5f60718'],
        dnsNames: ['vpce-0a1b.sqs.eu-west-1.vpce.amazonaws.com'],
        hasPrivateDns: true,
        policy: '{"Version":"2012-10-17","Statement":[]}',
        createdAt: '2026-01-02T03:04:05.000Z',
        tags: { Name: 'sqs', empty: '' },
      },
    ],
  });
});

test('an endpoint without a policy or a name has none', async () => {
  const endpoint = { VpcEndpointId: 'vpce-12345678', VpcEndpointType: 'Gateway', VpcId: 'vpc-1', State: 'Pending' };
  agent.answerWith({ 'ec2:DescribeVpcEndpoints': () => ({ VpcEndpoints: [endpoint] }) });
  expect(await agent.data('network.listVpcEndpoints', {})).toEqual({
    region: 'eu-west-1',
    endpoints: [
      {
        id: 'vpce-12345678',
        type: 'Gateway',
        vpcId: 'vpc-1',
        state: 'Pending',
        subnetIds: [],
        routeTableIds: [],
        securityGroupIds: [],
        interfaceIds: [],
        dnsNames: [],
        hasPrivateDns: false,
        tags: {},
      },
    ],
  });
});
