/** One run of the checks in a process of its own, from its start to its end. Its environment is the Agent's, without the bootstrap token. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../core/clock.ts';
import type { HealthCheck } from '../../tunnel/messages.ts';
import { tokenVariable } from '../boot/agent-variables.ts';
import type { ConnectorHost } from '../connectors/connector-host.ts';
import type { Environment } from '../connectors/connector-setup.ts';
import type { NamedSource } from '../connectors/sources.ts';
import { FromWorker, type ToWorker } from './health-messages.ts';
import { GrantedPermits } from './granted-permits.ts';

/** Of the sources under Node's type stripping, or of the build. */
const entry = new URL(import.meta.url.endsWith('.ts') ? './health-worker.ts' : './health-worker.js', import.meta.url);

/**
 * The flags of an Agent keep one that waits small and make loading slow; this process works and ends.
 * Its heap is bounded, so that what goes wrong in it does not take the memory the Agent needs.
 */
const nodeOptions = [
  '--max-semi-space-size=4',
  '--no-optimize-for-size',
  '--maglev',
  '--v8-pool-size=1',
  '--max-old-space-size=256',
];

export interface WorkerInput {
  /** All of them configured. */
  readonly hosts: readonly ConnectorHost[];
  /** As the sources file had them when the Agent read it. */
  readonly named: readonly NamedSource[];
  readonly env: Environment;
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly limitMs: number;
  /** Results of the run before. */
  readonly before: readonly HealthCheck[];
  /** Ends the process at once. */
  readonly signal: AbortSignal;
}

/** `lost`: it ended without saying that it is done; `late`: it was ended for its time; `unstarted`: there never was a process. */
export type WorkerEnd =
  | { readonly how: 'done'; readonly cpuMs: number }
  | { readonly how: 'lost' | 'late' | 'unstarted'; readonly code: string };

export interface WorkerRun {
  readonly end: WorkerEnd;
  /** By source; of those alone that had all their results. */
  readonly checked: ReadonlyMap<string, readonly HealthCheck[]>;
}

/** Resolves when the process is gone. Never rejects. */
export async function runWorker(input: WorkerInput): Promise<WorkerRun> {
  const run = new RunningWorker(input);
  return { end: await run.end(), checked: run.checked };
}

class RunningWorker {
  readonly checked = new Map<string, readonly HealthCheck[]>();
  readonly #input: WorkerInput;
  readonly #hosts: ReadonlyMap<string, ConnectorHost>;
  readonly #permits = new GrantedPermits();
  #child: ChildProcess | undefined;
  #cpuMs: number | undefined;
  #isLate = false;
  #misspoke: string | undefined;

  constructor(input: WorkerInput) {
    this.#input = input;
    this.#hosts = new Map(input.hosts.map((host) => [host.id, host]));
  }

  async end(): Promise<WorkerEnd> {
    const { clock, limitMs, signal } = this.#input;
    const kill = (): void => void this.#child?.kill('SIGKILL');
    const cancel = clock.after(limitMs, () => {
      this.#isLate = true;
      kill();
    });
    signal.addEventListener('abort', kill, { once: true });
    try {
      return await this.#start();
    } catch (error) {
      return { how: 'unstarted', code: codeOf(error) };
    } finally {
      cancel();
      signal.removeEventListener('abort', kill);
      this.#permits.takeBackAll();
    }
  }

  async #start(): Promise<WorkerEnd> {
    const { env, ca, hosts, signal, named: everyNamed } = this.#input;
    const before = this.#input.before.filter(({ judged }) => judged !== undefined);
    if (signal.aborted) return { how: 'lost', code: 'stopped' };
    const child = fork(fileURLToPath(entry), {
      env: withoutToken(env),
      execArgv: [...process.execArgv, ...nodeOptions],
      // Standard output is for the events of the Agent; the log is written by both.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (raw) => this.#hear(raw));
    const ended = Promise.withResolvers<string>();
    child.once('exit', (code, killed) => ended.resolve(killed ?? `status ${code}`));
    child.on('error', (error) => child.pid === undefined && ended.reject(error));
    const named = everyNamed.filter(({ name }) => this.#hosts.has(name));
    const sources = hosts.map(({ id }) => id);
    this.#say({ say: 'run', sources, named, before, ...(ca !== undefined && { ca }) });
    const code = await ended.promise;
    if (this.#cpuMs !== undefined) return { how: 'done', cpuMs: this.#cpuMs };
    return { how: this.#isLate ? 'late' : 'lost', code: this.#misspoke ?? code };
  }

  /** A process that has just ended receives nothing; its end is reported by its exit event. */
  #say(message: ToWorker): void {
    this.#child?.send(message, () => undefined);
  }

  #hear(raw: unknown): void {
    const parsed = FromWorker.safeParse(raw);
    if (!parsed.success) return this.#refuse('an unknown message');
    const message = parsed.data;
    switch (message.say) {
      case 'wait': {
        const host = this.#hosts.get(message.source);
        if (host === undefined) return this.#refuse('a source it was not asked for');
        return this.#permits.grant(host.limits, message.turn, () => this.#say({ say: 'turn', turn: message.turn }));
      }
      case 'over':
        return this.#permits.takeBack(message.turn);
      case 'checked':
        if (!this.#hosts.has(message.source)) return this.#refuse('a source it was not asked for');
        return void this.checked.set(message.source, message.checks);
      case 'done':
        this.#cpuMs = message.cpuMs;
        // It ends with its channel.
        return this.#child?.disconnect();
    }
  }

  #refuse(what: string): void {
    this.#misspoke ??= what;
    this.#child?.kill('SIGKILL');
  }
}

function withoutToken(env: Environment): Record<string, string | undefined> {
  const { [tokenVariable]: _value, [`${tokenVariable}_FILE`]: _file, ...rest } = env;
  return rest;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
