/** Programs that die at each commit point once and are started again, until one of them runs through. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ControlProcess } from '../control-process.ts';
import { type Ended, runProgram } from '../run-farol.ts';
import type { BundledPrograms } from './bundle-programs.ts';

type Environment = Readonly<Record<string, string>>;

export class Deaths {
  readonly programs: BundledPrograms;
  readonly env: Environment;
  readonly #file: string;

  constructor(programs: BundledPrograms, folder: string) {
    this.programs = programs;
    const places = path.join(folder, 'places.json');
    this.#file = path.join(folder, 'died-at');
    writeFileSync(places, JSON.stringify(programs.places));
    writeFileSync(this.#file, '');
    this.env = {
      NODE_OPTIONS: `--import ${pathToFileURL(programs.program('watcher')).href}`,
      NODE_COMPILE_CACHE: programs.compiled,
      FAROL_TEST_PLACES: places,
      FAROL_TEST_DIED_AT: this.#file,
    };
  }

  /** Names of the points that a process died at so far. */
  get names(): ReadonlySet<string> {
    return new Set(readFileSync(this.#file, 'utf8').split('\n').slice(0, -1));
  }
}

/** Starts a program once. */
export function runOnce(command: readonly string[], env: Environment): Promise<Ended> {
  return runProgram(command, { env: { PATH: process.env['PATH'] ?? '', ...env } });
}

/** Starts a program until it ends by itself. `afterDeath`: checks or clears what the one before has left. */
export async function runUntilItLives(
  command: readonly string[],
  env: Environment,
  afterDeath: () => Promise<void> = () => Promise.resolve(),
): Promise<Ended> {
  for (;;) {
    const ended = await runOnce(command, env);
    if (ended.signal !== 'SIGKILL') return ended;
    await afterDeath();
  }
}

/** An instance that did not take a new key is asked again after a minute. */
const patienceMs = 150_000;

/** A control plane that is started again whenever it died. */
export class DyingControl {
  readonly process: ControlProcess;
  /** Told of each start, the first one included, before anybody else is. */
  onStarted: () => Promise<void> = () => Promise.resolve();
  deaths = 0;
  readonly #listened = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();
  #failed: Error | undefined;

  private constructor(process: ControlProcess) {
    this.process = process;
  }

  /** `program`: file of the command line. */
  static async prepare(folder: string, { env, program }: { env: Environment; program: string }): Promise<DyingControl> {
    return new DyingControl(await ControlProcess.prepare(folder, { FAROL_LOG_LEVEL: 'warn', ...env }, { program }));
  }

  /** Resolves when it listens for the first time, after all its deaths on the way. */
  start(): Promise<void> {
    this.#running = this.#keepRunning().catch((error: unknown) => {
      this.#failed = error instanceof Error ? error : new Error('it failed', { cause: error });
      this.#listened.reject(error);
    });
    return this.#listened.promise;
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      const isUp = await this.process.start().then(
        () => true,
        async (error: unknown) => {
          const signal = await this.process.ended;
          // Asked to stop before it listens for signals, it ends by the signal itself.
          const wasAsked = this.#isStopped && signal === 'SIGTERM';
          if (signal !== 'SIGKILL' && !wasAsked) throw error;
          return false;
        },
      );
      if (isUp) {
        this.#listened.resolve();
        if (this.#isStopped) this.process.stop().catch(() => undefined);
        else await this.onStarted();
      }
      const signal = await this.process.ended;
      if (signal === 'SIGKILL') this.deaths += 1;
      else if (this.#isStopped && isUp) return;
      else if (!this.#isStopped) {
        throw new Error(`the control plane ended by itself (${signal}): ${this.process.errors}`);
      }
    }
  }

  /** Repeats what a caller does until it is answered, as long as only the death of the control plane is in its way. */
  async until<T>(what: string, work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      if (this.#failed !== undefined) throw this.#failed;
      try {
        return await work();
      } catch (error) {
        if (!isOfItsDeath(error)) throw error;
        if (Date.now() > deadline) {
          const logged = this.process.errors.slice(-2000);
          throw new Error(`not within ${patienceMs / 1000} s: ${what}\n${logged}`, { cause: error });
        }
        await sleep(50);
      }
    }
  }

  /** Kills it at no commit at all. */
  crash(): Promise<void> {
    return this.process.kill();
  }

  /** Asks it to stop, and again when it died while stopping, until one has stopped as it should. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.process.stop();
    await this.#running;
    if (this.#failed !== undefined) throw this.#failed;
  }
}

/** What a caller cannot tell from an answer that was lost: it asks again. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

const codesOfDeath = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'not_live',
  'closed',
  'timeout',
  'no_live_agent',
  'agent_lost',
]);

function isOfItsDeath(error: unknown): boolean {
  if (error instanceof NotYet) return true;
  return error instanceof Error && 'code' in error && codesOfDeath.has(String(error.code));
}
