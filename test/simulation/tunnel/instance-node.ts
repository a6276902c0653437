/** An instance in a simulated world: a machine with a volume, and the process on it that crashes and comes back. */
import type { Disk } from '../../../src/tunnel/identity/disk.ts';
import { openIdentity } from '../../../src/tunnel/identity/open-identity.ts';
import { runTunnelClient } from '../../../src/tunnel/instance/tunnel-client.ts';
import type { TunnelClient } from '../../../src/tunnel/port.ts';
import { CommandGuard, type MakeGuard } from '../../../src/tunnel/session/command.ts';
import type { CommandKeyring } from '../../../src/tunnel/session/pinned-keys.ts';
import type { Signer, Verify } from '../../../src/tunnel/session/ports.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { MemoryNet } from './memory-net.ts';
import type { SeededRandom } from './seeded-random.ts';
import { silentLog } from './silent-log.ts';
import { NodeClock, type VirtualTime } from './virtual-time.ts';

export const tenant = 'acme';
export const identityDir = '/identity';

export interface InstanceBugs {
  /** The instance does not remember which commands it has seen. */
  readonly noNonceMemory: boolean;
  /** The identity is written in place instead of beside and renamed. */
  readonly writesInPlace: boolean;
}

export interface InstanceWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly net: MemoryNet;
  readonly signer: Signer;
  readonly commandKey: string;
  readonly verify: Verify;
  readonly bugs: InstanceBugs;
  /** A command runs. */
  onRun(commandId: string): void;
  /** Something that must never happen. */
  fail(what: string): void;
}

export class InstanceNode {
  readonly #world: InstanceWorld;
  readonly #instance: string;
  readonly machine = { wallOffsetMs: 0 };
  disk: MemoryDisk;
  /** Outcomes that the control plane has not acknowledged; they outlive a crash. */
  readonly unreported = new Set<string>();
  client: TunnelClient | undefined;
  /** A process runs, though it may not have got as far as its tunnel. */
  isUp = false;
  #clock: NodeClock;

  constructor(world: InstanceWorld, instance: string, disk: MemoryDisk) {
    this.#world = world;
    this.#instance = instance;
    this.disk = disk;
    this.#clock = new NodeClock(world.time, this.machine);
  }

  get isStopped(): boolean {
    return this.client?.state().state === 'stopped';
  }

  async start(): Promise<void> {
    const { time, random, net, signer, commandKey, verify, bugs } = this.#world;
    const clock = new NodeClock(time, this.machine);
    this.#clock = clock;
    this.isUp = true;
    const slow = (): Promise<void> => new Promise((resolve) => clock.after(random.between(0, 200), resolve));
    const mounted = this.disk.mount(slow);
    const disk = bugs.writesInPlace ? inPlace(mounted) : mounted;
    const owner = { class: 'profiler', tenant, instance: this.#instance } as const;
    const found = await openIdentity(identityDir, owner, { disk, random, signerOf: () => signer });
    if (found.found !== 'enrolled') {
      this.#world.fail(`the identity of ${this.#instance} is ${found.found}`);
      return;
    }
    if (clock.isCrashed) return;
    this.client = runTunnelClient({
      identity: { ...found.identity, keyring: pinOnly(commandKey) },
      versions: { profiler: '1.0.0' },
      handlers: {
        'capture.start': async (request) => {
          this.#world.onRun(request.request_id);
          await slow();
          this.unreported.add(request.request_id);
          void this.#reportAll();
          return { answer: 'taken', processes: 1 };
        },
      },
      clock,
      log: silentLog,
      net: net.attach(() => clock.isCrashed),
      random,
      verify,
      makeGuard: bugs.noNonceMemory ? makeForgetfulGuard : (address, by) => new CommandGuard(address, by),
    });
    this.#reportRegularly(clock);
  }

  /** The process dies; its machine may lose power with it. */
  crash(losesPower: boolean): void {
    this.#clock.crash();
    this.isUp = false;
    this.client = undefined;
    this.#world.net.cutAll('client', (connection) => connection.isClientCrashed);
    if (losesPower) this.disk.losePower();
  }

  #reportRegularly(clock: NodeClock): void {
    clock.after(7_000, () => {
      void this.#reportAll();
      this.#reportRegularly(clock);
    });
  }

  /** At least once: what was not acknowledged is sent again. */
  async #reportAll(): Promise<void> {
    const { client } = this;
    for (const id of this.unreported) {
      const outcome = { request_id: id, outcome: 'failed', reason: { code: 'simulated', text: 'x' } } as const;
      // A report that fails stays in the set, which is all there is to do about it.
      await client?.report('capture.outcome', outcome, { timeoutMs: 5_000 }).then(
        () => this.unreported.delete(id),
        () => false,
      );
    }
  }
}

/** The toy signatures have keys of their own, which no identity file holds. */
function pinOnly(current: string): CommandKeyring {
  return { pinned: () => ({ current, previous: undefined }), learn: nothing, settle: nothing };
}

const nothing = (): Promise<void> => Promise.resolve();

const makeForgetfulGuard: MakeGuard = (address, by) => ({
  admit: (request) => new CommandGuard(address, by).admit(request),
});

function inPlace(disk: Disk): Disk {
  return {
    ...disk,
    create: (path, mode) => disk.create(path.replace(/\.new$/u, ''), mode),
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}
