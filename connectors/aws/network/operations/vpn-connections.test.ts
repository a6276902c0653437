import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

test('a connection is returned with what was agreed for each tunnel and how it fares', async () => {
  expect(await agent.data('network.listVpnConnections', {})).toEqual({
    region: 'eu-west-1',
    connections: [
      {
        id: 'vpn-0a1b2c3d4e5f60718',
        name: 'lisbon',
        state: 'available',
        type: 'ipsec.1',
        customerGatewayId: 'cgw-0a1b2c3d4e5f60718',
        vpnGatewayId: 'vgw-0a1b2c3d4e5f60718',
        hasStaticRoutesOnly: true,
        localCidrBlock: '0.0.0.0/0',
        remoteCidrBlock: '10.0.0.0/16',
        routes: [{ destination: '192.168.0.0/16', state: 'available' }],
        tunnels: [
          {
            outsideIpAddress: '203.0.113.30',
            insideCidrBlock: '169.254.10.0/30',
            state: 'UP',
            stateReason: '3 BGP ROUTES',
            acceptedRoutes: 3,
            changedAt: '2026-05-01T06:00:00.000Z',
            deadPeerTimeoutSec: 30,
            phase1LifetimeSec: 28_800,
            phase2LifetimeSec: 3600,
            ikeVersions: ['ikev1', 'ikev2'],
          },
          { outsideIpAddress: '203.0.113.31', state: 'DOWN', acceptedRoutes: 0, ikeVersions: [] },
        ],
        tags: { Name: 'lisbon', empty: '' },
      },
    ],
  });
});

const canary = 'pYk3Qw9zR7mT1vXc5bNa';
const tunnel = { OutsideIpAddress: '203.0.113.30' };
const connection = { VpnConnectionId: 'vpn-12345678', State: 'available' };

test.each([
  [
    'CustomerGatewayConfiguration',
    {
      ...connection,
      CustomerGatewayConfiguration: `<vpn_connection><ike><pre_shared_key>${canary}</pre_shared_key></ike></vpn_connection>`,
    },
  ],
  [
    'TunnelOptions[].PreSharedKey',
    { ...connection, Options: { TunnelOptions: [{ ...tunnel, PreSharedKey: canary }] } },
  ],
  [
    'PreSharedKeyArn',
    { ...connection, PreSharedKeyArn: `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${canary}` },
  ],
])('%s reaches neither the answer nor anything the Agent writes', async (_, told) => {
  agent.answerWith({ 'ec2:DescribeVpnConnections': () => ({ VpnConnections: [told] }) });
  const { data } = await agent.result('network.listVpnConnections', {});
  expect(data).toMatchObject({ connections: [{ id: 'vpn-12345678' }] });
  expect(JSON.stringify(data)).not.toContain(canary);
  expect(agent.written).toContain('vpn-12345678');
  expect(agent.written).not.toContain(canary);
});
