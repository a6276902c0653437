/** Replicas are killed in turn while callers ask operations and captures. What was lost, what came twice, how long it took. */
import { defaultCapturesPerHour } from '../../src/control/captures/hourly-ceiling.ts';
import type { Row } from '../bench-report.ts';
import { measureHandshakeFloor } from './bare-peers.ts';
import { type FleetUnderTest, placesOf, shuffle } from './fleet-under-test.ts';
import { machineMs, pause, percentile } from './machine-time.ts';

export interface ChaosSize {
  readonly lengthMs: number;
  readonly operationsPerSec: number;
}

const killEveryMs = 30_000;
/** Asked of instances that the killed replica held, in the moment of the kill. */
const probesOfEach = 100;
/** After the last kill everybody who waits gets an answer, or never will. */
const graceMs = 75_000;
const writesPart = 0.2;
const mostWaiting = 5000;
const tickMs = 20;

export async function measureChaos(fleet: FleetUnderTest, size: ChaosSize): Promise<Row[]> {
  const { bench, callers, population, simulator, replicas } = fleet;
  const { narrator } = bench;
  const agents = placesOf(population, (one) => one.class === 'agent');
  const profilers = placesOf(population, (one) => one.class === 'profiler');
  const load = new Load(fleet, size);
  const recoveries: number[] = [];
  const returns: number[] = [];
  const held: number[] = [];
  const startedAt = machineMs();
  const stop = [load.operate(agents), load.capture(profilers)];
  const everyMs = Math.min(killEveryMs, size.lengthMs / 2);
  for (let kill = 0; (kill + 0.5) * everyMs < size.lengthMs && !bench.signal.aborted; kill += 1) {
    await pause(Math.max(0, startedAt + (kill + 0.5) * everyMs - machineMs()));
    const victim = replicas[kill % replicas.length];
    if (victim === undefined) break;
    const affected = await simulator.ask('liveAt', { port: victim.tunnelPort });
    held.push(affected.length);
    const affectedAgents = shuffle(affected.filter((at) => population.instances[at]?.class === 'agent'));
    const killedAt = machineMs();
    const killed = victim.kill();
    const probes = affectedAgents.slice(0, probesOfEach).map(async (at) => {
      const { organization, instance } = population.instances[at] ?? { organization: '', instance: '' };
      const answeredAt = await callers.operate({ organization, instance, isWrite: false });
      // An answer that never came is not fast.
      recoveries.push((answeredAt ?? Number.POSITIVE_INFINITY) - killedAt);
    });
    await killed;
    await victim.start();
    const restartedMs = machineMs() - killedAt;
    await pause(Math.max(0, killedAt + Math.min(14_000, everyMs * 0.45) - machineMs()));
    const back = await simulator.ask('liveSince', { since: killedAt, of: affected });
    const own = back.map(([, at]) => at - killedAt);
    returns.push(...own, ...Array.from({ length: affected.length - own.length }, () => Number.POSITIVE_INFINITY));
    await Promise.race([Promise.all(probes), pause(Math.max(0, startedAt + (kill + 1) * everyMs - machineMs()))]);
    narrator.say(
      `killed ${victim.name} with ${affected.length} tunnels; it listened again after ${Math.round(restartedMs)} ms; ` +
        `back: ${own.length}, p99 ${shown(own)} ms; operations answered, p99 of all so far ${shown(recoveries)} ms; waiting ${load.waiting}`,
    );
  }
  await pause(Math.max(0, startedAt + size.lengthMs - machineMs()));
  for (const end of stop) end();
  await load.settled(graceMs);
  const doubledWork = await simulator.ask('doubled', null);
  const { operations, captures, otherwise } = callers;
  for (const [what, list] of Object.entries({
    lost: [...operations.lost, ...captures.lost],
    doubled: [...operations.doubled, ...captures.doubled, ...doubledWork],
    otherwise,
  })) {
    if (list.length > 0) narrator.say(`${what}: ${list.slice(0, 5).join(' | ')}`);
  }
  const floor = await measureHandshakeFloor(fleet, Math.max(...held, 1));
  const count = (name: string, found: number, of: number): Row => ({
    name: `${name} of ${of}`,
    unit: 'answers',
    samples: [found],
    goal: 0,
  });
  return [
    count('operations lost', operations.lost.length, operations.asked),
    count('operations answered twice', operations.doubled.length, operations.asked),
    count('captures lost', captures.lost.length, captures.asked),
    count('captures with two ends', captures.doubled.length, captures.asked),
    count('captures that ended otherwise than their Profiler said', otherwise.length, captures.asked),
    count('writes and captures done twice', doubledWork.length, operations.asked + captures.asked),
    {
      name: `kill → operation answered, p99 of ${recoveries.length}`,
      unit: 'ms',
      samples: [percentile(recoveries, 0.99)],
      goal: 5000,
      peer: { name: `bare TLS and WebSocket, ${floor.clients} clients at once, p99`, samples: [floor.p99] },
    },
    { name: 'kill → operation answered, median', unit: 'ms', samples: [percentile(recoveries, 0.5)] },
    {
      name: `kill → instance live again, p99 of ${returns.length}`,
      unit: 'ms',
      samples: [percentile(returns, 0.99)],
      peer: { name: `bare TLS and WebSocket, ${floor.clients} clients at once, p99`, samples: [floor.p99] },
    },
    { name: 'an operation, median', unit: 'ms', samples: [percentile(load.took, 0.5)] },
    {
      name: 'operations asked in a second',
      unit: 'runs',
      samples: [(load.took.length * 1000) / size.lengthMs],
      peer: { name: 'wanted', samples: [size.operationsPerSec] },
    },
  ];
}

function shown(samples: readonly number[]): string {
  return samples.length === 0 ? '–' : String(Math.round(percentile(samples, 0.99)));
}

/** Callers that ask at a steady pace, whatever becomes of their questions. */
class Load {
  readonly took: number[] = [];
  readonly #fleet: FleetUnderTest;
  readonly #size: ChaosSize;
  readonly #open = new Set<Promise<unknown>>();

  constructor(fleet: FleetUnderTest, size: ChaosSize) {
    this.#fleet = fleet;
    this.#size = size;
  }

  get waiting(): number {
    return this.#open.size;
  }

  /** The returned function ends it. */
  operate(agents: readonly number[]): () => void {
    const { callers, population } = this.#fleet;
    const startedAt = machineMs();
    let asked = 0;
    const timer = setInterval(() => {
      const due = ((machineMs() - startedAt) / 1000) * this.#size.operationsPerSec;
      for (; asked < due; asked += 1) {
        if (this.#open.size > mostWaiting) continue;
        const one = population.instances[agents[Math.floor(Math.random() * agents.length)] ?? -1];
        if (one === undefined) continue;
        const askedAt = machineMs();
        const { organization, instance } = one;
        this.#track(
          callers.operate({ organization, instance, isWrite: Math.random() < writesPart }).then((answeredAt) => {
            if (answeredAt !== undefined) this.took.push(answeredAt - askedAt);
          }),
        );
      }
    }, tickMs);
    return () => clearInterval(timer);
  }

  /** As many as an hour allows, over the whole length. The returned function ends it. */
  capture(profilers: readonly number[]): () => void {
    const { callers, population } = this.#fleet;
    const all = shuffle(
      population.organizations.flatMap((organization) =>
        Array.from({ length: defaultCapturesPerHour }, () => organization),
      ),
    );
    const timer = setInterval(
      () => {
        const organization = all.pop();
        if (organization === undefined) return;
        const own = profilers.filter((at) => population.instances[at]?.organization === organization);
        const one = population.instances[own[Math.floor(Math.random() * own.length)] ?? -1];
        if (one !== undefined) this.#track(callers.capture({ organization, instance: one.instance }));
      },
      Math.ceil(this.#size.lengthMs / (all.length + 1)),
    );
    return () => clearInterval(timer);
  }

  /** Resolves when everybody has an answer, or when the time is over. */
  async settled(timeoutMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#open), pause(timeoutMs)]);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#open.delete(tracked));
    this.#open.add(tracked);
  }
}
