/** Reads, from the host, what the kernel charges to a container: version 1 or 2 of memory cgroups. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Bytes at one moment. */
export interface Charge {
  /** Everything: processes, kernel, maps, and cache of files that this container read first. */
  readonly charged: number;
  /** Of it what the kernel cannot take back: all but the cache of files. */
  readonly held: number;
}

export interface Peak extends Charge {
  /** Largest resident set of the container's first process. */
  readonly control: number;
}

const everyMs = 50;

export class ContainerMeter {
  readonly #folder: string;
  readonly #pid: string;
  readonly #names: { readonly usage: string; readonly peak: string; readonly prefix: string };
  #held = 0;
  #charged = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `pid`: the container's first process. @throws Error when no memory cgroup of it can be read. */
  constructor(pid: string) {
    this.#pid = pid;
    const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('\n');
    const of = (pattern: RegExp): string | undefined =>
      lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    const v1 = of(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/u);
    const v2 = of(/^0::(.*)$/u) ?? '/';
    this.#folder = v1 === undefined ? path.join('/sys/fs/cgroup', v2) : path.join('/sys/fs/cgroup/memory', v1);
    this.#names =
      v1 === undefined
        ? { usage: 'memory.current', peak: 'memory.peak', prefix: '' }
        : { usage: 'memory.usage_in_bytes', peak: 'memory.max_usage_in_bytes', prefix: 'total_' };
    if (!existsSync(path.join(this.#folder, this.#names.peak))) throw new Error(`${this.#folder} tells no peak`);
  }

  now(): Charge {
    const charged = Number(this.#read(this.#names.usage));
    const stat = this.#read('memory.stat');
    const { prefix } = this.#names;
    return { charged, held: charged - field(stat, `${prefix}active_file`) - field(stat, `${prefix}inactive_file`) };
  }

  /** Looks often, until `stop`. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  /** The peaks: `charged` and `control` are the kernel's own since the container started, `held` of every look. */
  stop(): Peak {
    clearInterval(this.#timer);
    this.#look();
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    const control = Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1]) * 1024;
    return { charged: Math.max(this.#charged, Number(this.#read(this.#names.peak))), held: this.#held, control };
  }

  #look(): void {
    const { charged, held } = this.now();
    this.#charged = Math.max(this.#charged, charged);
    this.#held = Math.max(this.#held, held);
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#folder, name), 'utf8');
  }
}

function field(text: string, name: string): number {
  const value = new RegExp(`^${name} (\\d+)$`, 'mu').exec(text)?.[1];
  if (value === undefined) throw new Error(`memory.stat has no ${name}`);
  return Number(value);
}
