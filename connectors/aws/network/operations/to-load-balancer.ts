/** From the shapes of both generations of load balancers to ours. */
import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import type { TagsById } from './load-balancer-tags.ts';
import { distinct, tagsOf, timeOf, known } from '../../members.ts';

export type LoadBalancerData = DataOf<'network.listLoadBalancers'>['loadBalancers'][number];

interface Known {
  readonly region: string;
  readonly tags: TagsById;
}

export function toLoadBalancer(balancer: LoadBalancer, { region, tags }: Known): LoadBalancerData {
  const { AvailabilityZones = [] } = balancer;
  const id = need(balancer.LoadBalancerArn, 'LoadBalancers[].LoadBalancerArn');
  return {
    id,
    name: need(balancer.LoadBalancerName, 'LoadBalancers[].LoadBalancerName'),
    ...known({ type: balancer.Type }),
    isPublic: balancer.Scheme === 'internet-facing',
    ipAddresses: distinct(
      AvailabilityZones.flatMap(({ LoadBalancerAddresses = [] }) =>
        LoadBalancerAddresses.flatMap((one) => [one.IpAddress, one.PrivateIPv4Address, one.IPv6Address]),
      ),
    ),
    region,
    subnetIds: distinct(AvailabilityZones.map(({ SubnetId }) => SubnetId)),
    zones: distinct(AvailabilityZones.map(({ ZoneName }) => ZoneName)),
    securityGroupIds: distinct(balancer.SecurityGroups ?? []),
    tags: tagsOf(tags.get(id)),
    ...known({
      state: balancer.State?.Code,
      stateReason: balancer.State?.Reason,
      dnsName: balancer.DNSName,
      vpcId: balancer.VpcId,
      createdAt: timeOf(balancer.CreatedTime),
    }),
  };
}

/** Its name identifies a classic one within its region. */
export function toClassicLoadBalancer(balancer: LoadBalancerDescription, { region, tags }: Known): LoadBalancerData {
  const { Instances = [], ListenerDescriptions = [] } = balancer;
  const name = need(balancer.LoadBalancerName, 'LoadBalancerDescriptions[].LoadBalancerName');
  return {
    id: name,
    name,
    type: 'classic',
    isPublic: balancer.Scheme === 'internet-facing',
    ipAddresses: [],
    region,
    subnetIds: distinct(balancer.Subnets ?? []),
    zones: distinct(balancer.AvailabilityZones ?? []),
    securityGroupIds: distinct(balancer.SecurityGroups ?? []),
    listeners: ListenerDescriptions.flatMap(({ Listener }) => (Listener === undefined ? [] : [Listener])).map(
      ({ Protocol, LoadBalancerPort: port, InstancePort }) => {
        const from = need(port, 'LoadBalancerDescriptions[].ListenerDescriptions[].Listener.LoadBalancerPort');
        return {
          protocol: need(Protocol, 'LoadBalancerDescriptions[].ListenerDescriptions[].Listener.Protocol'),
          ports: [{ from, to: from }],
          ...known({ targetPort: InstancePort }),
        };
      },
    ),
    instanceIds: distinct(Instances.map(({ InstanceId }) => InstanceId)),
    tags: tagsOf(tags.get(name)),
    ...known({ dnsName: balancer.DNSName, vpcId: balancer.VPCId, createdAt: timeOf(balancer.CreatedTime) }),
  };
}
