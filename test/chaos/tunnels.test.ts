/**
 * A thousand broken connections while ten thousand operations are asked, with a real control plane and
 * Agents in processes of their own: every question is answered once, and every Agent comes back.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OperationResponse } from '../../src/control/api.ts';
import { BootstrapTokenStore } from '../../src/control/enrolment/bootstrap-tokens.ts';
import { openStore, type Store } from '../../src/control/store/database.ts';
import { ControlApi } from '../../src/cli/control-api.ts';
import { systemClock } from '../../src/core/clock.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import { ControlProcess } from '../control-process.ts';
import { type Break, Link } from './link.ts';
import type { AgentLine, FleetOfAgents } from './many-agents.ts';

const fleets = {
  /** Broken eight times, so that the waits between attempts grow, start over and grow again. */
  shaken: 100,
  dark: 60,
  'instance not told': 60,
  'control plane not told': 80,
} as const;
type Group = keyof typeof fleets;
const rounds = 8;
const operations = 10_000;
const writeEvery = 10;
/** Longer than either end believes in a silent connection. */
const darkMs = limits.deadAfterMs + 2000;
const recoveryMs = 5000;

interface Drop {
  readonly instance: string;
  /** When the way was open again and, where only silence tells, the silence long enough. */
  readonly returnedAt: number;
}

test('1,000 broken connections lose none of 10,000 operations and run none twice', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-chaos-'));
  const control = await ControlProcess.prepare(folder);
  const ownerLink = await control.start();
  const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  const fleet = new Fleet(control, folder);
  const api = new ControlApi(control.app, control.caPem);
  try {
    await api.signIn(ownerLink);
    await fleet.start(await mintFor(store));
    const asked = new Questions(api);
    const drops: Drop[] = [];
    const chaos = breakAll(fleet, drops);
    await Promise.all([asked.askAll(fleet), chaos]);
    expect(drops).toHaveLength(1000);
    await fleet.allLiveAfter(drops);

    expect(asked.answers.size).toBe(operations);
    expect([...asked.answers].filter(([ask, answers]) => answers.length !== 1 || answers[0] !== ask)).toEqual([]);
    // Nobody but the caller asks for a write again.
    const runs = await asked.readRuns(fleet);
    const tooOften = [...runs].filter(([key, times]) => times > (asked.asks.get(key) ?? 0));
    expect([tooOften, runs.size]).toEqual([[], operations / writeEvery]);
    const standings = await store.db.selectFrom('instances').select(['locked_at', 'revoked_at']).execute();
    expect(standings).toEqual(Array(300).fill({ locked_at: null, revoked_at: null }));
    const waits = drops.map((drop) => fleet.recoveryOf(drop)).toSorted((a, b) => a - b);
    expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(recoveryMs);
  } finally {
    api.close();
    await fleet.stop();
    await store.close();
    await control.kill();
    await rm(folder, { recursive: true, force: true });
  }
});

async function mintFor(store: Store): Promise<string> {
  const { id } = await store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const token = {
    organization: id,
    class: 'agent',
    name: 'fleet',
    createdBy: 'test',
    expiresInHours: 1,
    uses: 300,
  } as const;
  return (await new BootstrapTokenStore(store, systemClock).create(token)).value.reveal();
}

async function breakAll(fleet: Fleet, drops: Drop[]): Promise<void> {
  const began = Date.now();
  const breakThese = (instances: readonly string[], how: Break, returnsInMs = 0): readonly Drop[] => {
    const broken = instances.map((instance) => {
      expect([instance, fleet.link(instance).break(how)]).toEqual([instance, 1]);
      return { instance, returnedAt: Date.now() + returnsInMs };
    });
    drops.push(...broken);
    return broken;
  };
  breakThese(fleet.names('dark'), 'blackhole', darkMs);
  breakThese(fleet.names('instance not told'), 'instance not told', limits.deadAfterMs);
  breakThese(fleet.names('control plane not told'), 'control plane not told');
  const shake = async (instances: readonly string[]): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      // Half-way they live long enough for the waits to start over.
      await sleep(round === rounds / 2 ? 11_000 : 500);
      await fleet.allLiveAfter(breakThese(instances, round % 2 === 0 ? 'reset' : 'end'));
    }
  };
  const shaken = fleet.names('shaken');
  const slices = Array.from({ length: shaken.length / 10 }, (_, at) => shaken.slice(at * 10, at * 10 + 10));
  const mend = async (): Promise<void> => {
    await sleep(began + darkMs - Date.now());
    for (const instance of fleet.names('dark')) fleet.link(instance).mend();
  };
  await Promise.all([...slices.map((slice, at) => sleep(at * 150).then(() => shake(slice))), mend()]);
}

/** Agents in two processes, each Agent behind a link of its own. */
class Fleet {
  readonly #control: ControlProcess;
  readonly #folder: string;
  readonly #links = new Map<string, Link>();
  readonly #groups = new Map<string, Group>();
  readonly #processes: ChildProcess[] = [];
  readonly #live = new Map<string, number[]>();
  readonly #listeners = new Set<() => void>();

  constructor(control: ControlProcess, folder: string) {
    this.#control = control;
    this.#folder = folder;
  }

  async start(token: string): Promise<void> {
    for (const [group, count] of Object.entries(fleets) as [Group, number][]) {
      for (let at = 0; at < count; at += 1) {
        const instance = `${group.replaceAll(' ', '-')}-${at}`;
        this.#groups.set(instance, group);
        this.#links.set(instance, await Link.open(Number(this.#control.tunnel.port)));
      }
    }
    const all = [...this.#links];
    for (const half of [all.slice(0, 150), all.slice(150)]) this.#spawn(half, token);
    const began = Date.now();
    await this.allLiveAfter(all.map(([instance]) => ({ instance, returnedAt: began })));
  }

  #spawn(links: readonly [string, Link][], token: string): void {
    const fleet: FleetOfAgents = {
      folder: this.#folder,
      enrollUrl: `${this.#control.app}/enroll`,
      ca: this.#control.caPem,
      token,
      ports: Object.fromEntries(links.map(([instance, { port }]) => [instance, port])),
    };
    const program = path.join(import.meta.dirname, 'many-agents.ts');
    const child = spawn(process.execPath, [program, JSON.stringify(fleet)], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#processes.push(child);
    createInterface(child.stdout).on('line', (line) => {
      const { instance, state, at } = JSON.parse(line) as AgentLine;
      if (state !== 'live') return;
      this.#live.set(instance, [...(this.#live.get(instance) ?? []), at]);
      for (const listener of this.#listeners) listener();
    });
  }

  names(group?: Group): readonly string[] {
    const all = [...this.#groups];
    return all.filter(([, of]) => group === undefined || of === group).map(([instance]) => instance);
  }

  link(instance: string): Link {
    const link = this.#links.get(instance);
    if (link === undefined) throw new Error(`no link of ${instance}`);
    return link;
  }

  /** Milliseconds until it was live again. */
  recoveryOf({ instance, returnedAt }: Drop): number {
    const at = (this.#live.get(instance) ?? []).find((one) => one >= returnedAt);
    return at === undefined ? Number.POSITIVE_INFINITY : at - returnedAt;
  }

  async allLiveAfter(drops: readonly Drop[]): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (drops.some((drop) => this.recoveryOf(drop) === Number.POSITIVE_INFINITY)) {
      if (Date.now() > deadline) {
        const missing = drops.filter((drop) => this.recoveryOf(drop) === Number.POSITIVE_INFINITY);
        throw new Error(`not live again: ${JSON.stringify(missing.slice(0, 5))} of ${missing.length}`);
      }
      await this.#nextLive();
    }
  }

  #nextLive(): Promise<unknown> {
    const heard = Promise.withResolvers<void>();
    this.#listeners.add(heard.resolve);
    return Promise.race([heard.promise, sleep(1000)]).finally(() => this.#listeners.delete(heard.resolve));
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const link of this.#links.values()) await link.close();
  }
}

/** One in ten is a write. Whoever gets no answer asks again, as a caller does. */
class Questions {
  /** What came back, by what was asked. */
  readonly answers = new Map<string, string[]>();
  /** How often each was asked. */
  readonly asks = new Map<string, number>();
  readonly #api: ControlApi;

  constructor(api: ControlApi) {
    this.#api = api;
  }

  async askAll(fleet: Fleet): Promise<void> {
    const silent = [...fleet.names('dark'), ...fleet.names('instance not told')];
    const others = [...fleet.names('shaken'), ...fleet.names('control plane not told')];
    let next = 0;
    const began = Date.now();
    const askOne = async (agents: readonly string[]): Promise<void> => {
      const number = next++;
      await this.#ask(number, agents[number % agents.length] ?? '');
    };
    // Those to silent Agents wait all the time; the others are spread over it.
    const waiting = Array.from({ length: 200 }, () => askOne(silent));
    const worker = async (): Promise<void> => {
      while (next < operations) {
        const due = began + (next * darkMs) / operations;
        if (due > Date.now()) await sleep(due - Date.now());
        if (next < operations) await askOne(others);
      }
    };
    await Promise.all([...waiting, ...Array.from({ length: 32 }, worker)]);
  }

  async #ask(number: number, instance: string): Promise<void> {
    const ask = `question-${number}-of-16-chars`;
    const isWrite = number % writeEvery === 0;
    const call = {
      method: 'POST',
      path: `/api/operations/${isWrite ? 'tickets.addComment' : 'metrics.query'}`,
      body: { instance, args: isWrite ? { idempotencyKey: ask } : { ask } },
    } as const;
    for (;;) {
      this.asks.set(ask, (this.asks.get(ask) ?? 0) + 1);
      const { status, body } = await this.#api.callRaw(call).catch(lostAnswer);
      if (status === 200) {
        const { data } = OperationResponse.parse(body).result;
        const answered = data as { instance: string; ask: string };
        expect(answered.instance).toBe(instance);
        this.answers.set(ask, [...(this.answers.get(ask) ?? []), answered.ask]);
        return;
      }
      // Not there, or lost on the way: anything else is no outcome of a broken connection.
      expect([503, 504]).toContain(status);
      await sleep(200);
    }
  }

  /** By idempotency key, how often its Agent was asked. */
  async readRuns(fleet: Fleet): Promise<ReadonlyMap<string, number>> {
    const runs = new Map<string, number>();
    for (const instance of fleet.names()) {
      const body = { instance, args: { ask: 'runs' } };
      const call = { method: 'POST', path: '/api/operations/metrics.query', body } as const;
      const { result } = await this.#api.call(call, OperationResponse);
      for (const [key, times] of Object.entries(result.data as Record<string, number>)) runs.set(key, times);
    }
    return runs;
  }
}

/** The caller's own patience ended. */
function lostAnswer(error: unknown): { status: number; body: unknown } {
  if (error instanceof Error && error.message.includes('did not answer within'))
    return { status: 504, body: undefined };
  throw error;
}
