import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { drain, drainTimes } from './drain.ts';

interface Closed {
  readonly instance: string;
  readonly atMs: number;
  /** Commands that were on their way over it. */
  readonly cut: number;
}

/** Sessions as the hub has them, with commands that end at the given times after the start; several on one session. */
class Sessions {
  readonly closed: Closed[] = [];
  readonly clock = new ManualClock();
  /** That waited at one moment. */
  mostTimers = 0;
  readonly #live: Map<string, LiveSession>;
  readonly #busyUntilMs: ReadonlyMap<string, readonly number[]>;

  constructor(count: number, busyUntilMs: (at: number) => readonly number[] = () => []) {
    const instances = Array.from({ length: count }, (_one, at) => `edge-${at}`);
    this.#live = new Map(instances.map((instance) => [instance, sessionOf(instance)]));
    this.#busyUntilMs = new Map(instances.map((instance, at) => [instance, busyUntilMs(at)]));
  }

  add(instance: string): void {
    this.#live.set(instance, sessionOf(instance));
  }

  get liveCount(): number {
    return this.#live.size;
  }

  /** Begins, and moves time until it is over. Resolves with the milliseconds it took. */
  async drain(onStep: (passedMs: number) => void = () => undefined): Promise<number> {
    const inFlight = ({ instance }: LiveSession): number =>
      (this.#busyUntilMs.get(instance) ?? []).filter((endMs) => endMs > this.clock.monotonic()).length;
    let isOver = false;
    let overAtMs = 0;
    const draining = drain({
      clock: this.clock,
      listLive: () => [...this.#live.values()],
      inFlight,
      close: (session) => {
        const { instance } = session;
        this.closed.push({ instance, atMs: this.clock.monotonic(), cut: inFlight(session) });
        this.#live.delete(instance);
      },
    }).then(() => {
      isOver = true;
      overAtMs = this.clock.monotonic();
    });
    for (let passedMs = 0; !isOver && passedMs < 60_000; passedMs += stepMs) {
      await settle();
      onStep(passedMs);
      this.mostTimers = Math.max(this.mostTimers, this.clock.waiting);
      this.clock.advance(stepMs);
      await settle();
    }
    await draining;
    return overAtMs;
  }
}

const stepMs = 10;

/** Promises that are ready run; no time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
}

function sessionOf(instance: string): LiveSession {
  return {
    organization: 'acme',
    instance,
    class: 'agent',
    generation: 1,
    versions: {},
    catalogDigest: undefined,
    targets: undefined,
    since: 0,
  };
}

/** The most that were closed in any window of so many milliseconds. */
function mostWithin(windowMs: number, closed: readonly Closed[]): number {
  const times = closed.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  let most = 0;
  let from = 0;
  for (let to = 0; to < times.length; to += 1) {
    while ((times[to] ?? 0) - (times[from] ?? 0) >= windowMs) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

describe('a drain of 5,000 sessions', () => {
  test('closes each once, spread over the whole time', async () => {
    const sessions = new Sessions(5000);
    const tookMs = await sessions.drain();
    expect(new Set(sessions.closed.map(({ instance }) => instance)).size).toBe(5000);
    expect(sessions.closed).toHaveLength(5000);
    expect(sessions.liveCount).toBe(0);
    expect(tookMs).toBeGreaterThan(drainTimes.spreadMs * 0.9);
    expect(tookMs).toBeLessThanOrEqual(drainTimes.spreadMs + 2 * stepMs);
    // A thousand a second on average; never twice as many in a tenth of a second.
    expect(mostWithin(100, sessions.closed)).toBeLessThanOrEqual(200);
  });

  test('cuts no command that ends in time, and waits no longer than for the last of them', async () => {
    const random = new SeededRandom(5);
    const ends = Array.from({ length: 5000 }, () =>
      Array.from({ length: random.between(0, 3) }, () => random.between(1, drainTimes.commandMs - 100)),
    );
    const sessions = new Sessions(5000, (at) => ends[at] ?? []);
    const tookMs = await sessions.drain();
    expect(sessions.closed.filter(({ cut }) => cut > 0)).toEqual([]);
    expect(sessions.closed).toHaveLength(5000);
    expect(tookMs).toBeLessThanOrEqual(drainTimes.commandMs);
    // One for each busy session would be hundreds of thousands of looks a second, in a process that answers to the end.
    expect(sessions.mostTimers).toBe(1);
  });

  test('cuts commands that do not end, and those alone, when the time is over', async () => {
    // Every tenth session has a command that never ends.
    const sessions = new Sessions(5000, (at) => (at % 10 === 0 ? [Number.POSITIVE_INFINITY] : [2000]));
    const tookMs = await sessions.drain();
    const cut = sessions.closed.filter((one) => one.cut > 0);
    expect(cut).toHaveLength(500);
    expect(cut.every(({ instance }) => Number(instance.slice('edge-'.length)) % 10 === 0)).toBe(true);
    expect(Math.min(...cut.map(({ atMs }) => atMs))).toBeGreaterThanOrEqual(drainTimes.commandMs);
    expect(tookMs).toBeGreaterThanOrEqual(drainTimes.commandMs);
    expect(tookMs).toBeLessThanOrEqual(drainTimes.commandMs + 100);
  });

  test('closes what connects meanwhile, so that none is left', async () => {
    const sessions = new Sessions(5000);
    await sessions.drain((passedMs) => {
      if (passedMs % 1000 === 0) sessions.add(`late-${passedMs}`);
    });
    expect(sessions.liveCount).toBe(0);
    expect(sessions.closed.filter(({ instance }) => instance.startsWith('late-')).length).toBeGreaterThan(3);
  });
});

test.each([0, 1, 10])('a drain of %i sessions takes no longer than they need', async (count) => {
  const sessions = new Sessions(count);
  expect(await sessions.drain()).toBeLessThanOrEqual(count * drainTimes.eachMs + 2 * stepMs);
  expect(sessions.closed).toHaveLength(count);
});
