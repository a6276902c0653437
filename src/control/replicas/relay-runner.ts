/** Runs what other replicas ask of tunnels that this one holds, and stops what they withdraw. */
import type { Log } from '../../core/log.ts';
import type { CommandName, CommandRequest } from '../../tunnel/messages.ts';
import type { InstanceAddress } from '../../tunnel/session/session-store.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import type { RelayedAnswer, Relays, TakenCommand } from './relay-table.ts';

export interface RunnerDeps {
  readonly table: Relays;
  readonly log: Log;
  /** Of the session that this process holds now and may act for. */
  readonly epochOf: (address: InstanceAddress) => number | undefined;
  readonly isHeld: () => boolean;
  /** Gives the answer as it came. */
  readonly run: (
    to: InstanceAddress,
    name: CommandName,
    request: CommandRequest<CommandName>,
    options: { timeoutMs: number; signal: AbortSignal },
  ) => Promise<string>;
}

export class RelayRunner {
  readonly #deps: RunnerDeps;
  readonly #running = new Map<string, AbortController>();
  readonly #work = new Set<Promise<void>>();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Starts whatever waits for this replica. */
  async take(): Promise<void> {
    if (!this.#deps.isHeld()) return;
    for (const command of await this.#deps.table.take()) {
      const work = this.#run(command).finally(() => this.#work.delete(work));
      this.#work.add(work);
    }
  }

  /** The caller cancelled the request. */
  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** A withdrawn command has no row: that is seen although the signal was lost. */
  async stopWithdrawn(): Promise<void> {
    const before = [...this.#running.keys()];
    if (before.length === 0) return;
    const there = await this.#deps.table.listOwn('to_replica');
    for (const id of before) if (!there.has(id)) this.cancel(id);
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#work);
  }

  /** Never rejects. */
  async #run(command: TakenCommand): Promise<void> {
    const { table, log, isHeld } = this.#deps;
    const controller = new AbortController();
    this.#running.set(command.id, controller);
    try {
      const answered = await this.#ask(command, controller.signal);
      // Another replica may already act for this instance: this one must not report the result.
      if (isHeld()) await table.answer(command, answered);
    } catch (error) {
      log.error({ err: error, command: command.name, instance: command.instance }, 'an answer was not returned');
    } finally {
      this.#running.delete(command.id);
    }
  }

  async #ask(command: TakenCommand, signal: AbortSignal): Promise<RelayedAnswer> {
    const { organization, instance, epoch, name, request, timeoutMs } = command;
    const { epochOf, run } = this.#deps;
    try {
      if (epochOf({ organization, instance }) !== epoch) throw new TunnelError('not_live', 'The session has ended.');
      const parsed = JSON.parse(request) as CommandRequest<CommandName>; // written by a replica that had checked it
      return { answer: await run({ organization, instance }, name, parsed, { timeoutMs, signal }) };
    } catch (error) {
      if (error instanceof TunnelError) return { error: { code: error.code, message: error.message } };
      this.#deps.log.error({ err: error, command: name, instance }, 'a command of another replica failed here');
      return { error: { code: 'handler_failed', message: 'The replica that holds the tunnel failed; see its log.' } };
    }
  }
}
