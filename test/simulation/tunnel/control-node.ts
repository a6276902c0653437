/** The control plane in a simulated world: its sessions, its store, and the work it gives out. */
import { makeHubCounters } from '../../../src/tunnel/session/hub-counters.ts';
import { HubSessions } from '../../../src/tunnel/session/hub-sessions.ts';
import type { Signer, Verify } from '../../../src/tunnel/session/ports.ts';
import { TunnelError } from '../../../src/tunnel/session/tunnel-error.ts';
import { organization } from '../instance.ts';
import type { Door, MemoryNet } from './memory-net.ts';
import type { MemoryStore } from './memory-store.ts';
import type { SeededRandom } from './seeded-random.ts';
import { silentLog } from './silent-log.ts';
import { NodeClock, type VirtualTime } from './virtual-time.ts';

export interface ControlWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly net: MemoryNet;
  readonly store: MemoryStore;
  readonly signer: Signer;
  readonly verify: Verify;
}

/** What a command came to: answered, surely not run, or unknown. */
export type CommandEnd = 'answered' | 'not_run' | 'unknown';

export class ControlNode {
  readonly #world: ControlWorld;
  readonly machine = { wallOffsetMs: 0 };
  #clock: NodeClock;
  #sessions: HubSessions | undefined;
  /** Issued and not settled; they outlive a crash, after which their end is unknown. */
  readonly #open = new Set<string>();
  #lastCommand = 0;
  readonly #door: Door = { listener: undefined, deliver: (run) => run() };

  constructor(world: ControlWorld) {
    this.#world = world;
    world.net.doors.push(this.#door);
    this.#clock = new NodeClock(world.time, this.machine);
  }

  get isUp(): boolean {
    return this.#sessions !== undefined;
  }

  get issued(): number {
    return this.#lastCommand;
  }

  start(): void {
    const { time, random, store, signer, verify } = this.#world;
    for (const id of this.#open) store.settle(id, 'unknown');
    this.#open.clear();
    const clock = new NodeClock(time, this.machine);
    this.#clock = clock;
    const sessions = new HubSessions({
      store: store.connect(() => clock.isCrashed),
      keys: { signerFor: () => Promise.resolve(signer) },
      verify,
      clock,
      random,
      log: silentLog,
      counters: makeHubCounters(),
      isClassAllowed: () => Promise.resolve(true),
      payloads: { total: 32 << 20, ofOrganization: 32 << 20, ofInstance: 32 << 20 },
    });
    sessions.onReport('capture.outcome', async (_from, { request_id }) => {
      await store.keepOutcome(request_id, () => clock.isCrashed);
      return { stored: true };
    });
    this.#sessions = sessions;
    this.#door.listener = (wire) => sessions.accept(wire, { onProved: () => undefined, onLive: () => undefined });
  }

  crash(): void {
    this.#clock.crash();
    this.#sessions = undefined;
    this.#door.listener = undefined;
    this.#world.net.cutAll('server');
  }

  isLive(instance: string): boolean {
    return this.#sessions?.live({ organization }).some((one) => one.instance === instance) ?? false;
  }

  /** Gives one capture to the instance and notes how it ended, exactly once. */
  async command(instance: string): Promise<void> {
    const sessions = this.#sessions;
    if (sessions === undefined) return;
    const clock = this.#clock;
    this.#lastCommand += 1;
    const id = `capture-${this.#lastCommand}`;
    this.#open.add(id);
    const end = await sessions
      .command({ organization, instance }, 'capture.start', request(id), { timeoutMs: 8_000 })
      .then(
        (): CommandEnd => 'answered',
        (error: unknown) => endOf(error),
      );
    // A crashed process notes nothing; its successor has noted the end as unknown.
    if (clock.isCrashed || !this.#open.delete(id)) return;
    this.#world.store.settle(id, end);
  }
}

function endOf(error: unknown): CommandEnd {
  if (!(error instanceof TunnelError)) throw error;
  const surelyNotRun = [
    'not_live',
    'expired',
    'wrong_instance',
    'bad_signature',
    'unsigned',
    'unknown_request',
    'busy',
  ];
  return surelyNotRun.includes(error.code) ? 'not_run' : 'unknown';
}

function request(id: string) {
  return {
    request_id: id,
    workload: 'checkout',
    version: '1',
    env: '',
    kind: 'head',
    duration_sec: 60,
    warmup_sec: 5,
    requested_by: 'simulation',
    requested_at: '2026-11-21T00:00:00Z',
  } as const;
}
