/** Load balancers, DNS and queues, and the operations on networks, whose actions of EC2 are in the statement Compute. */
import { calls, list, read, type Statement } from '../statement.ts';

export const network = {
  sid: 'Rede',
  grants: {
    'elasticloadbalancing:DescribeLoadBalancers': list('Lists load balancers, classic ones too.'),
    'elasticloadbalancing:DescribeTargetGroups': read('Finds the target groups of a load balancer.'),
    'elasticloadbalancing:DescribeTargetHealth': read('Tells which targets are healthy, and why the others are not.'),
    'elasticloadbalancing:DescribeInstanceHealth': read('Tells the same of classic load balancers.'),
    'elasticloadbalancing:DescribeTags': read('Reads the tags of load balancers.'),
    'route53:ListHostedZones': list('Lists hosted zones.'),
    'route53:GetHostedZone': list('Tells name servers and VPCs of a zone.'),
    'route53:ListResourceRecordSets': list('Lists the records of a zone.'),
    'sqs:ListQueues': read('Lists queues.'),
    'sqs:GetQueueUrl': read('Finds the address of a queue by its name.'),
    'sqs:GetQueueAttributes': read(
      'Tells depth, age limits and dead-letter settings of a queue; messages are not read.',
    ),
  },
  operations: {
    'network.listVpcs': calls('ec2:DescribeVpcs'),
    'network.listSubnets': calls('ec2:DescribeSubnets'),
    'network.listRouteTables': calls('ec2:DescribeRouteTables'),
    'network.listSecurityGroups': calls('ec2:DescribeSecurityGroups'),
    'network.listInterfaces': calls('ec2:DescribeNetworkInterfaces'),
    'network.listAddresses': calls('ec2:DescribeAddresses'),
    'network.listVpcEndpoints': calls('ec2:DescribeVpcEndpoints'),
    'network.listPeerings': calls('ec2:DescribeVpcPeeringConnections'),
    'network.listPrefixLists': calls('ec2:DescribeManagedPrefixLists'),
    'network.listGateways': calls(
      'ec2:DescribeInternetGateways',
      'ec2:DescribeNatGateways',
      'ec2:DescribeCustomerGateways',
      'ec2:DescribeVpnGateways',
    ),
    'network.listVpnConnections': {
      ...calls('ec2:DescribeVpnConnections'),
      redactions: ['pre-shared keys of the tunnels', 'configuration for the customer gateway'],
    },
    'network.listTransitGateways': calls('ec2:DescribeTransitGateways', 'ec2:DescribeTransitGatewayAttachments'),
    'network.listLoadBalancers': calls(
      'elasticloadbalancing:DescribeLoadBalancers',
      'elasticloadbalancing:DescribeTags',
    ),
    'network.getTargetHealth': calls(
      'elasticloadbalancing:DescribeTargetGroups',
      'elasticloadbalancing:DescribeTargetHealth',
      'elasticloadbalancing:DescribeInstanceHealth',
    ),
    'dns.listZones': calls('route53:ListHostedZones'),
    'dns.getZone': calls('route53:GetHostedZone'),
    'dns.listRecords': calls('route53:ListResourceRecordSets'),
    'queues.list': calls('sqs:ListQueues'),
    'queues.getAttributes': calls('sqs:GetQueueUrl', 'sqs:GetQueueAttributes'),
  },
} as const satisfies Statement;
