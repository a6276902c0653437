import type { DataOf } from '../../../../catalog/index.ts';
import type { Container, ContainerStatus, Pod } from './schema.ts';
import { given, required, toCondition, toIdentity } from './shared.ts';
import { toPodContainer } from './to-container.ts';

type ToldPod = DataOf<'k8s.getPod'>['pod'];
type ToldContainer = ToldPod['containers'][number];
type Volume = NonNullable<Pod['spec']['volumes']>[number];

export function toPod({ metadata, spec, status }: Pod): ToldPod {
  return {
    ...toIdentity(metadata),
    phase: required(status.phase, '$.status.phase'),
    ...given('reason', status.reason),
    ...given('message', status.message),
    ...given('node', spec.nodeName),
    ...given('hostIp', status.hostIP),
    podIps: (status.podIPs ?? []).map(({ ip }) => ip),
    ...given('serviceAccount', spec.serviceAccountName),
    ...given('restartPolicy', spec.restartPolicy),
    ...given('qosClass', status.qosClass),
    ...given('priorityClass', spec.priorityClassName),
    nodeSelector: spec.nodeSelector ?? {},
    usesHostNetwork: spec.hostNetwork ?? false,
    ...given('startedAt', status.startTime),
    conditions: (status.conditions ?? []).map(toCondition),
    containers: [
      ...toContainers('init', spec.initContainers, status.initContainerStatuses),
      ...toContainers('main', spec.containers, status.containerStatuses),
      ...toContainers('ephemeral', spec.ephemeralContainers, status.ephemeralContainerStatuses),
    ],
    volumes: (spec.volumes ?? []).map(toVolume),
  };
}

function toContainers(
  kind: ToldContainer['kind'],
  containers: readonly Container[] | null | undefined,
  statuses: readonly ContainerStatus[] | null | undefined,
): ToldContainer[] {
  const byName = new Map((statuses ?? []).map((one) => [one.name, one]));
  return (containers ?? []).map((one) => toPodContainer(kind, one, byName.get(one.name)));
}

/** What names the thing behind a volume, by the kind of volume. */
const sources: Readonly<Record<string, string>> = {
  persistentVolumeClaim: 'claimName',
  configMap: 'name',
  secret: 'secretName',
};

/** Beside its name a volume has one member, which says its kind; one without any is an empty directory. */
function toVolume(volume: Volume): ToldPod['volumes'][number] {
  const [kind = 'emptyDir', body] = Object.entries(volume).find(([member]) => member !== 'name') ?? [];
  const member = sources[kind];
  const source = member === undefined || !isRecord(body) ? undefined : body[member];
  return { name: volume.name, kind, ...(typeof source === 'string' && { source }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
