import type { DataOf } from '../../../../catalog/index.ts';
import type { Deployment, Selector } from './schema.ts';
import { given, toCondition, toIdentity } from './shared.ts';
import { toContainerSpec } from './to-container.ts';

/** The one annotation whose value is returned, and only as the number that the controller writes: anybody may edit it. */
const revision = 'deployment.kubernetes.io/revision';

type ToldDeployment = DataOf<'k8s.getDeployment'>['deployment'];

export function toDeployment({ metadata, spec, status }: Deployment): ToldDeployment {
  const pod = spec.template.spec;
  return {
    ...toIdentity(metadata),
    ...given('revision', /^\d{1,19}$/u.exec(metadata.annotations?.[revision] ?? '')?.[0]),
    replicas: toReplicas(spec, status ?? {}),
    isObserved: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    isPaused: spec.paused ?? false,
    labelSelector: toSelectorText(spec.selector),
    strategy: toStrategy(spec),
    ...given('minReadySec', spec.minReadySeconds),
    ...given('progressDeadlineSec', spec.progressDeadlineSeconds),
    ...given('serviceAccount', pod.serviceAccountName),
    conditions: (status?.conditions ?? []).map(toCondition),
    containers: [
      ...(pod.initContainers ?? []).map((one) => ({ ...toContainerSpec(one), kind: 'init' as const })),
      ...pod.containers.map((one) => ({ ...toContainerSpec(one), kind: 'main' as const })),
    ],
  };
}

function toReplicas(
  { replicas }: Deployment['spec'],
  status: NonNullable<Deployment['status']>,
): ToldDeployment['replicas'] {
  return {
    desired: replicas ?? 1,
    present: status.replicas ?? 0,
    updated: status.updatedReplicas ?? 0,
    ready: status.readyReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    unavailable: status.unavailableReplicas ?? 0,
  };
}

function toStrategy({ strategy }: Deployment['spec']): ToldDeployment['strategy'] {
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  return {
    type: strategy?.type ?? 'RollingUpdate',
    ...given('maxSurge', textOf(maxSurge)),
    ...given('maxUnavailable', textOf(maxUnavailable)),
  };
}

function textOf(value: string | number | null | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

/** As a list of pods takes it: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors */
export function toSelectorText({ matchLabels, matchExpressions }: Selector): string {
  return [
    ...Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`),
    ...(matchExpressions ?? []).map(({ key, operator, values }) => toRequirement(key, operator, values ?? [])),
  ].join(',');
}

function toRequirement(key: string, operator: string, values: readonly string[]): string {
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values.join(',')})`;
  }
}
