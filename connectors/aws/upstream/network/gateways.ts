/** Good answers of AWS about what joins networks: endpoints, peerings, gateways, tunnels. */
import type { Answers } from '../aws-fake.ts';

export const account = '123456789012';
export const vpc = 'vpc-0a1b2c3d4e5f60718';
export const subnet = 'subnet-0a1b2c3d4e5f60718';
export const named = (name: string): object[] => [
  { Key: 'Name', Value: name },
  { Key: 'empty', Value: '' },
];

export const gatewayAnswers: Answers = {
  'ec2:DescribeVpcEndpoints': () => ({
    VpcEndpoints: [
      {
        VpcEndpointId: 'vpce-0a1b2c3d4e5f60718',
        VpcEndpointType: 'Interface',
        VpcId: vpc,
        ServiceName: 'com.amazonaws.eu-west-1.sqs',
        ServiceRegion: 'eu-west-1',
        State: 'Available',
        PolicyDocument: '{"Version":"2012-10-17","Statement":[]}',
        SubnetIds: [subnet],
        RouteTableIds: [],
        Groups: [{ GroupId: 'sg-0a1b2c3d4e5f60718', GroupName: 'endpoints' }],
        PrivateDnsEnabled: true,
        NetworkInterfaceIds: ['eni-2a1b2c3d4e5f60718'],
        DnsEntries: [{ DnsName: 'vpce-0a1b.sqs.eu-west-1.vpce.amazonaws.com', HostedZoneId: 'Z38GZ743OKFT7T' }],
        CreationTimestamp: new Date('2026-01-02T03:04:05Z'),
        LastError: { Code: 'NotEnoughAddresses', Message: 'The subnet has no free address.' },
        OwnerId: account,
        Tags: named('sqs'),
      },
    ],
  }),
  'ec2:DescribeVpcPeeringConnections': () => ({
    VpcPeeringConnections: [
      {
        VpcPeeringConnectionId: 'pcx-0a1b2c3d4e5f60718',
        Status: { Code: 'active', Message: 'Active' },
        ExpirationTime: new Date('2026-04-01T00:00:00Z'),
        RequesterVpcInfo: {
          VpcId: vpc,
          OwnerId: account,
          Region: 'eu-west-1',
          CidrBlock: '10.0.0.0/16',
          CidrBlockSet: [{ CidrBlock: '10.0.0.0/16' }, { CidrBlock: '10.1.0.0/16' }],
          Ipv6CidrBlockSet: [{ Ipv6CidrBlock: '2001:db8:1::/56' }],
          PeeringOptions: { AllowDnsResolutionFromRemoteVpc: true },
        },
        AccepterVpcInfo: { VpcId: 'vpc-1a1b2c3d', OwnerId: '210987654321', Region: 'us-east-1' },
        Tags: named('to-billing'),
      },
    ],
  }),
  'ec2:DescribeInternetGateways': () => ({
    InternetGateways: [
      {
        InternetGatewayId: 'igw-0a1b2c3d4e5f60718',
        OwnerId: account,
        Attachments: [{ VpcId: vpc, State: 'attached' }],
        Tags: named('production'),
      },
    ],
  }),
  'ec2:DescribeNatGateways': () => ({
    NatGateways: [
      {
        NatGatewayId: 'nat-0a1b2c3d4e5f60718',
        State: 'failed',
        FailureCode: 'Gateway.NotAttached',
        FailureMessage: 'Network has no Internet gateway attached',
        VpcId: vpc,
        SubnetId: subnet,
        ConnectivityType: 'public',
        CreateTime: new Date('2026-02-01T00:00:00Z'),
        DeleteTime: new Date('2026-02-01T01:00:00Z'),
        NatGatewayAddresses: [
          {
            AllocationId: 'eipalloc-0a1b2c3d',
            NetworkInterfaceId: 'eni-3a1b2c3d',
            PrivateIp: '10.0.1.20',
            PublicIp: '203.0.113.20',
            Status: 'failed',
            FailureMessage: 'not associated',
          },
        ],
        Tags: named('nat-a'),
      },
    ],
  }),
  'ec2:DescribeCustomerGateways': () => ({
    CustomerGateways: [
      {
        CustomerGatewayId: 'cgw-0a1b2c3d4e5f60718',
        State: 'available',
        Type: 'ipsec.1',
        IpAddress: '198.51.100.1',
        BgpAsn: '65010',
        DeviceName: 'router-1',
        Tags: named('lisbon'),
      },
    ],
  }),
  'ec2:DescribeVpnGateways': () => ({
    VpnGateways: [
      {
        VpnGatewayId: 'vgw-0a1b2c3d4e5f60718',
        State: 'available',
        Type: 'ipsec.1',
        AmazonSideAsn: 64512,
        VpcAttachments: [{ VpcId: vpc, State: 'attached' }],
        Tags: named('production'),
      },
    ],
  }),
  'ec2:DescribeVpnConnections': () => ({
    VpnConnections: [
      {
        VpnConnectionId: 'vpn-0a1b2c3d4e5f60718',
        State: 'available',
        Type: 'ipsec.1',
        Category: 'VPN',
        CustomerGatewayId: 'cgw-0a1b2c3d4e5f60718',
        VpnGatewayId: 'vgw-0a1b2c3d4e5f60718',
        CustomerGatewayConfiguration: '<vpn_connection/>',
        Options: {
          StaticRoutesOnly: true,
          LocalIpv4NetworkCidr: '0.0.0.0/0',
          RemoteIpv4NetworkCidr: '10.0.0.0/16',
          TunnelOptions: [
            {
              OutsideIpAddress: '203.0.113.30',
              TunnelInsideCidr: '169.254.10.0/30',
              Phase1LifetimeSeconds: 28_800,
              Phase2LifetimeSeconds: 3600,
              DpdTimeoutSeconds: 30,
              IkeVersions: [{ Value: 'ikev1' }, { Value: 'ikev2' }],
            },
          ],
        },
        Routes: [{ DestinationCidrBlock: '192.168.0.0/16', Source: 'Static', State: 'available' }],
        VgwTelemetry: [
          {
            OutsideIpAddress: '203.0.113.30',
            Status: 'UP',
            StatusMessage: '3 BGP ROUTES',
            AcceptedRouteCount: 3,
            LastStatusChange: new Date('2026-05-01T06:00:00Z'),
          },
          { OutsideIpAddress: '203.0.113.31', Status: 'DOWN', StatusMessage: '', AcceptedRouteCount: 0 },
        ],
        Tags: named('lisbon'),
      },
    ],
  }),
  'ec2:DescribeTransitGateways': () => ({
    TransitGateways: [
      {
        TransitGatewayId: 'tgw-0a1b2c3d4e5f60718',
        TransitGatewayArn: `arn:aws:ec2:eu-west-1:${account}:transit-gateway/tgw-0a1b2c3d4e5f60718`,
        State: 'available',
        OwnerId: account,
        Description: 'hub',
        CreationTime: new Date('2025-12-01T00:00:00Z'),
        Options: {
          AmazonSideAsn: 64512,
          TransitGatewayCidrBlocks: ['10.255.0.0/24'],
          AssociationDefaultRouteTableId: 'tgw-rtb-0a1b2c3d',
          PropagationDefaultRouteTableId: 'tgw-rtb-1a1b2c3d',
          DnsSupport: 'enable',
        },
        Tags: named('hub'),
      },
    ],
  }),
  'ec2:DescribeTransitGatewayAttachments': () => ({
    TransitGatewayAttachments: [
      {
        TransitGatewayAttachmentId: 'tgw-attach-0a1b2c3d',
        TransitGatewayId: 'tgw-0a1b2c3d4e5f60718',
        TransitGatewayOwnerId: account,
        ResourceType: 'vpc',
        ResourceId: vpc,
        ResourceOwnerId: account,
        State: 'available',
        Association: { TransitGatewayRouteTableId: 'tgw-rtb-0a1b2c3d', State: 'associated' },
        CreationTime: new Date('2025-12-02T00:00:00Z'),
        Tags: named('production'),
      },
    ],
  }),
};
