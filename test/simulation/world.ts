/**
 * One world from one seed: control planes on one store, Agents that write to a third party, Profilers that
 * measure, a minute of faults, then quiet, then the invariants. Everything that speaks, stores, decides or
 * retries is the production code; time, sockets, disks, chance, the rows of the store, the collector and the
 * arithmetic of signatures are simulated. `bug` breaks one thing, to prove that it would be noticed.
 */
import type { CaptureState } from '../../src/control/captures/capture-state.ts';
import type { KeyPair } from '../../src/tunnel/identity/key-pair.ts';
import type { CaptureOutcome } from '../../src/tunnel/messages.ts';
import { calmNet, MemoryNet, type NetFaults } from './tunnel/memory-net.ts';
import { SeededRandom } from './tunnel/seeded-random.ts';
import { ToySignatures } from './tunnel/toy-signatures.ts';
import { VirtualTime, worldBegan } from './tunnel/virtual-time.ts';
import { Agent } from './agent.ts';
import { type Bug, noBugs } from './bugs.ts';
import { Caller } from './caller.ts';
import { Control } from './control.ts';
import { Database } from './database.ts';
import { type Instance, organization } from './instance.ts';
import { Profiler } from './profiler.ts';
import { ThirdParty } from './third-party.ts';
import { emptyRequest } from './empty-request.ts';

export interface WorldReport {
  /** Broken invariants, in words; none in a correct world. */
  readonly broken: readonly string[];
  readonly replicas: number;
  /** Ends of tries to write, by code. */
  readonly writes: ReadonlyMap<string, number>;
  /** Ends of captures, by outcome and code of the reason. */
  readonly captures: ReadonlyMap<string, number>;
  /** Writes that reached the third party. */
  readonly sent: number;
  /** What happened, in order; empty unless it was asked for. */
  readonly trace: readonly string[];
}

export interface WorldOptions {
  readonly bug?: Bug | undefined;
  readonly isTraced?: boolean;
}

/** Longer than a Profiler that took a request and was never heard of again is waited for. */
const longestQuietMs = 420_000;
/** Nothing may change any more once everything has ended. */
const afterwardsMs = 1_500;
/** Ends of a record that may come before the outcome of its Profiler. */
const endsWithoutOutcome = new Set([
  'cancelled',
  'expired',
  'profiler_lost',
  'no_answer',
  'no_such_process',
  'not_in_target_list',
]);

export async function simulateWorld(seed: number, keys: KeyPair, options: WorldOptions = {}): Promise<WorldReport> {
  const world = new World(seed, options);
  await world.prepare(keys);
  await world.run();
  return world.report();
}

class World {
  readonly #time = new VirtualTime();
  readonly #random: SeededRandom;
  readonly #net: MemoryNet;
  readonly #database: Database;
  readonly #thirdParty: ThirdParty;
  readonly #controls: readonly Control[];
  readonly #agents: readonly Agent[];
  readonly #profilers: readonly Profiler[];
  readonly #caller: Caller;
  readonly #broken: string[] = [];
  readonly #trace: string[] = [];
  readonly #isTraced: boolean;
  /** Most worlds are short; some last longer than a half-open connection or a lease that nobody renews. */
  readonly #troubleMs: number;
  readonly #runs = new Map<string, number>();
  /** How often each request for a capture went from open to ended. */
  readonly #ends = new Map<string, number>();
  /** Instances whose clock was set while they ran: what they wrote may look older than it is. */
  readonly #jumped = new Set<string>();
  readonly #durable: { readonly instance: string; readonly outcome: CaptureOutcome }[] = [];
  #requested = 0;
  #isQuiet = false;
  #hasSettled = false;

  constructor(seed: number, { bug, isTraced = false }: WorldOptions) {
    const bugs = bug === undefined ? noBugs : { ...noBugs, [bug]: true };
    this.#isTraced = isTraced;
    const random = new SeededRandom(seed);
    this.#random = random;
    const time = this.#time;
    const fail = (what: string): void => {
      this.#note(`BROKEN: ${what}`);
      this.#broken.push(what);
    };
    const note = (what: string): void => this.#note(what);
    this.#troubleMs = random.chance(0.015) ? random.between(40_000, 90_000) : random.between(3_000, 10_000);
    const isShared = random.chance(0.5);
    const net = new MemoryNet(time, random);
    this.#net = net;
    net.toldOfEnd = 0.85;
    const onChange = (id: string, before: CaptureState, after: CaptureState): void => this.#changed(id, before, after);
    this.#database = new Database({ time, random, isShared, bugs, onChange, fail });
    this.#thirdParty = new ThirdParty(time, random, fail);
    const signatures = new ToySignatures();
    const { verify } = signatures;
    const commandSigner = signatures.createSigner('control plane');
    const common = { time, random, net, verify, bugs, fail };
    const onActs = (replica: string, instance: string): void => {
      if (isShared && !this.#database.replicas.isAlive(replica)) fail(`a replica without a lease acts for ${instance}`);
    };
    const controlWorld = { ...common, database: this.#database, signer: commandSigner, onActs };
    this.#controls = Array.from({ length: isShared ? 2 : 1 }, () => new Control(controlWorld));
    const enrol = <T extends Instance>(
      name: string,
      make: (signer: ReturnType<ToySignatures['createSigner']>) => T,
    ): T => {
      const signer = signatures.createSigner(name);
      const made = make(signer);
      const known = { organization, instance: name, class: made.class, publicKey: signer.publicKey, enrolledAt: 0 };
      this.#database.sessions.enrol({ ...known, state: 'active' });
      return made;
    };
    const instanceWorld = { ...common, commandKey: commandSigner.publicKey };
    const onRun = (id: string): void => void this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1);
    const agentWorld = { ...instanceWorld, thirdParty: this.#thirdParty, onRun };
    this.#agents = Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, at) =>
      enrol(`agent-${at}`, (signer) => new Agent({ ...agentWorld, signer }, `agent-${at}`)),
    );
    const profilerWorld = {
      ...instanceWorld,
      onDurable: (instance: string, outcome: CaptureOutcome) => {
        note(`${instance}: ${outcome.request_id.slice(-2)} is on the disk (${outcome.reason.code})`);
        const record = this.#database.captures.requests.get(outcome.request_id);
        // An offer that was long on its way can make a Profiler measure again; the record keeps the first outcome.
        const isAgain = typeof record?.instances.get(instance)?.outcome === 'string';
        if (!isAgain) this.#durable.push({ instance, outcome });
      },
      onAcknowledged: (instance: string, id: string) => {
        note(`${instance}: ${id.slice(-2)} is acknowledged`);
        const isStored = !this.#database.captures.awaits(instance, id);
        if (!isStored) fail(`the outcome of ${id} was acknowledged and is not stored`);
      },
    };
    this.#profilers = Array.from({ length: random.chance(0.2) ? 2 : 1 }, (_, at) =>
      enrol(`profiler-${at}`, (signer) => new Profiler({ ...profilerWorld, signer }, `profiler-${at}`)),
    );
    this.#caller = new Caller({ time, random, thirdParty: this.#thirdParty, controls: this.#controls, fail, note });
  }

  get #instances(): readonly Instance[] {
    return [...this.#agents, ...this.#profilers];
  }

  async prepare(keys: KeyPair): Promise<void> {
    for (const control of this.#controls) control.start();
    for (const instance of this.#instances) {
      await instance.enrol(keys);
      this.#start(instance);
    }
  }

  async run(): Promise<void> {
    const random = this.#random;
    this.#net.faults = this.#drawFaults();
    this.#thirdParty.trouble = random.chance(0.3) ? 0 : random.fraction() * 0.5;
    this.#scheduleWrites();
    this.#scheduleCaptures();
    this.#scheduleTrouble();
    await this.#time.runUntil(this.#troubleMs);
    this.#isQuiet = true;
    this.#note('quiet');
    this.#net.faults = calmNet;
    this.#database.isFailing = false;
    for (const { disk } of this.#instances) disk.fault = undefined;
    const until = this.#troubleMs + longestQuietMs;
    while (!this.#isSettled() && this.#time.now < until) await this.#time.runUntil(this.#time.now + 500);
    this.#hasSettled = this.#isSettled();
    await this.#time.runUntil(this.#time.now + afterwardsMs);
  }

  report(): WorldReport {
    this.#checkWrites();
    this.#checkCaptures();
    for (const { name, client, isUp } of this.#instances) {
      this.#note(
        `${name}: ${isUp ? JSON.stringify(client?.state()) : 'down'}, ${JSON.stringify(this.#database.sessions.stateOf(name))}`,
      );
      const isKnown = this.#controls.every((control) => control.isLive(name));
      if (!this.#hasSettled && !isKnown) this.#broken.push(`${name} did not come back`);
    }
    const captures = new Map<string, number>();
    for (const { request } of this.#database.captures.requests.values()) {
      const end = `${request.status} ${request.reason_code}`;
      captures.set(end, (captures.get(end) ?? 0) + 1);
    }
    return {
      broken: this.#broken,
      replicas: this.#controls.length,
      writes: this.#caller.ends,
      captures,
      sent: this.#thirdParty.sent,
      trace: this.#trace,
    };
  }

  #note(what: string): void {
    if (this.#isTraced) this.#trace.push(`${(this.#time.now / 1000).toFixed(3).padStart(8)} ${what}`);
  }

  #isSettled(): boolean {
    const { requests } = this.#database.captures;
    return (
      this.#caller.finished === this.#caller.asked &&
      this.#profilers.every(({ isIdle }) => isIdle) &&
      this.#instances.every((one) => one.isLive && this.#controls.every((control) => control.isLive(one.name))) &&
      [...requests.values()].every(({ request }) => request.status !== 'queued')
    );
  }

  #checkWrites(): void {
    if (this.#caller.finished < this.#caller.asked) this.#broken.push('a write never ended');
    for (let at = 1; at <= this.#caller.asked; at += 1) {
      const effects = this.#thirdParty.effectsOf(`thing-${at}`);
      if (effects > 1) this.#broken.push(`thing-${at} was done ${effects} times`);
    }
    for (const [id, runs] of this.#runs) if (runs > 1) this.#broken.push(`the operation ${id} ran ${runs} times`);
  }

  #checkCaptures(): void {
    const { requests } = this.#database.captures;
    for (const [id, { request }] of requests) {
      const ends = this.#ends.get(id) ?? 0;
      if (request.status === 'queued' || ends !== 1) this.#broken.push(`the capture ${id} ended ${ends} times`);
    }
    for (const { instance, outcome } of this.#durable) {
      const record = requests.get(outcome.request_id);
      const stored = record?.instances.get(instance);
      const isKept = stored?.outcome === outcome.outcome && stored.reason_text === outcome.reason.text;
      if (isKept || this.#mayLack(instance, outcome)) continue;
      this.#broken.push(`the outcome of ${outcome.request_id} was lost: the record says ${stored?.reason_code}`);
    }
  }

  /** Whether a record may have ended without an outcome that was on the disk of its Profiler. */
  #mayLack(instance: string, { request_id, reason }: CaptureOutcome): boolean {
    const record = this.#database.captures.requests.get(request_id);
    const stored = record?.instances.get(instance);
    // It took the request when that had ended, or was told so by an offer that came late.
    if (stored === undefined || reason.code === 'request_ended') return record?.request.status !== 'queued';
    if (stored.reason_code === 'outcome_dropped' && this.#jumped.has(instance)) return true;
    return [stored.reason_code, record?.request.reason_code].some((code) => endsWithoutOutcome.has(code ?? ''));
  }

  #changed(id: string, before: CaptureState, after: CaptureState): void {
    this.#note(`capture ${id.slice(-2)}: ${after.status} ${after.reason?.code ?? [...after.nodes.keys()].join(' ')}`);
    for (const [instance, result] of before.nodes) {
      if (result === undefined || after.nodes.get(instance) === result) continue;
      this.#broken.push(`the outcome of ${id} on ${instance} was replaced`);
    }
    if (after.status === 'queued') return;
    this.#ends.set(id, (this.#ends.get(id) ?? 0) + 1);
  }

  #drawFaults(): NetFaults {
    const random = this.#random;
    const upTo = (most: number): number => (random.chance(0.5) ? 0 : random.fraction() * most);
    return {
      drop: upTo(0.02),
      duplicate: upTo(0.02),
      reorder: upTo(0.02),
      halfOpen: upTo(0.002),
      replay: upTo(0.3),
      stall: upTo(0.02),
      lateHello: upTo(0.1),
      latencyMs: random.between(1, 300),
    };
  }

  #scheduleWrites(): void {
    this.#time.schedule(this.#random.between(200, 5_000), () => {
      if (this.#isQuiet) return;
      this.#scheduleWrites();
      void this.#caller.write();
    });
  }

  #scheduleCaptures(): void {
    this.#time.schedule(this.#random.between(300, 8_000), () => {
      if (this.#isQuiet) return;
      this.#scheduleCaptures();
      this.#requestCapture();
    });
  }

  #requestCapture(): void {
    this.#requested += 1;
    const id = `00000000-0000-4000-8000-${String(this.#requested).padStart(12, '0')}`;
    // Made by a clock that no other one is ahead of, so that it is not overdue at once.
    const requestedAt =
      worldBegan + this.#time.now + Math.max(...this.#controls.map(({ machine }) => machine.wallOffsetMs), 0);
    this.#database.captures.requests.set(id, {
      request: { ...emptyRequest, organization_id: organization, id, version: id, requested_at: requestedAt },
      instances: new Map(),
    });
    const { controls, random } = { controls: this.#controls, random: this.#random };
    controls[random.between(0, controls.length - 1)]?.wake();
    if (random.chance(0.1)) {
      this.#time.schedule(random.between(100, 6_000), () => {
        this.#note(`capture ${id.slice(-2)} is to be cancelled`);
        controls[random.between(0, controls.length - 1)]?.cancel(id);
      });
    }
  }

  #scheduleTrouble(): void {
    const times = this.#random.between(1, 3 + Math.floor(this.#troubleMs / 15_000));
    for (let at = 0; at < times; at += 1) {
      this.#time.schedule(this.#random.between(200, this.#troubleMs), () => this.#makeTrouble());
    }
  }

  #makeTrouble(): void {
    const random = this.#random;
    const instance = this.#instances[random.between(0, this.#instances.length - 1)];
    const control = this.#controls[random.between(0, this.#controls.length - 1)];
    if (instance === undefined || control === undefined) return;
    const kinds = [
      () => this.#crashControl(control),
      () => this.#crashInstance(instance),
      () => this.#crashInstance(instance),
      () => {
        this.#note('a control plane stands still');
        control.pause(random.between(500, 15_000));
      },
      () => this.#jump(control.machine),
      () => {
        this.#jumped.add(instance.name);
        this.#jump(instance.machine);
      },
      () => this.#breakDisk(instance),
      () => this.#breakStore(),
      () => this.#net.cutAll(random.chance(0.5) ? 'client' : 'server'),
    ];
    kinds[random.between(0, kinds.length - 1)]?.();
  }

  #crashControl(control: Control): void {
    if (!control.isOpen) return;
    this.#note('a control plane crashes');
    control.crash();
    this.#time.schedule(this.#random.between(100, 5_000), () => control.start());
  }

  #crashInstance(instance: Instance): void {
    if (!instance.isUp || this.#isQuiet) return;
    const losesPower = this.#random.chance(0.5);
    this.#note(`${instance.name} crashes${losesPower ? ' and loses power' : ''}`);
    instance.crash(losesPower);
    const isAgain = this.#random.chance(0.3);
    this.#time.schedule(this.#random.between(10, 5_000), () => {
      this.#start(instance);
      // A crash while it is still coming up hits the moments between the phases.
      if (isAgain) this.#time.schedule(this.#random.between(1, 2_000), () => this.#crashInstance(instance));
    });
  }

  /** What cannot come up, as with a full disk, is started again, as whoever runs containers does. */
  #start(instance: Instance): void {
    if (instance.isUp) return;
    instance.start().catch(() => {
      this.#note(`${instance.name} could not start`);
      instance.crash(false);
      this.#time.schedule(1_000, () => this.#start(instance));
    });
  }

  #jump(machine: { wallOffsetMs: number }): void {
    const most = 48 * 3_600_000;
    machine.wallOffsetMs = this.#random.between(-most, most);
    this.#note(`a clock is set ${Math.round(machine.wallOffsetMs / 1000)} s off`);
  }

  #breakDisk(instance: Instance): void {
    const random = this.#random;
    const kind = random.between(0, 2);
    this.#note(`the disk of ${instance.name} is ${['full', 'broken', 'slow'][kind]}`);
    if (kind === 2) instance.slowestStepMs = 2_000;
    else instance.disk.fault = kind === 0 ? 'ENOSPC' : 'EIO';
    this.#time.schedule(random.between(500, 8_000), () => {
      instance.slowestStepMs = 5;
      instance.disk.fault = undefined;
    });
  }

  #breakStore(): void {
    this.#note('the store fails');
    this.#database.isFailing = true;
    this.#time.schedule(this.#random.between(100, 8_000), () => {
      this.#database.isFailing = false;
    });
  }
}
