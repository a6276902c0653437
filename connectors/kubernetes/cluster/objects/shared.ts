/** Parts that all objects have, in our words. */
import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { Condition, LoadBalancer, Metadata } from './schema.ts';

type ToldPod = DataOf<'k8s.getPod'>['pod'];
type Identity = Pick<
  ToldPod,
  'name' | 'namespace' | 'uid' | 'labels' | 'annotationNames' | 'owners' | 'createdAt' | 'deletedAt'
>;

export function toIdentity(metadata: Metadata): Identity {
  const { name, namespace, uid, labels, annotations, ownerReferences, creationTimestamp, deletionTimestamp } = metadata;
  return {
    name,
    namespace,
    uid,
    labels: labels ?? {},
    annotationNames: Object.keys(annotations ?? {}).toSorted(),
    owners: (ownerReferences ?? []).map((owner) => ({ kind: owner.kind, name: owner.name })),
    ...given('createdAt', creationTimestamp),
    ...given('deletedAt', deletionTimestamp),
  };
}

export function toCondition({
  type,
  status,
  reason,
  message,
  lastTransitionTime,
}: Condition): ToldPod['conditions'][number] {
  return {
    type,
    status,
    ...given('reason', reason),
    ...given('message', message),
    ...given('changedAt', lastTransitionTime),
  };
}

export function toAddresses(balancer: LoadBalancer): string[] {
  return (balancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip ?? hostname ?? []);
}

type Given<Name extends string, Value> = { readonly [N in Name]?: NonNullable<Value> };

/** A member only where there is something to tell: an API server spells nothing as absent, null or the empty text. */
export function given<Name extends string, Value>(name: Name, value: Value): Given<Name, Value> {
  // The member is of the name that was asked for; the compiler widens a computed one to any text.
  return value === undefined || value === null || value === '' ? {} : ({ [name]: value } as Given<Name, Value>);
}

/** @throws Fault `upstream_changed`: a member that the interface documents as always there is not. */
export function required<Value>(value: Value, path: string): NonNullable<Value> {
  if (value !== undefined && value !== null) return value;
  throw new Fault('upstream_changed', { path }, 'Report the path to Farol: the cluster omitted a required field.');
}
