/** Good answers of AWS about networks, most members set, and questions that reach every call. Shapes: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { account, gatewayAnswers, named, subnet, vpc } from './gateways.ts';
import { balancerArn, loadBalancerAnswers } from './load-balancers.ts';

export const networkAnswers: Answers = {
  ...gatewayAnswers,
  ...loadBalancerAnswers,
  'ec2:DescribeVpcs': () => ({
    Vpcs: [
      {
        VpcId: vpc,
        State: 'available',
        CidrBlock: '10.0.0.0/16',
        DhcpOptionsId: 'dopt-0a1b2c3d',
        OwnerId: account,
        InstanceTenancy: 'default',
        IsDefault: false,
        CidrBlockAssociationSet: [
          { AssociationId: 'vpc-cidr-assoc-1', CidrBlock: '10.0.0.0/16', CidrBlockState: { State: 'associated' } },
          { AssociationId: 'vpc-cidr-assoc-2', CidrBlock: '10.1.0.0/16', CidrBlockState: { State: 'associating' } },
          { AssociationId: 'vpc-cidr-assoc-3', CidrBlock: '10.9.0.0/16', CidrBlockState: { State: 'disassociated' } },
        ],
        Ipv6CidrBlockAssociationSet: [
          { Ipv6CidrBlock: '2001:db8:1::/56', Ipv6CidrBlockState: { State: 'associated' }, Ipv6Pool: 'Amazon' },
          { Ipv6CidrBlock: '2001:db8:2::/56', Ipv6CidrBlockState: { State: 'failed', StatusMessage: 'no pool' } },
        ],
        BlockPublicAccessStates: { InternetGatewayBlockMode: 'block-ingress' },
        Tags: named('production'),
      },
    ],
  }),
  'ec2:DescribeSubnets': () => ({
    Subnets: [
      {
        SubnetId: subnet,
        VpcId: vpc,
        State: 'available',
        CidrBlock: '10.0.1.0/24',
        AvailabilityZone: 'eu-west-1a',
        AvailabilityZoneId: 'euw1-az1',
        AvailableIpAddressCount: 251,
        DefaultForAz: false,
        MapPublicIpOnLaunch: false,
        AssignIpv6AddressOnCreation: false,
        OwnerId: account,
        SubnetArn: `arn:aws:ec2:eu-west-1:${account}:subnet/${subnet}`,
        Ipv6CidrBlockAssociationSet: [
          { Ipv6CidrBlock: '2001:db8:1:1::/64', Ipv6CidrBlockState: { State: 'associated' } },
        ],
        BlockPublicAccessStates: { InternetGatewayBlockMode: 'off' },
        Tags: named('private-a'),
      },
    ],
  }),
  'ec2:DescribeRouteTables': () => ({
    RouteTables: [
      {
        RouteTableId: 'rtb-0a1b2c3d4e5f60718',
        VpcId: vpc,
        OwnerId: account,
        Associations: [
          { Main: true, RouteTableId: 'rtb-0a1b2c3d4e5f60718', AssociationState: { State: 'associated' } },
          { Main: false, SubnetId: subnet, AssociationState: { State: 'associated' } },
          { Main: false, GatewayId: 'igw-0a1b2c3d', AssociationState: { State: 'associating' } },
        ],
        PropagatingVgws: [{ GatewayId: 'vgw-0a1b2c3d' }],
        Routes: [
          { DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' },
          { DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: 'nat-0a1b2c3d', Origin: 'CreateRoute', State: 'active' },
          {
            DestinationIpv6CidrBlock: '::/0',
            EgressOnlyInternetGatewayId: 'eigw-0a1b2c3d',
            Origin: 'CreateRoute',
            State: 'active',
          },
          {
            DestinationPrefixListId: 'pl-6da54004',
            GatewayId: 'vpce-0a1b2c3d',
            Origin: 'CreateRoute',
            State: 'active',
          },
          {
            DestinationCidrBlock: '10.20.0.0/16',
            TransitGatewayId: 'tgw-0a1b2c3d',
            Origin: 'CreateRoute',
            State: 'blackhole',
          },
          {
            DestinationCidrBlock: '10.30.0.0/16',
            VpcPeeringConnectionId: 'pcx-0a1b2c3d',
            Origin: 'CreateRoute',
            State: 'active',
          },
          {
            DestinationCidrBlock: '10.40.0.0/16',
            InstanceId: 'i-0a1b2c3d',
            InstanceOwnerId: account,
            NetworkInterfaceId: 'eni-0a1b2c3d',
            Origin: 'CreateRoute',
            State: 'active',
          },
          {
            DestinationCidrBlock: '10.50.0.0/16',
            NetworkInterfaceId: 'eni-1a1b2c3d',
            Origin: 'CreateRoute',
            State: 'active',
          },
          { DestinationCidrBlock: '10.60.0.0/16', Origin: 'EnableVgwRoutePropagation', State: 'blackhole' },
        ],
        Tags: named('private'),
      },
    ],
  }),
  'ec2:DescribeSecurityGroups': () => ({
    SecurityGroups: [
      {
        GroupId: 'sg-0a1b2c3d4e5f60718',
        GroupName: 'checkout',
        Description: 'Checkout service',
        VpcId: vpc,
        OwnerId: account,
        IpPermissions: [
          {
            IpProtocol: 'tcp',
            FromPort: 443,
            ToPort: 443,
            IpRanges: [{ CidrIp: '203.0.113.0/24', Description: 'office' }],
            Ipv6Ranges: [{ CidrIpv6: '2001:db8::/32' }],
            PrefixListIds: [{ PrefixListId: 'pl-0a1b2c3d' }],
            UserIdGroupPairs: [{ GroupId: 'sg-1a1b2c3d', UserId: '210987654321', Description: 'load balancer' }],
          },
          { IpProtocol: 'icmp', FromPort: 8, ToPort: -1, IpRanges: [{ CidrIp: '10.0.0.0/8' }] },
          { IpProtocol: 'icmp', FromPort: 3, ToPort: 4, IpRanges: [{ CidrIp: '10.0.0.0/8' }] },
          { IpProtocol: 'icmpv6', FromPort: -1, ToPort: -1, Ipv6Ranges: [{ CidrIpv6: '::/0' }] },
          { IpProtocol: '50', IpRanges: [{ CidrIp: '198.51.100.7/32' }] },
        ],
        IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
        Tags: named('checkout'),
      },
    ],
  }),
  'ec2:DescribeNetworkInterfaces': () => ({
    NetworkInterfaces: [
      {
        NetworkInterfaceId: 'eni-0a1b2c3d4e5f60718',
        InterfaceType: 'interface',
        Description: 'Primary interface',
        Status: 'in-use',
        VpcId: vpc,
        SubnetId: subnet,
        AvailabilityZone: 'eu-west-1a',
        MacAddress: '02:42:ac:11:00:02',
        OwnerId: account,
        PrivateIpAddress: '10.0.1.10',
        PrivateDnsName: 'ip-10-0-1-10.eu-west-1.compute.internal',
        PrivateIpAddresses: [
          {
            Primary: true,
            PrivateIpAddress: '10.0.1.10',
            Association: { PublicIp: '203.0.113.10', IpOwnerId: account, AllocationId: 'eipalloc-0a1b2c3d' },
          },
          { Primary: false, PrivateIpAddress: '10.0.1.11', Association: { PublicIp: '203.0.113.11' } },
        ],
        Association: { PublicIp: '203.0.113.10', PublicDnsName: 'ec2-203-0-113-10.eu-west-1.compute.amazonaws.com' },
        Ipv6Address: '2001:db8:1:1::10',
        Ipv6Addresses: [{ Ipv6Address: '2001:db8:1:1::10', IsPrimaryIpv6: true }],
        Groups: [{ GroupId: 'sg-0a1b2c3d4e5f60718', GroupName: 'checkout' }],
        SourceDestCheck: true,
        RequesterManaged: false,
        Attachment: {
          AttachmentId: 'eni-attach-0a1b2c3d',
          InstanceId: 'i-0a1b2c3d4e5f60718',
          InstanceOwnerId: account,
          DeviceIndex: 0,
          Status: 'attached',
          AttachTime: new Date('2026-03-01T10:00:00Z'),
          DeleteOnTermination: true,
        },
        TagSet: named('checkout-1'),
      },
      {
        NetworkInterfaceId: 'eni-1a1b2c3d4e5f60718',
        InterfaceType: 'natGateway',
        Description: '',
        Status: 'in-use',
        RequesterId: 'amazon-nat',
        RequesterManaged: true,
        TagSet: [],
      },
    ],
  }),
  'ec2:DescribeAddresses': () => ({
    Addresses: [
      {
        AllocationId: 'eipalloc-0a1b2c3d4e5f60718',
        AssociationId: 'eipassoc-0a1b2c3d',
        Domain: 'vpc',
        PublicIp: '203.0.113.10',
        PrivateIpAddress: '10.0.1.10',
        InstanceId: 'i-0a1b2c3d4e5f60718',
        NetworkInterfaceId: 'eni-0a1b2c3d4e5f60718',
        NetworkInterfaceOwnerId: account,
        SubnetId: subnet,
        Tags: named('checkout'),
      },
      { AllocationId: 'eipalloc-1a1b2c3d4e5f60718', Domain: 'vpc', PublicIp: '203.0.113.12', ServiceManaged: 'nlb' },
    ],
  }),
  'ec2:DescribeManagedPrefixLists': () => ({
    PrefixLists: [
      {
        PrefixListId: 'pl-0a1b2c3d4e5f60718',
        PrefixListName: 'offices',
        AddressFamily: 'IPv4',
        State: 'modify-failed',
        StateMessage: 'Too many entries',
        MaxEntries: 20,
        Version: 3,
        OwnerId: account,
        Tags: [{ Key: 'team', Value: 'network' }],
      },
      {
        PrefixListId: 'pl-6da54004',
        PrefixListName: 'com.amazonaws.eu-west-1.s3',
        AddressFamily: 'IPv4',
        OwnerId: 'AWS',
      },
    ],
  }),
};

export const networkQuestions: Exemplar['questions'] = {
  'network.listVpcs': [{}],
  'network.listSubnets': [{ filters: { vpcIds: [vpc], tags: [{ key: 'team' }] } }],
  'network.listRouteTables': [{}],
  'network.listSecurityGroups': [{ region: 'us-east-1' }],
  'network.listInterfaces': [{ filters: { privateIpAddresses: ['10.0.1.10'] } }],
  'network.listAddresses': [{}],
  'network.listVpcEndpoints': [{}],
  'network.listPeerings': [{}],
  'network.listPrefixLists': [{}],
  'network.listGateways': [{ kind: 'internet' }, { kind: 'nat' }, { kind: 'customer' }, { kind: 'vpn' }],
  'network.listVpnConnections': [{}],
  'network.listTransitGateways': [{}],
  'network.listLoadBalancers': [{}],
  'network.getTargetHealth': [{ loadBalancer: balancerArn }, { loadBalancer: 'legacy' }],
};
