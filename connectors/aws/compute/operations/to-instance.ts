/** From the shape of `DescribeInstances` to ours. */
import type { Instance } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, nameIn, tagsOf, timeOf } from '../../members.ts';
import { toState } from './instance-states.ts';

type Told = DataOf<'compute.listInstances'>['instances'][number];

export function toInstance(instance: Instance): Told {
  const { SecurityGroups = [], BlockDeviceMappings = [], NetworkInterfaces = [], Tags } = instance;
  const providerState = need(instance.State?.Name, 'Reservations[].Instances[].State.Name');
  return {
    id: need(instance.InstanceId, 'Reservations[].Instances[].InstanceId'),
    state: toState(providerState),
    providerState,
    ...known({ type: instance.InstanceType }),
    isSpot: instance.InstanceLifecycle === 'spot',
    ...addressesOf(instance),
    subnetIds: distinct([instance.SubnetId, ...NetworkInterfaces.map(({ SubnetId }) => SubnetId)]),
    securityGroupIds: distinct(
      [...SecurityGroups, ...NetworkInterfaces.flatMap(({ Groups = [] }) => Groups)].map(({ GroupId }) => GroupId),
    ),
    volumeIds: distinct(BlockDeviceMappings.map(({ Ebs }) => Ebs?.VolumeId)),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      stateReason: instance.StateReason?.Message ?? instance.StateTransitionReason,
      architecture: instance.Architecture,
      platform: instance.PlatformDetails,
      imageId: instance.ImageId,
      zone: instance.Placement?.AvailabilityZone,
      vpcId: instance.VpcId,
      privateDnsName: instance.PrivateDnsName,
      publicDnsName: instance.PublicDnsName,
      identity: instance.IamInstanceProfile?.Arn,
      startedAt: timeOf(instance.LaunchTime),
      stoppedAt: stopIn(instance.StateTransitionReason),
    }),
  };
}

/** The members of the machine hold the first address only; its interfaces hold all of them, except on EC2-Classic. */
function addressesOf(instance: Instance): Pick<Told, 'privateIpAddresses' | 'publicIpAddresses' | 'ipv6Addresses'> {
  const { NetworkInterfaces = [] } = instance;
  const ipv4 = NetworkInterfaces.flatMap(({ PrivateIpAddresses = [] }) => PrivateIpAddresses);
  const ipv6 = NetworkInterfaces.flatMap(({ Ipv6Addresses = [] }) => Ipv6Addresses);
  return {
    privateIpAddresses: distinct([instance.PrivateIpAddress, ...ipv4.map((one) => one.PrivateIpAddress)]),
    publicIpAddresses: distinct([instance.PublicIpAddress, ...ipv4.map(({ Association }) => Association?.PublicIp)]),
    ipv6Addresses: distinct([instance.Ipv6Address, ...ipv6.map(({ Ipv6Address }) => Ipv6Address)]),
  };
}

/** EC2 returns the time of a stop only inside a sentence: `User initiated (2026-11-20 10:00:00 GMT)`. */
function stopIn(reason: string | undefined): string | undefined {
  const [, day, time] = /\((\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC)\)/u.exec(reason ?? '') ?? [];
  return day === undefined || time === undefined ? undefined : `${day}T${time}.000Z`;
}
