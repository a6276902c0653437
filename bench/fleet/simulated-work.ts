/** What simulated Agents and Profilers do when they are asked, and what of it was done twice. */
import { randomUUID } from 'node:crypto';
import type { CaptureStart, CommandName, OperationAnswer } from '../../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../../src/tunnel/port.ts';
import { machineMs, pause } from './machine-time.ts';

const captureMs = 100;
const reportAgainMs = 500;

export class SimulatedWork {
  /** Writes by key: which Agent did each, and what it answered. */
  readonly #journal = new Map<string, { readonly by: string; readonly answer: OperationAnswer }>();
  readonly #captures = new Map<string, { readonly by: string; readonly at: number }>();
  readonly #doubled: string[] = [];

  /** When the first Profiler began each capture. */
  get starts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#captures].map(([id, { at }]) => [id, at]));
  }

  get doubled(): readonly string[] {
    return this.#doubled;
  }

  /** `client` reports what a Profiler measured, once there is one. */
  handlersOf(name: string, instance: string, client: () => TunnelClient): Partial<CommandHandlers<CommandName>> {
    return {
      'operation.run': ({ idempotency }) =>
        Promise.resolve(idempotency === undefined ? answer() : this.#write(name, idempotency.key)),
      'capture.start': (request) => Promise.resolve(this.#offer(name, instance, request, client)),
      'capture.abort': () => Promise.resolve({}),
    };
  }

  #write(by: string, key: string): OperationAnswer {
    const done = this.#journal.get(key);
    if (done?.by === by) return done.answer;
    if (done !== undefined) this.#doubled.push(`write ${key}: by ${done.by} and by ${by}`);
    const made = answer();
    this.#journal.set(key, { by, answer: made });
    return made;
  }

  #offer(by: string, instance: string, request: CaptureStart, client: () => TunnelClient) {
    if (request.workload !== instance) {
      return { answer: 'declined', reason: { code: 'not_in_target_list', text: 'It is not listed here.' } } as const;
    }
    const begun = this.#captures.get(request.request_id);
    if (begun === undefined) {
      this.#captures.set(request.request_id, { by, at: machineMs() });
      void report(request.request_id, client);
    } else if (begun.by !== by) this.#doubled.push(`capture ${request.request_id}: by ${begun.by} and by ${by}`);
    return { answer: 'taken', processes: 1 } as const;
  }
}

/** Each run has another text, so that a caller who gets two answers sees two. */
function answer(): OperationAnswer {
  const data = { run: randomUUID() };
  return { ok: true, result: { data, complete: true, truncated: false, source: 'bench', upstreamCalls: 1 } };
}

/** Until it is stored, as Profilers do; the measure ends the process. */
async function report(id: string, client: () => TunnelClient): Promise<void> {
  await pause(captureMs);
  const reason = { code: 'measured', text: 'Simulated.' };
  const outcome = { request_id: id, outcome: 'nothing_to_push', reason } as const;
  for (;;) {
    const isStored = await client()
      .report('capture.outcome', outcome, { timeoutMs: 5_000 })
      .then(
        ({ stored }) => stored,
        () => false,
      );
    if (isStored) return;
    await pause(reportAgainMs);
  }
}
