import { expect, test } from 'vitest';
import { networkListGateways, networkListVpnConnections } from './network-gateways.ts';
import { networkListInterfaces, networkListSecurityGroups } from './network.ts';

test.each([
  [{ ids: ['eni-0123456789abcdef0'], securityGroupIds: ['sg-12345678'], instanceId: 'i-12345678' }, true],
  [{ publicIpAddresses: ['203.0.113.7'], privateIpAddresses: ['2001:db8::7'] }, true],
  [{ ids: ['vpc-12345678'] }, false],
  [{ publicIpAddresses: ['203.0.113.7/32'] }, false],
  [{ publicIpAddresses: ['db.example.com'] }, false],
])('interfaces filtered by %j: accepted is %s', (filters, isAccepted) => {
  expect(networkListInterfaces.arguments.safeParse({ filters }).success).toBe(isAccepted);
});

test('gateways are asked for by kind, because each kind is another list', () => {
  expect(networkListGateways.arguments.safeParse({}).success).toBe(false);
  expect(networkListGateways.arguments.safeParse({ kind: 'transit' }).success).toBe(false);
  expect(networkListGateways.arguments.parse({ kind: 'nat' })).toEqual({ kind: 'nat', limit: 100 });
});

test('a rule of either model fits: named by machines, or selecting them', () => {
  const rule = {
    direction: 'ingress',
    action: 'allow',
    protocol: 'tcp',
    ports: [{ from: 443, to: 443 }],
    peers: [{ kind: 'cidrBlock', value: '0.0.0.0/0' }],
  };
  const named = { id: 'sg-12345678', name: 'web', isEnabled: true, rules: [rule], tags: {} };
  const selecting = {
    ...named,
    appliesTo: { networkTags: ['web'], identities: [] },
    rules: [{ ...rule, action: 'deny', priority: 900, peers: [{ kind: 'networkTag', value: 'batch' }] }],
  };
  const answer = { securityGroups: [named, selecting] };
  expect(networkListSecurityGroups.result.parse(answer)).toEqual(answer);
});

test('a tunnel with its key is refused', () => {
  const tunnel = { outsideIpAddress: '203.0.113.7', state: 'UP', ikeVersions: ['ikev2'] };
  const answer = (told: object) => ({
    region: 'eu-west-1',
    connections: [{ id: 'vpn-12345678', state: 'available', routes: [], tunnels: [told], tags: {} }],
  });
  expect(networkListVpnConnections.result.safeParse(answer(tunnel)).success).toBe(true);
  expect(networkListVpnConnections.result.safeParse(answer({ ...tunnel, preSharedKey: 'x' })).success).toBe(false);
});
