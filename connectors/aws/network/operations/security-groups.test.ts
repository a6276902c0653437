import { expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const rule = (direction: string, protocol: string, peers: object[], changed: object = {}): object => ({
  direction,
  action: 'allow',
  protocol,
  ports: [],
  peers,
  ...changed,
});
const range = (value: string, changed: object = {}): object => ({ kind: 'cidrBlock', value, ...changed });

test('a security group is returned with its rules: ports, types of ICMP, and peers of every kind', async () => {
  expect(await agent.data('network.listSecurityGroups', {})).toEqual({
    region: 'eu-west-1',
    securityGroups: [
      {
        id: 'sg-0a1b2c3d4e5f60718',
        name: 'checkout',
        description: 'Checkout service',
        vpcId: 'vpc-0a1b2c3d4e5f60718',
        ownerId: '123456789012',
        isEnabled: true,
        rules: [
          rule(
            'ingress',
            'tcp',
            [
              range('203.0.113.0/24', { description: 'office' }),
              range('2001:db8::/32'),
              { kind: 'securityGroup', value: 'sg-1a1b2c3d', ownerId: '210987654321', description: 'load balancer' },
              { kind: 'prefixList', value: 'pl-0a1b2c3d' },
            ],
            { ports: [{ from: 443, to: 443 }] },
          ),
          rule('ingress', 'icmp', [range('10.0.0.0/8')], { icmp: { type: 8 } }),
          rule('ingress', 'icmp', [range('10.0.0.0/8')], { icmp: { type: 3, code: 4 } }),
          rule('ingress', 'icmpv6', [range('::/0')]),
          rule('ingress', '50', [range('198.51.100.7/32')]),
          rule('egress', 'all', [range('0.0.0.0/0')]),
        ],
        tags: { Name: 'checkout', empty: '' },
      },
    ],
  });
});

test('a protocol of which AWS returns every port as -1 has no ports to name', async () => {
  const group = {
    GroupId: 'sg-12345678',
    GroupName: 'g',
    IpPermissions: [{ IpProtocol: '6', FromPort: -1, ToPort: -1 }],
  };
  agent.answerWith({ 'ec2:DescribeSecurityGroups': () => ({ SecurityGroups: [group] }) });
  expect(await agent.data('network.listSecurityGroups', {})).toMatchObject({
    securityGroups: [{ rules: [rule('ingress', '6', [])] }],
  });
});
