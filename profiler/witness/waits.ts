/** Features of waits: counts are nanoseconds. Where a thread waited is told by the innermost function of its own code. */
import type { Feature } from './bundle.ts';
import type { CollectorAxes } from './collector-record.ts';
import type { WaitStacks } from './collector-waits.ts';
import { functionKey, noBlocks } from './feature-parts.ts';

type OffCpu = NonNullable<CollectorAxes['off_cpu']>;
type Locks = NonNullable<CollectorAxes['locks']>;

const reasonPrefix = 'reason ';

/** The reasons are exact; the sites are those of calls that blocked for longer than the threshold. */
export function offCpu({ reasons, stacks }: OffCpu): Feature[] {
  const exact = reasons.map(({ reason, total_ns, blocks_ns, hist }) => ({
    key: `${reasonPrefix}${reason}`,
    count: total_ns,
    blocks: blocks_ns,
    hist,
  }));
  return [...exact, ...sites(stacks)];
}

/** The reason that a key of `offCpu` stands for; undefined when it is a site. */
export function reasonOf(key: string): string | undefined {
  return key.startsWith(reasonPrefix) ? key.slice(reasonPrefix.length) : undefined;
}

export function lockWaits({ waits, stacks, kernel = [] }: Locks): Feature[] {
  let total = 0;
  for (const { total_ns } of waits) total += total_ns;
  const spread = kernel.map(({ kind, total_ns }) => ({ key: `kernel ${kind}`, count: total_ns, blocks: noBlocks() }));
  return [{ key: 'total', count: total, blocks: noBlocks() }, ...sites(stacks), ...spread];
}

/** How much time one shown stack stands for on average: less than that may not have been drawn. */
export function weightOfSample({ samples, stacks }: WaitStacks): number {
  let total = 0;
  for (const { ns } of stacks) total += ns;
  return Math.max(1, total / Math.max(1, samples));
}

function sites({ functions, stacks }: WaitStacks): Feature[] {
  return stacks.map(({ frames, what, ns }) => {
    const innermost = frames.toReversed().flatMap((frame) => functions[frame] ?? []);
    const own = innermost.find((one) => !isLibrary(one)) ?? innermost[0];
    const where = own === undefined ? [] : ['at', functionKey(own)];
    return { key: [what, ...where].join(' '), count: ns, blocks: noBlocks() };
  });
}

/** Modules of the C library, and functions of standard libraries that are linked into the program. */
const libraryModules = /^(?:ld|libc|libpthread|librt|libdl|libm|libgcc_s|libstdc\+\+|linux-vdso|\[vdso\])(?:[-.]|$)/u;
const libraryFunctions = /^(?:<?(?:std|core|alloc|parking_lot|parking_lot_core)::|pthread_|__|runtime\.|sync\.|\[)/u;

function isLibrary({ name, module }: { name: string; module: string }): boolean {
  return libraryModules.test(module) || libraryFunctions.test(name);
}
