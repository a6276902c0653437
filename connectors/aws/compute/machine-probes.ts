/**
 * Machines and networks of EC2, asked as its dry run: AWS checks the permission and answers
 * `DryRunOperation` instead of the list.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/CommonParameters.html
 */
import type { Command } from '../access/ask.ts';
import { type ActionProbe, sendable } from '../health/action-probe.ts';

const dryReads = [
  'DescribeInstances',
  'DescribeAddresses',
  'DescribeNetworkInterfaces',
  'DescribeSecurityGroups',
  'DescribeSubnets',
  'DescribeVpcEndpoints',
  'DescribeVpcPeeringConnections',
  'DescribeRouteTables',
  'DescribeInternetGateways',
  'DescribeNatGateways',
  'DescribeCustomerGateways',
  'DescribeVpnConnections',
  'DescribeVpnGateways',
  'DescribeTransitGateways',
  'DescribeTransitGatewayAttachments',
  'DescribeManagedPrefixLists',
  'DescribeVolumes',
  'DescribeSnapshots',
  'DescribeImages',
] as const;

function dryRun(name: (typeof dryReads)[number]): ActionProbe {
  return {
    call: `ec2:${name}`,
    absences: ['DryRunOperation'],
    async prepare() {
      const sdk = await import('@aws-sdk/client-ec2');
      // Sound because the model gives each of them this member, and none that is required.
      const DryRead = sdk[`${name}Command`] as new (input: { DryRun: true }) => Command<unknown>;
      return sendable(sdk.EC2Client, new DryRead({ DryRun: true }));
    },
  };
}

export const machineProbes: readonly ActionProbe[] = [
  {
    call: 'ec2:DescribeVpcs',
    always: true,
    async prepare() {
      const { EC2Client, DescribeVpcsCommand } = await import('@aws-sdk/client-ec2');
      return sendable(EC2Client, new DescribeVpcsCommand({ MaxResults: 5 }));
    },
  },
  ...dryReads.map(dryRun),
];
