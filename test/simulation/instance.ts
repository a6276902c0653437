/** A machine with a volume, and the process of an Agent or a Profiler on it that crashes and comes back. */
import type { Disk } from '../../src/tunnel/identity/disk.ts';
import { writeFirstGeneration } from '../../src/tunnel/identity/generation-file.ts';
import { writeIdentity } from '../../src/tunnel/identity/identity-file.ts';
import type { KeyPair } from '../../src/tunnel/identity/key-pair.ts';
import { openIdentity } from '../../src/tunnel/identity/open-identity.ts';
import { runTunnelClient } from '../../src/tunnel/instance/tunnel-client.ts';
import type { CommandName, InstanceClass } from '../../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../../src/tunnel/port.ts';
import { CommandGuard, type MakeGuard } from '../../src/tunnel/session/command.ts';
import type { Signer, Verify } from '../../src/tunnel/session/ports.ts';
import { MemoryDisk } from './tunnel/memory-disk.ts';
import type { MemoryNet } from './tunnel/memory-net.ts';
import type { SeededRandom } from './tunnel/seeded-random.ts';
import { silentLog } from './tunnel/silent-log.ts';
import { NodeClock, type VirtualTime } from './tunnel/virtual-time.ts';

export const organization = 'org-1';
export const folder = '/identity';
const tenant = 'acme';

export interface InstanceWorld {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly net: MemoryNet;
  readonly signer: Signer;
  readonly commandKey: string;
  readonly verify: Verify;
  readonly fail: (what: string) => void;
}

/** One run of the process. */
export interface Run {
  readonly clock: NodeClock;
  readonly disk: Disk;
  /** Passes while the disk is at work. */
  readonly slow: () => Promise<void>;
}

export abstract class Instance {
  readonly name: string;
  readonly class: InstanceClass;
  readonly machine = { wallOffsetMs: 0 };
  readonly disk: MemoryDisk;
  client: TunnelClient | undefined;
  isUp = false;
  protected readonly world: InstanceWorld;
  #clock: NodeClock;
  /** How long one step of the disk takes at most. */
  slowestStepMs = 5;

  constructor(world: InstanceWorld, name: string, instanceClass: InstanceClass, disk?: MemoryDisk) {
    this.world = world;
    this.name = name;
    this.class = instanceClass;
    this.#clock = new NodeClock(world.time, this.machine);
    this.disk = disk ?? new MemoryDisk(world.random, () => this.#clock.now());
  }

  async enrol(keys: KeyPair): Promise<void> {
    const disk = this.disk.mount(() => Promise.resolve());
    const stamp = { class: this.class, tenant, instance: this.name };
    const enrolment = { organization, commandKey: keys.publicKey, enrolledAt: '2026-11-21T00:00:00Z' };
    await writeFirstGeneration(disk, folder, this.world.random);
    await writeIdentity(disk, folder, { stamp, keys, enrolment });
  }

  async start(): Promise<void> {
    const { time, random, net, signer, commandKey, verify, fail } = this.world;
    const clock = new NodeClock(time, this.machine);
    this.#clock = clock;
    this.isUp = true;
    const slow = (): Promise<void> =>
      new Promise((resolve) => void clock.after(random.between(0, this.slowestStepMs), resolve));
    const run = { clock, disk: this.mount(slow), slow };
    const owner = { class: this.class, tenant, instance: this.name };
    const found = await openIdentity(folder, owner, { disk: run.disk, random, signerOf: () => signer });
    if (found.found !== 'enrolled') return fail(`the identity of ${this.name} is ${found.found}`);
    const handlers = await this.open(run);
    if (clock.isCrashed) return undefined;
    this.client = runTunnelClient({
      identity: { ...found.identity, keyring: pinOnly(commandKey) },
      versions: {},
      handlers,
      clock,
      log: silentLog,
      net: net.attach(() => clock.isCrashed),
      random,
      verify,
      makeGuard: this.makeGuard(),
    });
    this.opened(run, this.client);
    return undefined;
  }

  /** The process dies; its machine may lose power with it. */
  crash(losesPower: boolean): void {
    this.#clock.crash();
    this.isUp = false;
    this.client = undefined;
    this.world.net.cutAll('client', (connection) => connection.isClientCrashed);
    if (losesPower) this.disk.losePower();
  }

  get isLive(): boolean {
    return this.client?.state().state === 'live';
  }

  /** Which commands it admits. */
  protected makeGuard(): MakeGuard {
    return (address, by) => new CommandGuard(address, by);
  }

  protected mount(slow: () => Promise<void>): Disk {
    return this.disk.mount(slow);
  }

  /** What answers commands, once its files are open. What starts processes retries it when it rejects. */
  protected abstract open(run: Run): Promise<Partial<CommandHandlers<CommandName>>>;

  protected abstract opened(run: Run, client: TunnelClient): void;
}

/** The toy signatures have keys of their own, which no identity file holds. */
function pinOnly(current: string) {
  const nothing = (): Promise<void> => Promise.resolve();
  return { pinned: () => ({ current, previous: undefined }), learn: nothing, settle: nothing };
}
