/**
 * Has one Agent answer one operation, although replicas and tunnels come and go meanwhile. What certainly
 * was not sent is asked again. What may have been sent is asked again only when it is a read; a write
 * whose answer was lost is reported as lost, and only the journal of its Agent knows more.
 */
import { type Clock, sleep } from '../../core/clock.ts';
import type { CommandRequest, InstanceClass } from '../../tunnel/messages.ts';
import type { LiveSession, UnreadTunnelHub } from '../../tunnel/port.ts';
import { ApiProblem } from '../problem/api-problem.ts';

/** Longer than any upstream call an Agent makes, shorter than the patience of a proxy. */
const operationTimeoutMs = 55_000;
/** How long an Agent may take from one replica to another. */
const patienceMs = 15_000;
/** A change of the fleet is heard; this is for one that was missed. */
const lookEveryMs = 1000;
const againMs = 100;

export interface AgentHub extends Pick<UnreadTunnelHub, 'live' | 'commandUnread' | 'onChange'> {
  /** Reads the sessions of this instance, or of the organization, at other replicas now. */
  refresh(of: { organization: string; instance?: string | undefined }): Promise<void>;
  /** Whether an instance is between two replicas. */
  isMoving(filter: { organization: string; class: InstanceClass; instance?: string | undefined }): boolean;
}

export interface Question {
  readonly organization: string;
  /** Undefined: any Agent of the organization. */
  readonly wanted: string | undefined;
  /** Agents that are known to have what is asked configured; asked before others where one is live. */
  readonly able?: ReadonlySet<string> | undefined;
  readonly command: CommandRequest<'operation.run'>;
  readonly isRead: boolean;
  /** Of a write: sent with the name of the Agent that it is meant for, so that no other one accepts it. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Before it is sent. Rejects when this Agent must not be asked. */
  readonly onChosen?: (agent: LiveSession) => Promise<void>;
  /** Called whenever there is nothing to do but wait: for an Agent to come back, or for its answer. */
  readonly onWaiting?: (() => void) | undefined;
}

export interface Answered {
  readonly agent: LiveSession;
  /** As it came. */
  readonly answer: string;
}

/** Rejects with ApiProblem `no_live_agent`, what `onChosen` rejects with, or the error of the tunnel. */
export async function askAgent(hub: AgentHub, clock: Clock, question: Question): Promise<Answered> {
  const { organization, isRead, idempotencyKey: key, signal, onChosen, onWaiting } = question;
  const startedAt = clock.monotonic();
  const passedMs = (): number => clock.monotonic() - startedAt;
  let whom = question.wanted;
  for (;;) {
    const asked = { ...question, wanted: whom };
    const agent = await waitForAgent(hub, clock, asked);
    await onChosen?.(agent);
    // A write stays with the Agent that it was first meant for.
    if (!isRead) whom = agent.instance;
    const to = { organization, instance: agent.instance };
    const bound = key === undefined ? {} : { idempotency: { key, instance: agent.instance } };
    const command = { ...question.command, ...bound };
    const timeoutMs = operationTimeoutMs - passedMs();
    onWaiting?.();
    try {
      return {
        agent,
        answer: await hub.commandUnread(to, 'operation.run', command, { timeoutMs, ...(signal && { signal }) }),
      };
    } catch (error) {
      const isTooLate = passedMs() > operationTimeoutMs - patienceMs || signal?.aborted === true;
      if (isTooLate || !mayAskAgain(error, isRead)) throw error;
      await hub.refresh({ organization, instance: whom });
      if (!isThere(hub, asked) && !isComing(hub, asked)) throw error;
      await sleep(clock, againMs);
    }
  }
}

/** `not_live`: nothing was sent. `closed`: it may have been, which does not matter for a read. */
function mayAskAgain(error: unknown, isRead: boolean): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'not_live' || (code === 'closed' && isRead);
}

/** A live Agent, or one that is about to be live. @throws ApiProblem `no_live_agent`. */
async function waitForAgent(hub: AgentHub, clock: Clock, question: Question): Promise<LiveSession> {
  const { organization, wanted, able, signal } = question;
  const startedAt = clock.monotonic();
  const choose = (): LiveSession | undefined => chooseAgent(hub.live({ organization, class: 'agent' }), wanted, able);
  let agent = choose();
  if (agent === undefined) {
    await hub.refresh({ organization, instance: wanted });
    agent = choose();
  }
  while (agent === undefined && isComing(hub, question) && clock.monotonic() - startedAt < patienceMs) {
    if (signal?.aborted === true) break;
    question.onWaiting?.();
    await nextChange(hub, clock, question);
    agent = choose();
  }
  if (agent === undefined) throw noLiveAgent(wanted);
  return agent;
}

/** Of the Agents that could answer. Hundreds may wait at once, and looking again and again would keep others from connecting. */
function nextChange(hub: AgentHub, clock: Clock, { organization, wanted, signal }: Question): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stopTimer();
      stopListening();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stopTimer = clock.after(lookEveryMs, done);
    const stopListening = hub.onChange(({ session }) => {
      if (session.organization === organization && (wanted ?? session.instance) === session.instance) done();
    });
    signal?.addEventListener('abort', done, { once: true });
  });
}

function isThere(hub: AgentHub, { organization, wanted }: Question): boolean {
  return chooseAgent(hub.live({ organization, class: 'agent' }), wanted) !== undefined;
}

function isComing(hub: AgentHub, { organization, wanted: instance }: Question): boolean {
  return hub.isMoving({ organization, class: 'agent', instance });
}

/**
 * Of those that are able, or of all where none is, the Agent whose tunnel has stood longest: the same one as long as
 * it lives, so that two questions after each other have one source. Undefined when none is live.
 */
export function chooseAgent(
  live: readonly LiveSession[],
  wanted: string | undefined,
  able?: ReadonlySet<string>,
): LiveSession | undefined {
  const named = live.filter((one) => wanted === undefined || one.instance === wanted);
  const ready = named.filter(({ instance }) => able?.has(instance) === true);
  const candidates = ready.length > 0 ? ready : named;
  const [chosen] = candidates.toSorted((a, b) => a.since - b.since || a.instance.localeCompare(b.instance));
  return chosen;
}

export function noLiveAgent(wanted: string | undefined): ApiProblem {
  return new ApiProblem({
    status: 503,
    code: 'no_live_agent',
    message:
      wanted === undefined
        ? 'No Agent is connected. The Fleet page shows what each one needs.'
        : 'This Agent is not connected. The Fleet page shows what it needs.',
  });
}
