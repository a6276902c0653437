/** Features of waits: counts are nanoseconds. The innermost function of a thread's own code shows where it waited. */
import type { Feature } from './bundle.ts';
import type { CollectorAxes } from './collector-record.ts';
import type { WaitStacks } from './collector-waits.ts';
import { failure, functionKey, noBlocks, placeOf } from './feature-parts.ts';
import { isToldApart } from './nameless.ts';

type OffCpu = NonNullable<CollectorAxes['off_cpu']>;
type Locks = NonNullable<CollectorAxes['locks']>;

/** Beginnings of the keys that are not of sites. */
export const waitBegins = {
  reason: 'reason ',
  blockedCall: 'blocked in ',
  futex: 'futex ',
  kernelLock: 'kernel ',
} as const;

/** The reasons and the calls are exact; the sites are those of calls that blocked for longer than the threshold. */
export function offCpu({ reasons, calls, stacks }: OffCpu): Feature[] {
  return [
    ...reasons.map(({ reason, total_ns, blocks_ns, hist }) => ({
      key: waitBegins.reason + reason,
      count: total_ns,
      blocks: blocks_ns,
      hist,
    })),
    ...calls.map(({ name, reason, ...times }) => timesOf(`${waitBegins.blockedCall}${name} ${reason}`, times)),
    ...sites(stacks),
  ];
}

/** Futexes are distinguished by their operation and its result. */
export function lockWaits({ waits, stacks, kernel = [] }: Locks): Feature[] {
  let total = 0;
  for (const { total_ns } of waits) total += total_ns;
  return [
    { key: 'total', count: total, blocks: noBlocks() },
    ...waits.map(({ operation, outcome, ...times }) =>
      timesOf(waitBegins.futex + [operation, ...failure(outcome)].join(' '), times),
    ),
    ...sites(stacks),
    ...kernel.map(({ kind, ...times }) => timesOf(waitBegins.kernelLock + kind, times)),
  ];
}

/** Whether a key says where threads waited. */
export function isWaitSite(key: string): boolean {
  return key !== 'total' && !Object.values(waitBegins).some((beginning) => key.startsWith(beginning));
}

/** Blocks of these rows count events, and not time. */
function timesOf(key: string, { total_ns, hist }: { readonly total_ns: number; readonly hist: number[] }): Feature {
  return { key, count: total_ns, blocks: noBlocks(), hist };
}

/** Average time behind one sampled stack: shorter waits may not have been sampled. */
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
    return { key: [what, ...where].join(' '), count: ns, blocks: noBlocks(), ...placeOf(own) };
  });
}

/** Modules of the C library, and functions of standard libraries that are linked into the program. */
const libraryModules = /^(?:ld|libc|libpthread|librt|libdl|libm|libgcc_s|libstdc\+\+|linux-vdso|\[vdso\])(?:[-.]|$)/u;
const libraryFunctions = /^(?:<?(?:std|core|alloc|parking_lot|parking_lot_core)::|pthread_|__|runtime\.|sync\.|\[)/u;

function isLibrary({ name, module }: { name: string; module: string }): boolean {
  return libraryModules.test(module) || (libraryFunctions.test(name) && !isToldApart(name));
}
