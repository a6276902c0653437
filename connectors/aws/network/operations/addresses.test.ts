import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a reserved address is returned with what uses it', async () => {
  expect(await agent.data('network.listAddresses', {})).toEqual({
    region: 'eu-west-1',
    addresses: [
      {
        id: 'eipalloc-0a1b2c3d4e5f60718',
        name: 'checkout',
        address: '203.0.113.10',
        isPublic: true,
        isInUse: true,
        usedBy: ['i-0a1b2c3d4e5f60718', 'eni-0a1b2c3d4e5f60718'],
        privateIpAddress: '10.0.1.10',
        region: 'eu-west-1',
        subnetId: 'subnet-0a1b2c3d4e5f60718',
        tags: { Name: 'checkout', empty: '' },
      },
      {
        id: 'eipalloc-1a1b2c3d4e5f60718',
        address: '203.0.113.12',
        isPublic: true,
        isInUse: false,
        usedBy: [],
        purpose: 'nlb',
        region: 'eu-west-1',
        tags: {},
      },
    ],
  });
});

test('an address of an own range is not public, and one without allocation is its own identifier', async () => {
  agent.answerWith({
    'ec2:DescribeAddresses': () => ({
      Addresses: [{ AllocationId: 'eipalloc-12345678', CustomerOwnedIp: '198.51.100.9' }, { PublicIp: '203.0.113.1' }],
    }),
  });
  expect(await agent.data('network.listAddresses', {})).toMatchObject({
    addresses: [
      { id: '203.0.113.1', address: '203.0.113.1', isPublic: true },
      { id: 'eipalloc-12345678', address: '198.51.100.9', isPublic: false },
    ],
  });
});
