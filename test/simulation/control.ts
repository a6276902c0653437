/** One control plane process in a simulated world: sessions, replicas, captures and questions to Agents as in production. */
import { CaptureOffers } from '../../src/control/captures/capture-offers.ts';
import { SteadyClock } from '../../src/control/clock/steady-clock.ts';
import { checkAnswer } from '../../src/control/operations/answers/check-answer.ts';
import { type AnsweredOperation, askOperation } from '../../src/control/operations/ask-operation.ts';
import { type JoinedReplica, openReplicasOn } from '../../src/control/replicas/open-replicas.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { CommandName, CommandRequest } from '../../src/tunnel/messages.ts';
import { makeHubCounters } from '../../src/tunnel/session/hub-counters.ts';
import { HubSessions } from '../../src/tunnel/session/hub-sessions.ts';
import type { Signer, Verify } from '../../src/tunnel/session/ports.ts';
import type { InstanceAddress } from '../../src/tunnel/session/session-store.ts';
import type { Door, MemoryNet } from './tunnel/memory-net.ts';
import type { SeededRandom } from './tunnel/seeded-random.ts';
import { silentLog } from './tunnel/silent-log.ts';
import { NodeClock, type VirtualTime } from './tunnel/virtual-time.ts';
import { thingsCatalog } from '../writes/things.ts';
import type { Bugs } from './bugs.ts';
import type { Connection, Database } from './database.ts';
import { organization } from './instance.ts';

export interface ControlWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly net: MemoryNet;
  readonly database: Database;
  readonly signer: Signer;
  readonly verify: Verify;
  readonly bugs: Bugs;
  /** This process sends a command to an instance over its own socket. */
  readonly onActs: (replica: string, instance: string) => void;
}

interface Running {
  readonly clock: Clock;
  readonly joined: JoinedReplica;
  readonly captureOffers: CaptureOffers;
  readonly connection: Connection;
}

/** All of them are small here, and read at once. */
const answers = { read: async (_organization: string, text: string) => checkAnswer(text) };
const payloads = { total: 32 << 20, ofOrganization: 32 << 20, ofInstance: 32 << 20 };
const nothing = (): void => undefined;

export class Control {
  readonly machine = { wallOffsetMs: 0 };
  readonly #world: ControlWorld;
  readonly #door: Door;
  #clock: NodeClock;
  #running: Running | undefined;
  #died = Promise.withResolvers<'died'>();

  constructor(world: ControlWorld) {
    this.#world = world;
    this.#clock = new NodeClock(world.time, this.machine);
    this.#door = { listener: undefined, deliver: (run) => this.#clock.deliver(run) };
    world.net.doors.push(this.#door);
  }

  get isOpen(): boolean {
    return this.#running !== undefined;
  }

  /** Comes up by itself as soon as the store answers. */
  start(): void {
    const clock = new NodeClock(this.#world.time, this.machine);
    this.#clock = clock;
    this.#died = Promise.withResolvers<'died'>();
    void this.#open(clock).catch(() => {
      // It could not take its lease or read who is live: it ends, and is started again.
      if (clock.isCrashed) return;
      this.crash();
      this.#world.time.schedule(1_000, () => this.start());
    });
  }

  crash(): void {
    this.#clock.crash();
    this.#running = undefined;
    this.#door.listener = undefined;
    this.#world.net.cutAll('server', ({ door }) => door === this.#door);
    this.#died.resolve('died');
  }

  pause(forMs: number): void {
    this.#clock.pause(forMs);
  }

  /** Sessions that this process knows of, its own and those of others. */
  isLive(instance: string): boolean {
    return this.#running?.joined.hub.live({ organization }).some((one) => one.instance === instance) ?? false;
  }

  /** Resolves with `died` when the process ends before it has answered. Rejects as production does. */
  ask(requestId: string, args: object): Promise<AnsweredOperation | 'died'> {
    if (this.#running === undefined) return Promise.resolve('died');
    const { joined, clock, connection } = this.#running;
    const deps = {
      hub: joined.hub,
      clock,
      writes: connection.writes,
      answers,
      isKnownAgent: () => Promise.resolve(true),
      enrolledAt: () => Promise.resolve(0),
      catalog: thingsCatalog,
    };
    const asked = { organization, requestId, operation: 'things.add', body: { args } };
    return Promise.race([askOperation(asked, deps), this.#died.promise]);
  }

  /** A new request is there. */
  wake(): void {
    this.#clock.deliver(() => this.#running?.captureOffers.wake());
  }

  cancel(requestId: string): void {
    this.#clock.deliver(() => {
      void this.#running?.captureOffers
        .cancel(organization, requestId, { label: 'a person', doer: { id: 'p', name: 'a person' } })
        .catch(nothing);
    });
  }

  async #open(clock: NodeClock): Promise<void> {
    const { random, database, signer, verify, bugs, onActs } = this.#world;
    const steady = new SteadyClock(clock);
    const connection = database.connect(clock);
    const { leases } = connection.shared;
    const shared = { ...connection.shared, ...(bugs.leaseIgnored && { leases: { ...leases, isShared: false } }) };
    const replicas = await openReplicasOn(shared, {
      clock: steady,
      log: silentLog,
      onReported: nothing,
      onMarked: nothing,
    });
    const sessions = new WatchedSessions(
      {
        store: replicas.own(connection.sessions),
        keys: { signerFor: () => Promise.resolve(signer) },
        verify,
        clock: steady,
        random,
        log: silentLog,
        counters: makeHubCounters(),
        isClassAllowed: () => Promise.resolve(true),
        payloads,
      },
      (instance) => onActs(replicas.id, instance),
    );
    this.#door.listener = (wire) => sessions.accept(wire, { onProved: nothing, onLive: nothing });
    const joined = await replicas.join(sessions);
    const bundle = {
      id: 'bundle',
      bytes: new Uint8Array(),
      vector: Uint8Array.of(0),
      recorded: false,
      namespace: undefined,
    };
    const captureOffers = new CaptureOffers({
      queue: connection.requests(steady),
      offers: connection.offers,
      hub: joined.hub,
      bundles: { check: () => Promise.resolve({ bundle }) },
      listOwn: (id) => joined.own(id),
      clock: steady,
      onError: nothing,
      onChange: nothing,
    });
    if (clock.isCrashed) return;
    captureOffers.start();
    this.#running = { clock: steady, joined, captureOffers, connection };
  }
}

class WatchedSessions extends HubSessions {
  readonly #onCommand: (instance: string) => void;

  constructor(options: ConstructorParameters<typeof HubSessions>[0], onCommand: (instance: string) => void) {
    super(options);
    this.#onCommand = onCommand;
  }

  override commandUnread<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<string> {
    this.#onCommand(to.instance);
    return super.commandUnread(to, name, request, options);
  }
}
