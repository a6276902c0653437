/**
 * The life of a capture request as a table of states and triggers. Pure: the queue loads a state, asks
 * here what a trigger makes of it and stores the difference, all in one transaction. A request that has
 * ended never changes again, whatever arrives.
 */
import type { CaptureReason } from '../../tunnel/messages.ts';
import { reasonOf } from './reasons.ts';
import {
  type Declined,
  type NodeResult,
  type Outcome,
  resultOfDeclined,
  settleDeclined,
  settleResults,
} from './settle.ts';

export interface CaptureState {
  readonly status: 'queued' | Outcome;
  readonly reason: CaptureReason | undefined;
  /** Every node that took the request, with its result once there is one; after the end also nodes that declined. */
  readonly nodes: ReadonlyMap<string, NodeResult | undefined>;
}

export type Trigger =
  /** A Profiler took the request and measures. */
  | { readonly trigger: 'taken'; readonly instance: string }
  /** Every live Profiler declined. */
  | { readonly trigger: 'declined'; readonly declined: readonly Declined[] }
  /** A Profiler reported its outcome, whether or not its taking was heard of. */
  | ({ readonly trigger: 'reported' } & NodeResult)
  /** A node that took the request was silent past every allowance. */
  | { readonly trigger: 'lost'; readonly instance: string }
  | { readonly trigger: 'disabled' }
  /** No Profiler accepted it in time. `reason` says for how long it waited and who must act. */
  | { readonly trigger: 'expired'; readonly reason: CaptureReason }
  /** `by`: name and role of the person. */
  | { readonly trigger: 'cancelled'; readonly by: string };

export interface Transition {
  readonly next: CaptureState;
  readonly changed: boolean;
  /** Instances that measure, or may, although the result is no longer needed. */
  readonly abort: readonly string[];
}

export type Step = 'waiting' | 'running' | 'ended';

export function stepOf({ status, nodes }: CaptureState): Step {
  if (status !== 'queued') return 'ended';
  return nodes.size === 0 ? 'waiting' : 'running';
}

export function applyTrigger(state: CaptureState, trigger: Trigger): Transition {
  // The table pairs each trigger with its rule, which the compiler cannot follow through the index.
  const rule = table[stepOf(state)][trigger.trigger] as (state: CaptureState, trigger: Trigger) => Transition;
  return rule(state, trigger);
}

type Rules = {
  readonly [T in Trigger as T['trigger']]: (state: CaptureState, trigger: T) => Transition;
};

const table: Readonly<Record<Step, Rules>> = {
  waiting: {
    taken: start,
    declined: refuse,
    reported: report,
    lost: ignore,
    disabled: disable,
    expired: expire,
    cancelled: cancel,
  },
  running: {
    taken: start,
    declined: ignore,
    reported: report,
    lost: lose,
    disabled: disable,
    expired: ignore,
    cancelled: cancel,
  },
  ended: {
    taken: abortLate,
    declined: ignore,
    reported: ignore,
    lost: ignore,
    disabled: ignore,
    expired: ignore,
    cancelled: ignore,
  },
};

function ignore(state: CaptureState): Transition {
  return { next: state, changed: false, abort: [] };
}

function start(state: CaptureState, { instance }: { instance: string }): Transition {
  if (state.nodes.has(instance)) return ignore(state);
  return move({ ...state, nodes: new Map(state.nodes).set(instance, undefined) });
}

/** The answer of a slow Profiler, after the request ended without it. */
function abortLate(state: CaptureState, { instance }: { instance: string }): Transition {
  return { ...ignore(state), abort: [instance] };
}

/** A node without an answer may have taken the request all the same. */
function refuse(state: CaptureState, { declined }: { declined: readonly Declined[] }): Transition {
  const { outcome, reason } = settleDeclined(declined);
  const nodes = new Map(declined.map((one) => [one.instance, resultOfDeclined(one)]));
  const abort = declined.filter((one) => one.reason.code === 'no_answer').map(({ instance }) => instance);
  return { ...move({ ...state, status: outcome, reason, nodes }), abort };
}

function report(state: CaptureState, { instance, outcome, reason }: NodeResult): Transition {
  if (state.nodes.get(instance) !== undefined) return ignore(state);
  const nodes = new Map(state.nodes).set(instance, { instance, outcome, reason });
  const results = [...nodes.values()];
  const reported = results.filter((one) => one !== undefined);
  if (reported.length < results.length) return move({ ...state, nodes });
  const settled = settleResults(reported);
  return move({ ...state, status: settled.outcome, reason: settled.reason, nodes });
}

function lose(state: CaptureState, { instance }: { instance: string }): Transition {
  if (!state.nodes.has(instance)) return ignore(state);
  return report(state, { instance, outcome: 'failed', reason: reasonOf('profiler_lost') });
}

function disable(state: CaptureState): Transition {
  return stop(state, reasonOf('profiler_disabled'));
}

function expire(state: CaptureState, { reason }: { reason: CaptureReason }): Transition {
  return stop(state, reason);
}

function cancel(state: CaptureState, { by }: { by: string }): Transition {
  return stop(state, reasonOf('cancelled', `Cancelled by ${by}.`));
}

/** Ends the request; the nodes that still measure are to stop. */
function stop(state: CaptureState, reason: CaptureReason): Transition {
  const abort = [...state.nodes].filter(([, result]) => result === undefined).map(([instance]) => instance);
  const ended = abort.map((instance) => [instance, { instance, outcome: 'failed', reason }] as const);
  const nodes = new Map([...state.nodes, ...ended]);
  return { ...move({ ...state, status: 'failed', reason, nodes }), abort };
}

function move(next: CaptureState): Transition {
  return { next, changed: true, abort: [] };
}
