/**
 * Commands of this replica that another one runs. Each settles once: with the answer, when the caller
 * gives up, at the deadline, when the other replica dies, or when the instance moved on. A command that
 * no replica had accepted is `not_live`: nothing was sent, and it may be repeated even if it is a write.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { CommandName } from '../../tunnel/messages.ts';
import { errorFromPeer, TunnelError, type TunnelErrorCode } from '../../tunnel/session/tunnel-error.ts';
import type { PlacedSession } from './owner-table.ts';
import type { Fetched, Relays } from './relay-table.ts';
import type { SessionDirectory } from './session-directory.ts';

interface Pending {
  readonly owner: PlacedSession;
  /** Settled once the row was written or was not. */
  readonly added: Promise<unknown>;
  isAdded: boolean;
  /** Its row is being removed: of two that look after it only one may draw a conclusion. */
  isConcluding: boolean;
  readonly settle: (outcome: { text: string } | { error: TunnelError }) => void;
}

export interface SendOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SenderDeps {
  readonly table: Relays;
  readonly directory: SessionDirectory;
  readonly clock: Clock;
  readonly log: Log;
}

export class RelaySender {
  readonly #deps: SenderDeps;
  readonly #pending = new Map<string, Pending>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** The answer as JSON text. Rejects with a TunnelError. */
  send(owner: PlacedSession, command: { name: CommandName; text: string }, options: SendOptions): Promise<string> {
    const { table, clock } = this.#deps;
    const { timeoutMs, signal } = options;
    if (signal?.aborted === true) {
      return Promise.reject(new TunnelError('aborted', 'The caller cancelled the request.'));
    }
    const { organization, instance, epoch, replica: to } = owner;
    const { name, text: request } = command;
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#giveUp(id, new TunnelError('aborted', 'The caller cancelled the request.'));
      const stopTimer = clock.after(timeoutMs, () =>
        this.#giveUp(id, new TunnelError('timeout', `No answer to ${name} within ${timeoutMs} ms.`)),
      );
      signal?.addEventListener('abort', abort, { once: true });
      const added = table.add({ id, to, organization, instance, epoch, name, request, timeoutMs });
      const pending: Pending = {
        owner,
        added,
        isAdded: false,
        isConcluding: false,
        settle: (outcome) => {
          if (!this.#pending.delete(id)) return;
          stopTimer();
          signal?.removeEventListener('abort', abort);
          if ('text' in outcome) resolve(outcome.text);
          else reject(outcome.error);
        },
      };
      this.#pending.set(id, pending);
      added.then(
        () => {
          pending.isAdded = true;
        },
        (cause: unknown) =>
          pending.settle({ error: new TunnelError('closed', 'The command could not be forwarded.', { cause }) }),
      );
    });
  }

  /** The other replica says that the answer is there. */
  async fetch(id: string): Promise<void> {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    // A failure of the insertion settles it.
    await pending.added.catch(() => undefined);
    await this.#conclude(pending, () => this.#deps.table.fetch(id));
  }

  /** Looks after every command by itself: signals may be lost, replicas and sessions end. */
  async poll(): Promise<void> {
    const { table } = this.#deps;
    const waiting = [...this.#pending].filter(([, { isAdded }]) => isAdded);
    if (waiting.length === 0) return;
    const [over, there] = await Promise.all([table.listOver(), table.listOwn('from_replica')]);
    const isOver = new Set(over);
    for (const [id, pending] of waiting) {
      if (!there.has(id) || isOver.has(id)) await this.#conclude(pending, () => table.fetch(id));
    }
    await this.leaveBehind();
  }

  /** Instances have sessions elsewhere now: what was asked of an earlier one is not waited for. */
  async leaveBehind(): Promise<void> {
    const { table, directory } = this.#deps;
    for (const [id, pending] of this.#pending) {
      const { owner, isAdded } = pending;
      const hasMovedOn = (directory.find(owner)?.epoch ?? owner.epoch) > owner.epoch;
      if (isAdded && hasMovedOn) await this.#conclude(pending, () => table.cancel(id, owner.replica));
    }
  }

  /** This process may no longer act for anybody. */
  failAll(): void {
    for (const { settle } of this.#pending.values()) settle({ error: closed() });
  }

  async #conclude(pending: Pending, remove: () => Promise<Fetched | undefined>): Promise<void> {
    if (pending.isConcluding) return;
    pending.isConcluding = true;
    try {
      pending.settle(outcomeOf(await remove()));
    } finally {
      pending.isConcluding = false;
    }
  }

  #giveUp(id: string, error: TunnelError & { readonly code: TunnelErrorCode }): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    pending.settle({ error });
    const { table, log } = this.#deps;
    pending.added
      .then(() => table.cancel(id, pending.owner.replica))
      .catch((cause: unknown) => log.error({ err: cause }, 'a command that nobody waits for was not withdrawn'));
  }
}

function outcomeOf(fetched: Fetched | undefined): { text: string } | { error: TunnelError } {
  if (fetched === undefined) return { error: closed() };
  if (fetched.state !== 'answered') return { error: fetched.state === 'asked' ? notTaken() : closed() };
  const { answered } = fetched;
  if ('answer' in answered) return { text: answered.answer };
  return { error: errorFromPeer(answered.error.code, answered.error.message) };
}

function closed(): TunnelError {
  return new TunnelError('closed', 'The replica that held the tunnel ended before the answer came.');
}

function notTaken(): TunnelError {
  return new TunnelError('not_live', 'The replica that held the tunnel ended before it sent the command.');
}
