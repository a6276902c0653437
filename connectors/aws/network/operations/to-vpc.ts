/** From the shapes of `DescribeVpcs` and `DescribeSubnets` to ours. */
import type { BlockPublicAccessStates, Subnet, Vpc } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, nameIn, tagsOf, known } from '../../members.ts';

interface Ipv6Association {
  readonly Ipv6CidrBlock?: string | undefined;
  readonly Ipv6CidrBlockState?: { readonly State?: string | undefined } | undefined;
}

/** Of an address range that is assigned now, or is about to be. */
function isAssigned(state: { readonly State?: string | undefined } | undefined): boolean {
  return state?.State === 'associated' || state?.State === 'associating';
}

function ipv6CidrBlocksOf(associations: readonly Ipv6Association[] = []): string[] {
  return distinct(
    associations.filter(({ Ipv6CidrBlockState: state }) => isAssigned(state)).map((one) => one.Ipv6CidrBlock),
  );
}

/** Undefined where nothing is blocked. */
function blockOf(states: BlockPublicAccessStates | undefined): string | undefined {
  const mode = states?.InternetGatewayBlockMode;
  return mode === 'off' ? undefined : mode;
}

export function toVpc(vpc: Vpc): DataOf<'network.listVpcs'>['vpcs'][number] {
  const { CidrBlock, CidrBlockAssociationSet = [], Ipv6CidrBlockAssociationSet, Tags } = vpc;
  return {
    id: need(vpc.VpcId, 'Vpcs[].VpcId'),
    isDefault: vpc.IsDefault ?? false,
    cidrBlocks: distinct([
      CidrBlock,
      ...CidrBlockAssociationSet.filter(({ CidrBlockState: state }) => isAssigned(state)).map((one) => one.CidrBlock),
    ]),
    ipv6CidrBlocks: ipv6CidrBlocksOf(Ipv6CidrBlockAssociationSet),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      state: vpc.State,
      ownerId: vpc.OwnerId,
      internetGatewayBlock: blockOf(vpc.BlockPublicAccessStates),
      dhcpOptionsId: vpc.DhcpOptionsId,
    }),
  };
}

export function toSubnet(subnet: Subnet, region: string): DataOf<'network.listSubnets'>['subnets'][number] {
  const { Ipv6CidrBlockAssociationSet, Tags } = subnet;
  return {
    id: need(subnet.SubnetId, 'Subnets[].SubnetId'),
    ...known({ vpcId: subnet.VpcId }),
    region,
    ipv6CidrBlocks: ipv6CidrBlocksOf(Ipv6CidrBlockAssociationSet),
    secondaryCidrBlocks: [],
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      state: subnet.State,
      zone: subnet.AvailabilityZone,
      cidrBlock: subnet.CidrBlock,
      availableIpAddresses: subnet.AvailableIpAddressCount,
      assignsPublicIp: subnet.MapPublicIpOnLaunch,
      internetGatewayBlock: blockOf(subnet.BlockPublicAccessStates),
    }),
  };
}
