/**
 * One world from one seed: some minutes of faults, then quiet, then the invariants. Everything that
 * speaks, stores or judges is the production code; only time, sockets, disk, chance and the
 * arithmetic of signatures are simulated. `bugs` break one thing, to prove that it would be noticed.
 */
import { type KeyPair } from '../../../src/tunnel/identity/key-pair.ts';
import { organization } from '../instance.ts';
import { ControlNode } from './control-node.ts';
import { type InstanceBugs, InstanceNode } from './instance-node.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { calmNet, MemoryNet, type NetFaults } from './memory-net.ts';
import { MemoryStore, type StoreBugs } from './memory-store.ts';
import { SeededRandom } from './seeded-random.ts';
import { ToySignatures } from './toy-signatures.ts';
import { VirtualTime } from './virtual-time.ts';

export type Bug = keyof (StoreBugs & InstanceBugs);

export interface WorldReport {
  /** Broken invariants, in words; none in a correct world. */
  readonly broken: readonly string[];
  readonly issued: number;
  readonly answered: number;
  readonly hadCopy: boolean;
}

const minuteMs = 60_000;
const troubleMs = 6 * minuteMs;
/** Longer than a half-open connection can live, so that everything has time to heal. */
const quietMs = 4 * minuteMs;
const instanceName = 'edge-1';

export async function simulate(seed: number, keys: KeyPair, bug?: Bug): Promise<WorldReport> {
  const world = new World(seed, bug);
  await world.prepare(keys);
  await world.run();
  return world.report();
}

class World {
  readonly #time = new VirtualTime();
  readonly #random: SeededRandom;
  readonly #net: MemoryNet;
  readonly #store: MemoryStore;
  readonly #control: ControlNode;
  readonly #instance: InstanceNode;
  readonly #runs = new Map<string, number>();
  readonly #broken: string[] = [];
  readonly #hasCopy: boolean;
  #copy: InstanceNode | undefined;
  #isQuiet = false;
  readonly #makeNode: (disk?: MemoryDisk) => InstanceNode;

  constructor(seed: number, bug: Bug | undefined) {
    this.#random = new SeededRandom(seed);
    const random = this.#random;
    this.#net = new MemoryNet(this.#time, random);
    this.#store = new MemoryStore(this.#time, random, {
      onePhase: bug === 'onePhase',
      forgetsClaimTime: bug === 'forgetsClaimTime',
      keepsDuplicates: bug === 'keepsDuplicates',
    });
    const signatures = new ToySignatures();
    const { verify } = signatures;
    const commandSigner = signatures.createSigner('control plane');
    const signer = signatures.createSigner(instanceName);
    const common = { time: this.#time, random, net: this.#net, verify };
    this.#control = new ControlNode({ ...common, store: this.#store, signer: commandSigner });
    const instanceWorld = {
      ...common,
      signer,
      commandKey: commandSigner.publicKey,
      bugs: { noNonceMemory: bug === 'noNonceMemory', writesInPlace: bug === 'writesInPlace' },
      onRun: (id: string) => void this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1),
      fail: (what: string) => void this.#broken.push(what),
    };
    this.#makeNode = (disk) => new InstanceNode(instanceWorld, instanceName, disk);
    this.#instance = this.#makeNode();
    this.#store.enrol({
      organization,
      instance: instanceName,
      class: 'profiler',
      publicKey: signer.publicKey,
      enrolledAt: 0,
      state: 'active',
    });
    this.#hasCopy = random.chance(0.25);
  }

  /** An enrolled instance and a running control plane. */
  async prepare(keys: KeyPair): Promise<void> {
    await this.#instance.enrol(keys);
    this.#control.start();
    await this.#instance.start();
  }

  async run(): Promise<void> {
    this.#net.faults = this.#drawFaults();
    this.#scheduleCommands();
    this.#scheduleTrouble();
    if (this.#hasCopy) this.#time.schedule(this.#random.between(0, troubleMs / 2), () => this.#copyVolume());
    await this.#time.runUntil(troubleMs);
    this.#isQuiet = true;
    this.#net.faults = calmNet;
    await this.#time.runUntil(troubleMs + quietMs);
  }

  report(): WorldReport {
    this.#checkCommands();
    this.#checkReports();
    if (this.#hasCopy) this.#checkCopy();
    else this.#checkLegitimate();
    const ends = [...this.#store.settled.values()].flat();
    return {
      broken: this.#broken,
      issued: this.#control.issued,
      answered: ends.filter((end) => end === 'answered').length,
      hadCopy: this.#hasCopy,
    };
  }

  #checkCommands(): void {
    for (let at = 1; at <= this.#control.issued; at += 1) {
      const id = `capture-${at}`;
      const ends = this.#store.settled.get(id) ?? [];
      const runs = this.#runs.get(id) ?? 0;
      if (ends.length !== 1) this.#broken.push(`${id} has ${ends.length} outcomes`);
      if (runs > 1) this.#broken.push(`${id} ran ${runs} times`);
      if (ends[0] === 'answered' && runs !== 1) this.#broken.push(`${id} was answered and ran ${runs} times`);
      if (ends[0] === 'not_run' && runs !== 0) this.#broken.push(`${id} was refused and ran`);
    }
  }

  #checkReports(): void {
    const { outcomes } = this.#store;
    if (new Set(outcomes).size !== outcomes.length) this.#broken.push('an outcome is stored twice');
    const unreported = this.#instance.unreported.size;
    if (!this.#hasCopy && unreported > 0) this.#broken.push(`${unreported} outcomes were never stored`);
    if (!this.#hasCopy) {
      const lost = [...this.#runs.keys()].filter((id) => this.#wasFinished(id) && !outcomes.includes(id));
      if (lost.length > 0) this.#broken.push(`${lost.length} outcomes are lost`);
    }
  }

  /** An answered command has put its outcome in the instance's journal first. */
  #wasFinished(id: string): boolean {
    return this.#store.settled.get(id)?.[0] === 'answered';
  }

  #checkLegitimate(): void {
    if (this.#store.stateOf(instanceName) !== 'active') this.#broken.push('a legitimate instance was locked');
    else if (!this.#control.isLive(instanceName)) this.#broken.push('the instance did not come back');
  }

  #checkCopy(): void {
    if (this.#store.stateOf(instanceName) !== 'locked') this.#broken.push('a copy was not found out');
    if (!this.#instance.isStopped || this.#copy?.isStopped !== true) this.#broken.push('a locked instance goes on');
  }

  #drawFaults(): NetFaults {
    const random = this.#random;
    const upTo = (most: number): number => (random.chance(0.5) ? 0 : random.fraction() * most);
    return {
      drop: upTo(0.02),
      duplicate: upTo(0.02),
      reorder: upTo(0.02),
      halfOpen: upTo(0.01),
      replay: upTo(0.3),
      stall: upTo(0.02),
      lateHello: upTo(0.3),
      latencyMs: random.between(1, 400),
    };
  }

  #scheduleCommands(): void {
    this.#time.schedule(this.#random.between(1_000, 20_000), () => {
      if (!this.#isQuiet) this.#scheduleCommands();
      void this.#control.command(instanceName);
    });
  }

  #scheduleTrouble(): void {
    const times = this.#random.between(2, 8);
    for (let at = 0; at < times; at += 1) {
      this.#time.schedule(this.#random.between(0, troubleMs - minuteMs), () => this.#makeTrouble());
    }
  }

  #makeTrouble(): void {
    const random = this.#random;
    const kinds = [
      () => this.#crashControl(),
      () => this.#crashInstance(),
      () => this.#jump(this.#control.machine),
      () => this.#jump(this.#instance.machine),
      () => this.#breakDisk(),
      () => this.#net.cutAll(random.chance(0.5) ? 'client' : 'server'),
    ];
    kinds[random.between(0, kinds.length - 1)]?.();
  }

  #crashControl(): void {
    if (!this.#control.isUp) return;
    this.#control.crash();
    this.#time.schedule(this.#random.between(100, 20_000), () => this.#control.start());
  }

  #crashInstance(): void {
    if (!this.#instance.isUp) return;
    this.#instance.crash(this.#random.chance(0.5));
    const isAgain = this.#random.chance(0.3);
    this.#time.schedule(this.#random.between(10, 20_000), () => {
      void this.#instance.start();
      // A crash while it is still coming up hits the moments between the phases.
      if (isAgain) this.#time.schedule(this.#random.between(1, 2_000), () => this.#crashInstance());
    });
  }

  #jump(machine: { wallOffsetMs: number }): void {
    const most = 48 * 60 * minuteMs;
    machine.wallOffsetMs = this.#random.between(-most, most);
  }

  #breakDisk(): void {
    const { disk } = this.#instance;
    disk.fault = this.#random.chance(0.5) ? 'ENOSPC' : 'EIO';
    this.#time.schedule(this.#random.between(1_000, minuteMs), () => {
      disk.fault = undefined;
    });
  }

  #copyVolume(): void {
    const copy = this.#makeNode(this.#instance.disk.copy(this.#random));
    this.#copy = copy;
    this.#time.schedule(this.#random.between(0, minuteMs), () => void copy.start());
  }
}
