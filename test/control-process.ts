/** The control plane as a process of its own, which a test may kill and start again on the same ports and store. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePorts } from '../demo/free-ports.ts';
import { compileCache } from './compile-cache.ts';

const entry = path.resolve(import.meta.dirname, '../src/cli/main.ts');
const pageBytes = 4096;

export interface ProcessOptions {
  /** How many files and sockets it may have open. */
  readonly descriptors?: number;
  /** File of the command line; the source of this repository by default. */
  readonly program?: string;
  /** Its data directory is a volume of that size of its own, which ends with the process. Needs root. */
  readonly volumeMegabytes?: number;
}

export class ControlProcess {
  readonly app: string;
  readonly tunnel: URL;
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #descriptors: number | undefined;
  readonly #program: string;
  readonly #volumeMegabytes: number | undefined;
  #child: ChildProcess | undefined;
  #ended: Promise<NodeJS.Signals | null> = Promise.resolve(null);
  #errors = '';

  private constructor(
    folder: string,
    ports: readonly number[],
    env: Readonly<Record<string, string>>,
    { descriptors, program = entry, volumeMegabytes }: ProcessOptions,
  ) {
    this.folder = folder;
    this.#descriptors = descriptors;
    this.#program = program;
    this.#volumeMegabytes = volumeMegabytes;
    this.app = `https://localhost:${ports[0]}`;
    this.tunnel = new URL(`wss://127.0.0.1:${ports[1]}`);
    this.#env = {
      ...compileCache,
      PATH: process.env['PATH'] ?? '',
      FAROL_DATA_DIR: folder,
      FAROL_ORGANIZATION: 'acme',
      FAROL_PORT: String(ports[0]),
      FAROL_TUNNEL_PORT: String(ports[1]),
      FAROL_LOG_LEVEL: 'error',
      ...env,
    };
  }

  /** `folder` becomes its data directory. Not started yet. */
  static async prepare(
    folder: string,
    env: Readonly<Record<string, string>> = {},
    options: ProcessOptions = {},
  ): Promise<ControlProcess> {
    return new ControlProcess(folder, await findFreePorts(2), env, options);
  }

  get caPem(): string {
    return readFileSync(this.fileOf('tls/ca.pem'), 'utf8');
  }

  /** Where this process finds a file of its data directory, also on a volume of its own while it runs. */
  fileOf(name: string): string {
    const file = path.join(this.folder, name);
    return this.#volumeMegabytes === undefined ? file : `/proc/${this.#child?.pid}/root${file}`;
  }

  /** Everything written to standard error since it was prepared. */
  get errors(): string {
    return this.#errors;
  }

  /** Resolves when the process that was started last has ended, with the signal that ended it. */
  get ended(): Promise<NodeJS.Signals | null> {
    return this.#ended;
  }

  /** Memory that the process holds now. */
  get residentBytes(): number {
    return Number(readFileSync(`/proc/${this.#child?.pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  }

  /** Resolves when it listens, with the owner link while there is one. */
  start(): Promise<string> {
    const limit = this.#descriptors === undefined ? '' : `ulimit -n ${this.#descriptors} && `;
    const command = ['-c', `${limit}exec "$0" "$@"`, process.execPath, this.#program, 'control'];
    const volume = `mount -t tmpfs -o size=${this.#volumeMegabytes}m none "$FAROL_DATA_DIR" && chmod 700 "$FAROL_DATA_DIR" && exec "$0" "$@"`;
    const [started = '', ...args] =
      this.#volumeMegabytes === undefined
        ? ['/bin/sh', ...command]
        : ['unshare', '--mount', '/bin/sh', '-c', volume, '/bin/sh', ...command];
    const child = spawn(started, args, { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.#errors += chunk));
    return new Promise((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`it ended with ${code} before it listened: ${this.#errors}`)));
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (!text.includes('"event":"listening"')) return;
        const file = /"event":"owner_link","file":"([^"]+)"/u.exec(text)?.[1];
        resolve(file === undefined ? '' : readFileSync(this.fileOf(path.relative(this.folder, file)), 'utf8').trim());
      });
    });
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to stop, as an orchestrator does, and resolves when it has ended. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Stops the whole process where it is, timers and sockets included, until `resume`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  }
}
