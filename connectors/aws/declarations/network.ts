/** Networks, load balancers, DNS and queues: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

export const networkDeclarations = {
  'network.listVpcs': {
    grants: ['ec2:DescribeVpcs'],
    upstream: ['ec2:DescribeVpcs'],
    redactions: [],
  },
  'network.listSubnets': {
    grants: ['ec2:DescribeSubnets'],
    upstream: ['ec2:DescribeSubnets'],
    redactions: [],
  },
  'network.listRouteTables': {
    grants: ['ec2:DescribeRouteTables'],
    upstream: ['ec2:DescribeRouteTables'],
    redactions: [],
  },
  'network.listSecurityGroups': {
    grants: ['ec2:DescribeSecurityGroups'],
    upstream: ['ec2:DescribeSecurityGroups'],
    redactions: [],
  },
  'network.listInterfaces': {
    grants: ['ec2:DescribeNetworkInterfaces'],
    upstream: ['ec2:DescribeNetworkInterfaces'],
    redactions: [],
  },
  'network.listAddresses': {
    grants: ['ec2:DescribeAddresses'],
    upstream: ['ec2:DescribeAddresses'],
    redactions: [],
  },
  'network.listVpcEndpoints': {
    grants: ['ec2:DescribeVpcEndpoints'],
    upstream: ['ec2:DescribeVpcEndpoints'],
    redactions: [],
  },
  'network.listPeerings': {
    grants: ['ec2:DescribeVpcPeeringConnections'],
    upstream: ['ec2:DescribeVpcPeeringConnections'],
    redactions: [],
  },
  'network.listPrefixLists': {
    grants: ['ec2:DescribeManagedPrefixLists'],
    upstream: ['ec2:DescribeManagedPrefixLists'],
    redactions: [],
  },
  'network.listGateways': {
    grants: [
      'ec2:DescribeInternetGateways',
      'ec2:DescribeNatGateways',
      'ec2:DescribeCustomerGateways',
      'ec2:DescribeVpnGateways',
    ],
    upstream: [
      'ec2:DescribeInternetGateways',
      'ec2:DescribeNatGateways',
      'ec2:DescribeCustomerGateways',
      'ec2:DescribeVpnGateways',
    ],
    redactions: [],
  },
  'network.listVpnConnections': {
    grants: ['ec2:DescribeVpnConnections'],
    upstream: ['ec2:DescribeVpnConnections'],
    redactions: ['pre-shared keys of the tunnels', 'configuration for the customer gateway'],
  },
  'network.listTransitGateways': {
    grants: ['ec2:DescribeTransitGateways', 'ec2:DescribeTransitGatewayAttachments'],
    upstream: ['ec2:DescribeTransitGateways', 'ec2:DescribeTransitGatewayAttachments'],
    redactions: [],
  },
  'network.listLoadBalancers': {
    grants: ['elasticloadbalancing:DescribeLoadBalancers', 'elasticloadbalancing:DescribeTags'],
    upstream: ['elasticloadbalancing:DescribeLoadBalancers', 'elasticloadbalancing:DescribeTags'],
    redactions: [],
  },
  'network.getTargetHealth': {
    grants: [
      'elasticloadbalancing:DescribeTargetGroups',
      'elasticloadbalancing:DescribeTargetHealth',
      'elasticloadbalancing:DescribeInstanceHealth',
    ],
    upstream: [
      'elasticloadbalancing:DescribeTargetGroups',
      'elasticloadbalancing:DescribeTargetHealth',
      'elasticloadbalancing:DescribeInstanceHealth',
    ],
    redactions: [],
  },
  'dns.listZones': {
    grants: ['route53:ListHostedZones'],
    upstream: ['route53:ListHostedZones'],
    redactions: [],
  },
  'dns.getZone': {
    grants: ['route53:GetHostedZone'],
    upstream: ['route53:GetHostedZone'],
    redactions: [],
  },
  'dns.listRecords': {
    grants: ['route53:ListResourceRecordSets'],
    upstream: ['route53:ListResourceRecordSets'],
    redactions: [],
  },
  'queues.list': {
    grants: ['sqs:ListQueues'],
    upstream: ['sqs:ListQueues'],
    redactions: [],
  },
  'queues.getAttributes': {
    grants: ['sqs:GetQueueUrl', 'sqs:GetQueueAttributes'],
    upstream: ['sqs:GetQueueUrl', 'sqs:GetQueueAttributes'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
