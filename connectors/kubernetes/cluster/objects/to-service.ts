import type { DataOf } from '../../../../catalog/index.ts';
import type { EndpointAddress, Endpoints, Service } from './schema.ts';
import { given, toAddresses, toCondition, toIdentity } from './shared.ts';

type ToldEndpoints = DataOf<'k8s.getEndpoints'>['endpoints'];
type ToldAddress = ToldEndpoints['subsets'][number]['ready'][number];

export function toService({ metadata, spec, status }: Service): DataOf<'k8s.getService'>['service'] {
  return {
    ...toIdentity(metadata),
    type: spec.type ?? 'ClusterIP',
    clusterIps: spec.clusterIPs ?? [],
    externalIps: spec.externalIPs ?? [],
    ...given('externalName', spec.externalName),
    selector: spec.selector ?? {},
    ports: (spec.ports ?? []).map(({ name, port, targetPort, nodePort, protocol, appProtocol }) => ({
      ...given('name', name),
      port,
      ...given('targetPort', targetPort === undefined || targetPort === null ? undefined : String(targetPort)),
      // Zero is how an API server may say that there is none.
      ...given('nodePort', nodePort === 0 ? undefined : nodePort),
      protocol: protocol ?? 'TCP',
      ...given('appProtocol', appProtocol),
    })),
    ...given('loadBalancerClass', spec.loadBalancerClass),
    loadBalancerAddresses: toAddresses(status?.loadBalancer),
    loadBalancerSourceRanges: spec.loadBalancerSourceRanges ?? [],
    ...given('sessionAffinity', spec.sessionAffinity),
    ...given('externalTrafficPolicy', spec.externalTrafficPolicy),
    ...given('internalTrafficPolicy', spec.internalTrafficPolicy),
    publishesNotReady: spec.publishNotReadyAddresses ?? false,
    ipFamilies: spec.ipFamilies ?? [],
    conditions: (status?.conditions ?? []).map(toCondition),
  };
}

export function toEndpoints({ metadata, subsets }: Endpoints): ToldEndpoints {
  return {
    ...toIdentity(metadata),
    subsets: (subsets ?? []).map(({ addresses, notReadyAddresses, ports }) => ({
      ready: (addresses ?? []).map(toAddress),
      notReady: (notReadyAddresses ?? []).map(toAddress),
      ports: (ports ?? []).map(({ name, port, protocol, appProtocol }) => ({
        ...given('name', name),
        port,
        protocol: protocol ?? 'TCP',
        ...given('appProtocol', appProtocol),
      })),
    })),
  };
}

function toAddress({ ip, hostname, nodeName, targetRef }: EndpointAddress): ToldAddress {
  const { kind, name, namespace } = targetRef ?? {};
  return {
    ip,
    ...given('hostname', hostname),
    ...given('node', nodeName),
    ...(kind && name && { target: { kind, name, ...given('namespace', namespace) } }),
  };
}
