/** A program as its unit starts it, and what its log says first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';
import type { Variables } from './trouble-bench.ts';

/** `before` goes in front of the program on the command line, such as `setpriv`. */
export interface Start {
  readonly env: Variables;
  readonly before?: readonly string[];
}

export interface Said {
  /** Of a line of the log its `msg`; of a refusal to boot the first problem as it is printed. */
  readonly line: string;
  readonly code: string | undefined;
  /** What to do. */
  readonly remedy: string;
}

const agentProgram = fileURLToPath(new URL('../../src/agent/bin.ts', import.meta.url));

export function startAgent({ env, before = [] }: Start): RunningInstance {
  const [file, ...args] = [...before, process.execPath, agentProgram];
  const given = { ...compileCache, PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env };
  return new RunningInstance(spawn(file, args, { env: given, stdio: ['ignore', 'ignore', 'pipe'] }));
}

export class RunningInstance {
  readonly exited: Promise<number | null>;
  readonly #lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        this.#lines.push(line);
        for (const look of this.#waiting) look();
      });
    }
    this.exited = once(child, 'close').then(([code]) => code as number | null);
  }

  /** Its code, once it has ended; undefined for one that runs and is not expected to end. */
  async end(isExpected: boolean): Promise<number | undefined> {
    return (isExpected ? await this.exited : this.#child.exitCode) ?? undefined;
  }

  /** The first warning or error, or what it refuses to boot for. @throws when it ends without one */
  async firstTrouble(): Promise<Said> {
    const find = (): Said | undefined => this.#lines.map(troubleIn).find((one) => one !== undefined);
    await this.#until(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new Error(`it said nothing of a trouble:\n${this.#lines.join('\n')}`);
    return found;
  }

  /** @throws when it ends before */
  async untilLive(): Promise<void> {
    const isLive = (): boolean => this.#lines.some((line) => line.includes('"tunnel is live"'));
    await this.#until(isLive);
    if (!isLive()) throw new Error(`it was never live:\n${this.#lines.join('\n')}`);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  async #until(holds: () => boolean): Promise<void> {
    const held = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
    await Promise.race([held, this.exited]);
  }
}

function troubleIn(line: string): Said | undefined {
  // What it warns of at a boot that succeeds is about the machine of the suite.
  if (line.startsWith('- ')) {
    const [, said = '', remedy = ''] = /^- (?<said>.*?)\. Cost: .*?\. (?<remedy>.*)$/u.exec(line) ?? [];
    return { line: said, code: undefined, remedy };
  }
  if (!line.startsWith('{')) return undefined;
  const { level, msg = '', code, remedy = '' } = JSON.parse(line) as Partial<Record<string, string>>;
  // That the other side closed is what these places provoke, and not yet what it leads to.
  const isTrouble = (level === 'warn' || level === 'error') && code?.startsWith('closed_') !== true;
  return isTrouble ? { line: msg, code, remedy } : undefined;
}
