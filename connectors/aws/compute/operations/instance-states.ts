/** States of a machine, in our words. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html */
import type { InstanceStateName } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';

type State = DataOf<'compute.listInstances'>['instances'][number]['state'];

/** A machine of EC2 that is `terminated` is gone: it cannot be started again. */
const states: ReadonlyMap<string, State> = new Map<InstanceStateName, State>([
  ['pending', 'starting'],
  ['running', 'running'],
  ['stopping', 'stopping'],
  ['shutting-down', 'stopping'],
  ['stopped', 'stopped'],
  ['terminated', 'deleted'],
]);

export function toState(name: string): State {
  return states.get(name) ?? 'unknown';
}

/** Undefined for no wish; empty when EC2 has no state that we call so. */
export function statesToAsk(wanted: readonly State[] | undefined): string[] | undefined {
  if (wanted === undefined) return undefined;
  return [...states].flatMap(([name, state]) => (wanted.includes(state) ? [name] : []));
}
