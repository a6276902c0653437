/** From what the nodes said to the one outcome of a request. Pure: states, no store. */
import type { CaptureReason } from '../../tunnel/messages.ts';
import { reasonOf } from './reasons.ts';

export type Outcome = 'pushed' | 'nothing_to_push' | 'failed';

export interface NodeResult {
  readonly instance: string;
  readonly outcome: Outcome;
  readonly reason: CaptureReason;
}

export interface Declined {
  readonly instance: string;
  readonly reason: CaptureReason;
}

export interface Settled {
  readonly outcome: Outcome;
  readonly reason: CaptureReason;
}

/** Nodes whose own words are repeated in the one sentence; the record lists all of them anyway. */
const quotedNodes = 3;

/** Every node that took the request has reported. One push decides; the other nodes' reasons are added to its sentence. */
export function settleResults(results: readonly NodeResult[]): Settled {
  const decisive =
    results.find(({ outcome }) => outcome === 'pushed') ??
    results.find(({ outcome }) => outcome === 'failed') ??
    results[0];
  if (decisive === undefined) throw new Error('a request without results cannot be settled');
  const others = results.filter((one) => one !== decisive && one.outcome !== 'pushed');
  const { code, text } = decisive.reason;
  return { outcome: decisive.outcome, reason: { code, text: others.length === 0 ? text : `${text} ${quote(others)}` } };
}

/**
 * Every live Profiler declined. A node that did not answer leaves it open whether the process runs
 * there, so it outweighs the ones that looked; listed somewhere but running nowhere is nothing to
 * push; listed nowhere is a refusal.
 */
export function settleDeclined(declined: readonly Declined[]): Settled {
  const notListed = declined.filter(({ reason }) => reason.code === 'not_in_target_list');
  const notRunning = declined.filter(({ reason }) => reason.code === 'no_such_process');
  const other = declined.filter((one) => !notListed.includes(one) && !notRunning.includes(one));
  const [first] = other;
  if (first !== undefined) {
    return {
      outcome: 'failed',
      reason: other.length === 1 ? first.reason : { code: first.reason.code, text: quote(other) },
    };
  }
  if (notRunning.length > 0) {
    return { outcome: 'nothing_to_push', reason: reasonOf('no_such_process', quote(notRunning)) };
  }
  return { outcome: 'failed', reason: reasonOf('not_in_target_list') };
}

/** What one node that declined contributes to the record. */
export function resultOfDeclined({ instance, reason }: Declined): NodeResult {
  return { instance, outcome: reason.code === 'no_such_process' ? 'nothing_to_push' : 'failed', reason };
}

function quote(nodes: readonly Declined[]): string {
  const quoted = nodes.slice(0, quotedNodes).map(({ instance, reason }) => `${instance}: ${reason.text}`);
  const rest = nodes.length - quoted.length;
  return [...quoted, ...(rest > 0 ? [`The record lists ${rest} more.`] : [])].join(' ');
}
