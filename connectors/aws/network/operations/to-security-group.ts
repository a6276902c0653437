/** From the shape of `DescribeSecurityGroups` to ours. Security groups only allow, and every rule counts. */
import type { IpPermission, SecurityGroup } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { tagsOf, known } from '../../members.ts';

type GroupData = DataOf<'network.listSecurityGroups'>['securityGroups'][number];
type RuleData = GroupData['rules'][number];

export function toSecurityGroup(group: SecurityGroup): GroupData {
  const { IpPermissions = [], IpPermissionsEgress = [], Tags } = group;
  return {
    id: need(group.GroupId, 'SecurityGroups[].GroupId'),
    name: need(group.GroupName, 'SecurityGroups[].GroupName'),
    isEnabled: true,
    rules: [
      ...IpPermissions.map((permission) => toRule('ingress', permission)),
      ...IpPermissionsEgress.map((permission) => toRule('egress', permission)),
    ],
    tags: tagsOf(Tags),
    ...known({ description: group.Description, vpcId: group.VpcId, ownerId: group.OwnerId }),
  };
}

/** In `IpProtocol`, and in the ports of ICMP where they are type and code. */
const all = -1;
const icmpProtocols = new Set(['icmp', 'icmpv6', '1', '58']);

function toRule(direction: RuleData['direction'], permission: IpPermission): RuleData {
  const protocol = need(permission.IpProtocol, 'SecurityGroups[].IpPermissions[].IpProtocol');
  const { FromPort: from, ToPort: to } = permission;
  const isIcmp = icmpProtocols.has(protocol);
  const hasPorts = !isIcmp && from !== undefined && to !== undefined && from !== all;
  return {
    direction,
    action: 'allow',
    protocol: protocol === String(all) ? 'all' : protocol,
    ports: hasPorts ? [{ from, to }] : [],
    ...(isIcmp &&
      from !== undefined &&
      from !== all && { icmp: { type: from, ...known({ code: to === all ? undefined : to }) } }),
    peers: peersOf(permission),
  };
}

function peersOf(permission: IpPermission): RuleData['peers'] {
  const { IpRanges = [], Ipv6Ranges = [], UserIdGroupPairs = [], PrefixListIds = [] } = permission;
  const at = 'SecurityGroups[].IpPermissions[]';
  return [
    ...IpRanges.map(({ CidrIp, Description }) => ({
      kind: 'cidrBlock' as const,
      value: need(CidrIp, `${at}.IpRanges[].CidrIp`),
      ...known({ description: Description }),
    })),
    ...Ipv6Ranges.map(({ CidrIpv6, Description }) => ({
      kind: 'cidrBlock' as const,
      value: need(CidrIpv6, `${at}.Ipv6Ranges[].CidrIpv6`),
      ...known({ description: Description }),
    })),
    ...UserIdGroupPairs.map(({ GroupId, UserId, Description }) => ({
      kind: 'securityGroup' as const,
      value: need(GroupId, `${at}.UserIdGroupPairs[].GroupId`),
      ...known({ ownerId: UserId, description: Description }),
    })),
    ...PrefixListIds.map(({ PrefixListId, Description }) => ({
      kind: 'prefixList' as const,
      value: need(PrefixListId, `${at}.PrefixListIds[].PrefixListId`),
      ...known({ description: Description }),
    })),
  ];
}
