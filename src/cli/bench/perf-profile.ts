/** Which functions perf finds running, from the user part of each of its stacks. */
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type PerfRun, readPerfScript } from './run-perf.ts';
import type { SelfSamples } from './self-shares.ts';

/** By frame pointers: they suffice for the innermost frame, and unlike copies of the stack they lose no samples. */
export async function runPerfProfile(run: PerfRun, cgroup: MemoryCgroup): Promise<SelfSamples[]> {
  const reading = new PerfScript();
  const onLine = (line: string): void => reading.take(line);
  await readPerfScript({ ...run, fields: 'comm,ip,sym,dso', onLine }, cgroup);
  return reading.end();
}

/** Reads what `perf script -F comm,ip,sym,dso` prints: a line for each sample, then one for each frame, innermost first. */
export class PerfScript {
  readonly #found = new Map<string, { module: string; name: string | undefined; count: number }>();
  #isInside = false;
  /** The innermost of the calls that were inlined into the frame of the next line. */
  #inlined: string | undefined;

  take(line: string): void {
    if (/^\S/u.test(line)) {
      this.#isInside = true;
      this.#inlined = undefined;
      return;
    }
    const [, symbol = '', module = ''] = /^\s+[0-9a-f]+ (.*) \((.*)\)$/u.exec(line) ?? [];
    // Time in the kernel belongs to the function that called it.
    if (!this.#isInside || module === '' || isKernel(module)) return;
    if (module === 'inlined') {
      this.#inlined ??= symbol;
      return;
    }
    this.#isInside = false;
    const name = this.#inlined ?? (symbol === '[unknown]' ? undefined : symbol);
    const key = `${module} ${name ?? ''}`;
    const entry = this.#found.get(key) ?? { module, name, count: 0 };
    entry.count += 1;
    this.#found.set(key, entry);
  }

  end(): SelfSamples[] {
    return [...this.#found.values()];
  }
}

/** The kernel itself, its modules, and the programs that other tools have loaded into it. */
function isKernel(module: string): boolean {
  return /^\[(?:kernel|guest)|^\[(?!vdso|vsyscall|unknown)\w+\]$|^bpf_prog_|\.ko$/u.test(module);
}
