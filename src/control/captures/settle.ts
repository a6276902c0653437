/** From what the nodes said to the one outcome of a request. Pure: states, no store. */
import type { CaptureReason } from '../../tunnel/messages.ts';
import { reasonOf } from './reasons.ts';

export type Outcome = 'pushed' | 'nothing_to_push' | 'failed';

export interface NodeResult {
  readonly instance: string;
  readonly outcome: Outcome;
  readonly reason: CaptureReason;
}

export interface Settled {
  readonly outcome: Outcome;
  readonly reason: CaptureReason;
}

/** Every node that took the request has reported. One push decides; the other nodes' reasons are added to its sentence. */
export function settleResults(results: readonly NodeResult[]): Settled {
  const decisive =
    results.find(({ outcome }) => outcome === 'pushed') ??
    results.find(({ outcome }) => outcome === 'failed') ??
    results[0];
  if (decisive === undefined) throw new Error('a request without results cannot be settled');
  const others = results.filter((one) => one !== decisive && one.outcome !== 'pushed');
  const text = [decisive.reason.text, ...others.map(({ instance, reason }) => `${instance}: ${reason.text}`)].join(' ');
  return { outcome: decisive.outcome, reason: { code: decisive.reason.code, text } };
}

/** Every live Profiler declined. Listed somewhere but running nowhere is nothing to push; listed nowhere is a refusal. */
export function settleDeclined(declined: readonly CaptureReason[]): Settled {
  if (declined.some(({ code }) => code === 'no_such_process')) {
    return { outcome: 'nothing_to_push', reason: reasonOf('no_such_process') };
  }
  if (declined.every(({ code }) => code === 'not_in_target_list')) {
    return { outcome: 'failed', reason: reasonOf('not_in_target_list') };
  }
  const other = declined.find(({ code }) => code !== 'not_in_target_list');
  return { outcome: 'failed', reason: other ?? reasonOf('not_in_target_list') };
}
