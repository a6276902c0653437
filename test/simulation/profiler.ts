/** A Profiler in a simulated world: its runner, spool and delivery over a disk that forgets; only the collector is not there. */
import { CaptureRunner, type Instruments } from '../../profiler/host/capture/capture-runner.ts';
import { Delivery } from '../../profiler/host/outbox/deliver.ts';
import type { FoundProcesses } from '../../profiler/host/capture/find-processes.ts';
import { Spool } from '../../profiler/host/outbox/spool.ts';
import type { Log } from '../../src/core/log.ts';
import { type CaptureOutcome, CaptureReason, type CommandName } from '../../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../../src/tunnel/port.ts';
import { silentLog } from './tunnel/silent-log.ts';
import type { Bugs } from './bugs.ts';
import { folder, Instance, type InstanceWorld, type Run } from './instance.ts';

export interface ProfilerWorld extends InstanceWorld {
  readonly bugs: Bugs;
  /** The outcome of a capture is on the disk of its Profiler. */
  readonly onDurable: (instance: string, outcome: CaptureOutcome) => void;
  /** The control plane says that it has stored it. */
  readonly onAcknowledged: (instance: string, requestId: string) => void;
}

export const workload = 'checkout';
const found: FoundProcesses = {
  processes: [],
  namespace: undefined,
  passedOver: [],
  counts: { matching: 0, passedOver: 0, unread: 0 },
};

export class Profiler extends Instance {
  readonly #world: ProfilerWorld;
  #spool: Spool | undefined;
  #delivery: Delivery | undefined;
  /** Outcomes that the disk did not take; they wait in memory. */
  readonly #unwritten = new Set<string>();

  constructor(world: ProfilerWorld, name: string) {
    super(world, name, 'profiler');
    this.#world = world;
  }

  /** Outcomes that wait, or captures that run. */
  get isIdle(): boolean {
    return this.#spool !== undefined && this.#spool.pending().length === 0;
  }

  protected async open(run: Run): Promise<Partial<CommandHandlers<CommandName>>> {
    const { bugs, onDurable } = this.#world;
    const { clock, disk } = run;
    const lying = { ...disk, create: async (path: string, mode: number) => notSynced(await disk.create(path, mode)) };
    const spool = await Spool.open(`${folder}/outcomes`, bugs.spoolNotSynced ? lying : disk, { clock });
    this.#spool = spool;
    this.#unwritten.clear();
    const runner = new CaptureRunner({
      instance: this.name,
      targets: [{ workload }],
      targetsFile: '',
      allocationsOf: new Set(),
      collector: '',
      workDir: '',
      spool,
      log: this.#log(),
      onPhase: () => undefined,
      onEnded: (outcome) => {
        if (clock.isCrashed) return;
        if (!this.#unwritten.has(outcome.request_id)) onDurable(this.name, outcome);
        this.#delivery?.wake();
      },
      instruments: this.#instruments(run),
    });
    return {
      'capture.start': (request) => runner.offer(request),
      'capture.abort': ({ request_id, reason }) => {
        runner.abort(request_id, reason);
        return Promise.resolve({});
      },
    };
  }

  protected opened({ clock }: Run, client: TunnelClient): void {
    const spool = this.#spool;
    if (spool === undefined) return;
    const { bugs, onAcknowledged } = this.#world;
    const tunnel: Pick<TunnelClient, 'state' | 'onState' | 'report'> = {
      state: () => client.state(),
      onState: (listener) => client.onState(listener),
      report: async (name, request, options) => {
        const sending = client.report(name, request, options);
        if (bugs.noAcknowledgement) sending.catch(() => undefined);
        else await sending;
        if ('outcome' in request) onAcknowledged(this.name, request.request_id);
        return bugs.noAcknowledgement ? ({ stored: true } as Awaited<typeof sending>) : sending;
      },
    };
    this.#delivery = new Delivery({ spool, tunnel, clock, log: silentLog });
    this.#delivery.wake();
  }

  #instruments({ clock }: Run): Instruments {
    const { random } = this.world;
    const pass = (mostMs: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        clock.after(random.between(1, mostMs), resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    return {
      find: async () => {
        await pass(50);
        if (random.chance(0.9)) return found;
        return { answer: 'declined', reason: { code: 'no_such_process', text: 'It does not run.' } };
      },
      measure: async ({ request_id }, _found, signal): Promise<CaptureOutcome> => {
        await pass(4_000, signal);
        if (signal.aborted) return { request_id, outcome: 'failed', reason: CaptureReason.parse(signal.reason) };
        // Which run measured it is in the reason, so that two outcomes are never taken for one.
        const reason = { code: 'measured', text: `at ${clock.monotonic()}` };
        const outcome = random.chance(0.6) ? 'pushed' : 'nothing_to_push';
        return { request_id, outcome, reason, ...(outcome === 'pushed' && { bundle: 'YQ==' }) };
      },
    };
  }

  #log(): Log {
    const unwritten = this.#unwritten;
    return {
      ...silentLog,
      error: (facts: object, text: string) => {
        const isUnwritten = text.includes('could not be written to disk') && 'request_id' in facts;
        if (isUnwritten) unwritten.add(String(facts.request_id));
      },
    } as Log;
  }
}

function notSynced<T extends { sync(): Promise<void> }>(file: T): T {
  return { ...file, sync: () => Promise.resolve() };
}
