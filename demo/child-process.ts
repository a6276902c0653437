/**
 * A program the demo starts: its output goes to a log file, its JSON lines become events, and it is
 * ended by its own pid only. Nothing is ever killed by name.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import type { Identity } from './workspace.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly cwd: string;
  /** Numeric user and group to run as; undefined keeps the user of the demo. */
  readonly identity: Identity | undefined;
  /** A cgroup.procs file that the program enters before it starts. */
  readonly cgroupProcs?: string | undefined;
  /** In a process group of its own, so that Ctrl+C at the terminal does not reach it. */
  readonly ownGroup?: boolean;
}

export type ChildEvent = Readonly<Record<string, unknown>> & { readonly event: string };

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the first event of one of the names, also when it came earlier; rejects when the program ends without it. */
  waitFor(events: string | readonly string[], timeoutMs: number): Promise<ChildEvent>;
  events(): readonly ChildEvent[];
  /** The last lines of output that are not JSON, for an error message. */
  tail(): string;
  exitCode(): number | undefined;
  stop(): Promise<void>;
}

export function startChild(options: ChildOptions): Child {
  const { command, args } = withIdentity(options);
  // Open at once: a folder that cannot be written ends the start, and one that is removed later ends nothing.
  const log = createWriteStream(options.logFile, { fd: openSync(options.logFile, 'a', 0o600) });
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup === true,
  });
  return new RunningChild(options, child, log);
}

/** Enters the cgroup while still privileged, then drops the user and every capability before the program starts. */
function withIdentity(options: ChildOptions): { command: string; args: string[] } {
  if (options.identity === undefined) return { command: options.command, args: [...options.args] };
  const { uid, gid } = options.identity;
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--'];
  const enter = options.cgroupProcs === undefined ? '' : `echo $$ > ${JSON.stringify(options.cgroupProcs)}; `;
  return { command: '/bin/sh', args: ['-c', `${enter}exec "$@"`, 'sh', ...drop, options.command, ...options.args] };
}

class RunningChild implements Child {
  readonly name: string;
  readonly logFile: string;
  readonly #child: ChildProcess;
  readonly #seen: ChildEvent[] = [];
  readonly #text: string[] = [];
  readonly #waiting = new Set<() => void>();
  #code: number | undefined;

  constructor(options: ChildOptions, child: ChildProcess, log: WriteStream) {
    this.name = options.name;
    this.logFile = options.logFile;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`);
        this.#take(line);
      });
    }
    child.once('error', (error) => this.#end(127, error.message));
    child.once('exit', (code, signal) => this.#end(code ?? 128, signal === null ? undefined : `ended by ${signal}`));
    child.once('close', () => log.end());
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  events(): readonly ChildEvent[] {
    return this.#seen;
  }

  tail(): string {
    return this.#text.slice(-12).join('\n');
  }

  exitCode(): number | undefined {
    return this.#code;
  }

  waitFor(events: string | readonly string[], timeoutMs: number): Promise<ChildEvent> {
    const names = typeof events === 'string' ? [events] : events;
    const wanted = names.join('" or "');
    return new Promise((resolve, reject) => {
      const done = (act: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        act();
      };
      const look = (): void => {
        const found = this.#seen.find((one) => names.includes(one.event));
        if (found !== undefined) done(() => resolve(found));
        else if (this.#code !== undefined) {
          done(() =>
            reject(new Error(`${this.name} ended with status ${this.#code} before "${wanted}":\n${this.tail()}`)),
          );
        }
      };
      const timer = setTimeout(
        () =>
          done(() =>
            reject(new Error(`${this.name} did not say "${wanted}" within ${timeoutMs / 1000} s:\n${this.tail()}`)),
          ),
        timeoutMs,
      );
      this.#waiting.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    if (this.#code !== undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const hard = setTimeout(() => this.#child.kill('SIGKILL'), 8000);
    await ended;
    clearTimeout(hard);
  }

  #take(line: string): void {
    const event = parseEvent(line);
    if (event === undefined) {
      this.#text.push(line);
      if (this.#text.length > 200) this.#text.shift();
    } else {
      this.#seen.push(event);
    }
    this.#notify();
  }

  #end(code: number, why: string | undefined): void {
    if (why !== undefined) this.#text.push(why);
    this.#code ??= code;
    // Output still in the pipe belongs to the program's last words.
    setTimeout(() => this.#notify(), 100);
  }

  #notify(): void {
    for (const look of this.#waiting) look();
  }
}

function parseEvent(line: string): ChildEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') {
      return undefined;
    }
    return { ...value, event: value.event };
  } catch {
    return undefined;
  }
}
