/** Agents in two processes, each Agent behind a link of its own, and what became of their tunnels. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineMs } from '../../bench/fleet/machine-time.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import { type Break, Link } from './link.ts';
import type { AgentLine, ManyAgents } from './many-agents.ts';

/** What is given up after: several times what the slowest end needs to notice a silence and to come back. */
const patienceMs = 4 * limits.deadAfterMs;

export interface Recovery {
  readonly how: Break;
  /** Until the instance knew that its connection was gone. */
  readonly noticedMs: number;
  /** From when it could know and the way was open, until it was live. */
  readonly recoveredMs: number;
}

export class Fleet {
  readonly #links = new Map<string, Link>();
  readonly #processes: ChildProcess[] = [];
  readonly #lines = new Map<string, AgentLine[]>();
  readonly #listeners = new Set<(line: AgentLine) => void>();

  /** Enrols one Agent for each name. */
  async start(names: readonly string[], tunnelPort: number, common: Omit<ManyAgents, 'ports'>): Promise<void> {
    for (const name of names) this.#links.set(name, await Link.open(tunnelPort));
    const half = Math.ceil(names.length / 2);
    for (const part of [names.slice(0, half), names.slice(half)]) {
      this.#spawn({ ...common, ports: Object.fromEntries(part.map((name) => [name, this.#link(name).port])) });
    }
  }

  #spawn(agents: ManyAgents): void {
    const program = path.join(import.meta.dirname, 'many-agents.ts');
    const child = spawn(process.execPath, [program, JSON.stringify(agents)], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#processes.push(child);
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as AgentLine;
      this.#lines.set(line.instance, [...(this.#lines.get(line.instance) ?? []), line]);
      for (const listener of this.#listeners) listener(line);
    });
  }

  /** Resolves when the tunnel has its first session. */
  async firstLive(instance: string): Promise<void> {
    await this.#lineOf(instance, 'live', 0);
  }

  /** Breaks its connection, opens the way again once the instance noticed, and resolves when it is back. */
  async breakAndWait(instance: string, how: Break): Promise<Recovery> {
    const link = this.#link(instance);
    const startedAt = machineMs();
    let brokenAt = startedAt;
    // A session may have ended by itself; it is broken once there is one again.
    while (link.break(how) === 0) {
      if (machineMs() - startedAt > patienceMs) throw new Error(`${instance} has no connection to break`);
      await sleep(50);
      brokenAt = machineMs();
    }
    const noticed = await this.#lineOf(instance, 'waiting', brokenAt);
    link.mend();
    // It cannot know earlier of what is silent; of everything else it must.
    let returnedAt = brokenAt;
    if (how === 'blackhole') returnedAt = machineMs();
    else if (how === 'instance half-open') returnedAt = noticed.at;
    const live = await this.#lineOf(instance, 'live', Math.max(brokenAt, noticed.at));
    return { how, noticedMs: noticed.at - brokenAt, recoveredMs: Math.max(0, live.at - returnedAt) };
  }

  #link(instance: string): Link {
    const link = this.#links.get(instance);
    if (link === undefined) throw new Error(`no link of ${instance}`);
    return link;
  }

  /** The first since then that says so. */
  #lineOf(instance: string, state: AgentLine['state'], since: number): Promise<AgentLine> {
    const isIt = (line: AgentLine): boolean => line.instance === instance && line.state === state && line.at >= since;
    const before = this.#lines.get(instance)?.find(isIt);
    if (before !== undefined) return Promise.resolve(before);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
      };
      const listener = (line: AgentLine): void => {
        if (!isIt(line)) return;
        stop();
        resolve(line);
      };
      const timer = setTimeout(() => {
        stop();
        const said = JSON.stringify(this.#lines.get(instance)?.slice(-5) ?? []);
        reject(new Error(`${instance} was not ${state} within ${patienceMs} ms of ${since}; it said ${said}`));
      }, patienceMs);
      this.#listeners.add(listener);
    });
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      const ended = once(child, 'exit');
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await ended;
    }
    for (const link of this.#links.values()) await link.close();
  }
}
