/** Which functions perf finds running, from the user part of each of its stacks. */
import type { MemoryCgroup } from '../demo/memory-cgroup.ts';
import { type PerfRun, readPerfScripts } from './run-perf.ts';
import type { SelfSamples } from './self-shares.ts';

/** perf looks for inlined functions only in stacks that it unwinds itself: the least copy serves for the innermost frame. */
const callGraph = 'dwarf,64';

/** @throws Error as perf does, or when its two answers are not about the same samples. */
export async function runPerfProfile(
  run: PerfRun & { readonly hz: number },
  cgroup: MemoryCgroup,
): Promise<SelfSamples[]> {
  const inlined = new PerfScript();
  const plain = new PerfScript();
  const fields = ['-F', 'comm,ip,sym,dso'];
  const readings = [
    { args: fields, onLine: (line: string) => inlined.take(line) },
    { args: [...fields, '--no-inline'], onLine: (line: string) => plain.take(line) },
  ];
  await readPerfScripts({ ...run, callGraph, readings }, cgroup);
  return tallyLeaves(plain.end(), inlined.end());
}

/** The innermost frame outside the kernel: its lines, of which all but the one with a module are inlined calls. */
export interface Leaf {
  readonly address: string;
  /** Innermost first; undefined when perf knows none. */
  readonly names: readonly (string | undefined)[];
  /** Undefined when perf calls the whole frame inlined. */
  readonly module: string | undefined;
}

/** Reads what `perf script -F comm,ip,sym,dso` prints: a line for each sample, then one for each frame, innermost first. */
export class PerfScript {
  readonly #leaves: (Leaf | undefined)[] = [];
  #isInside = false;

  take(line: string): void {
    if (/^\S/u.test(line)) {
      this.#isInside = true;
      this.#leaves.push(undefined);
      return;
    }
    const [, address = '', symbol = '', dso = ''] =
      /^\s+([0-9a-f]+) (.*) \(([^()]*(?: \(deleted\))?)\)$/u.exec(line) ?? [];
    // Time in the kernel belongs to the function that called it.
    if (!this.#isInside || dso === '' || isKernel(dso)) return;
    const leaf = this.#leaves.at(-1);
    const isInlined = dso === 'inlined';
    if (leaf !== undefined && leaf.address !== address) {
      this.#isInside = false;
      return;
    }
    const names = [...(leaf?.names ?? []), symbol === '[unknown]' ? undefined : symbol];
    this.#leaves[this.#leaves.length - 1] = { address, names, module: isInlined ? undefined : dso };
    this.#isInside = isInlined;
  }

  /** One for each sample; undefined for those that are the kernel's alone. */
  end(): (Leaf | undefined)[] {
    return this.#leaves;
  }
}

/**
 * Sums up the samples of one recording, read without inlined calls and with them. Where debug data has another
 * name for a symbol, perf calls even the symbol's own frame inlined, and says no module: the first reading does.
 */
export function tallyLeaves(
  plain: readonly (Leaf | undefined)[],
  inlined: readonly (Leaf | undefined)[],
): SelfSamples[] {
  const found = new Map<string, SelfSamples>();
  if (plain.length !== inlined.length) throw new Error('perf script does not print the same samples twice');
  for (const [at, leaf] of plain.entries()) {
    if (leaf?.module === undefined) continue;
    const { module } = leaf;
    const [within] = leaf.names;
    const names = inlined[at]?.names ?? [];
    const name = names.length > 1 ? names[0] : within;
    const key = JSON.stringify([module, name, within]);
    found.set(key, { module, name, within, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

/** The kernel itself, its modules, and the programs that other tools have loaded into it. */
function isKernel(module: string): boolean {
  return /^\[(?:kernel|guest)|^\[(?!vdso|vsyscall|unknown)\w+\]$|^bpf_prog_|\.ko$/u.test(module);
}
