/** From the shape of `DescribeNetworkInterfaces` to ours. */
import type { NetworkInterface } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, nameIn, tagsOf, timeOf, known } from '../../members.ts';

type InterfaceData = DataOf<'network.listInterfaces'>['interfaces'][number];

export function toInterface(found: NetworkInterface): InterfaceData {
  const { Association, Groups = [], Ipv6Addresses = [], PrivateIpAddresses = [], TagSet } = found;
  return {
    id: need(found.NetworkInterfaceId, 'NetworkInterfaces[].NetworkInterfaceId'),
    ...known({ type: found.InterfaceType }),
    state: need(found.Status, 'NetworkInterfaces[].Status'),
    privateIpAddresses: distinct([
      found.PrivateIpAddress,
      ...PrivateIpAddresses.map(({ PrivateIpAddress }) => PrivateIpAddress),
    ]),
    publicIpAddresses: distinct(
      [Association, ...PrivateIpAddresses.map((one) => one.Association)].flatMap((one) => [
        one?.PublicIp,
        one?.CarrierIp,
      ]),
    ),
    ipv6Addresses: distinct([found.Ipv6Address, ...Ipv6Addresses.map(({ Ipv6Address }) => Ipv6Address)]),
    securityGroupIds: distinct(Groups.map(({ GroupId }) => GroupId)),
    isManagedByProvider: found.RequesterManaged === true || found.Operator?.Managed === true,
    tags: tagsOf(TagSet),
    ...known({
      name: nameIn(TagSet),
      description: found.Description,
      vpcId: found.VpcId,
      subnetId: found.SubnetId,
      zone: found.AvailabilityZone,
      macAddress: found.MacAddress,
      privateDnsName: found.PrivateDnsName,
      publicDnsName: Association?.PublicDnsName ?? found.PublicDnsName,
      checksSourceAndDestination: found.SourceDestCheck,
      requesterId: found.RequesterId ?? found.Operator?.Principal,
      attachment: attachmentOf(found),
    }),
  };
}

function attachmentOf({ Attachment }: NetworkInterface): InterfaceData['attachment'] {
  if (Attachment === undefined) return undefined;
  return known({
    instanceId: Attachment.InstanceId,
    ownerId: Attachment.InstanceOwnerId,
    deviceIndex: Attachment.DeviceIndex,
    state: Attachment.Status,
    attachedAt: timeOf(Attachment.AttachTime),
  });
}
