import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('an interface is returned with every address, and one of a service says so', async () => {
  expect(await agent.data('network.listInterfaces', {})).toEqual({
    region: 'eu-west-1',
    interfaces: [
      {
        id: 'eni-0a1b2c3d4e5f60718',
        name: 'checkout-1',
        description: 'Primary interface',
        type: 'interface',
        state: 'in-use',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        subnetId: 'subnet-0a1b2c3d4e5f60718',
        zone: 'eu-west-1a',
        macAddress: '02:42:ac:11:00:02',
        privateIpAddresses: ['10.0.1.10', '10.0.1.11'],
        publicIpAddresses: ['203.0.113.10', '203.0.113.11'],
        ipv6Addresses: ['2001:db8:1:1::10'],
        privateDnsName: 'ip-10-0-1-10.eu-west-1.compute.internal',
        publicDnsName: 'ec2-203-0-113-10.eu-west-1.compute.amazonaws.com',
        securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
        checksSourceAndDestination: true,
        isManagedByProvider: false,
        attachment: {
          instanceId: 'i-0a1b2c3d4e5f60718',
          ownerId: '123456789012',
          deviceIndex: 0,
          state: 'attached',
          attachedAt: '2026-03-01T10:00:00.000Z',
        },
        tags: { Name: 'checkout-1', empty: '' },
      },
      {
        id: 'eni-1a1b2c3d4e5f60718',
        type: 'natGateway',
        state: 'in-use',
        privateIpAddresses: [],
        publicIpAddresses: [],
        ipv6Addresses: [],
        securityGroupIds: [],
        isManagedByProvider: true,
        requesterId: 'amazon-nat',
        tags: {},
      },
    ],
  });
  expect(agent.inputs).toMatchObject([{ IncludeManagedResources: true }]);
});

test.each([[{ privateIpAddresses: ['2001:db8::7'] }], [{ publicIpAddresses: ['2001:db8::7'] }]])(
  'IPv6 addresses are asked for by their own filter: %j',
  async (filters) => {
    await agent.result('network.listInterfaces', { filters });
    expect(agent.inputs).toMatchObject([
      { Filters: [{ Name: 'ipv6-addresses.ipv6-address', Values: ['2001:db8::7'] }] },
    ]);
  },
);

test.each([
  [{ privateIpAddresses: ['10.0.0.7', '2001:db8::7'] }, 'filters.privateIpAddresses'],
  [{ publicIpAddresses: ['203.0.113.7', '2001:db8::7'] }, 'filters.publicIpAddresses'],
  [{ privateIpAddresses: ['2001:db8::7'], publicIpAddresses: ['2001:db8::8'] }, 'filters.publicIpAddresses'],
])('filters that together find nothing are refused: %j', async (filters, field) => {
  expect(await agent.fault('network.listInterfaces', { filters })).toMatchObject({
    code: 'invalid_arguments',
    data: { field },
  });
  expect(agent.actions).toEqual([]);
});
