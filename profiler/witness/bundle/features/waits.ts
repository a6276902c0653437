/** Features of waits: amounts are nanoseconds. The innermost function of a thread's own code shows where it waited. */
import type { Feature } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import type { WaitStacks } from '../record/collector-waits.ts';
import { failure, functionKey, inBlocks, merge, placeOf, roundSamples, shareSamples } from './feature-parts.ts';
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
    ...reasons.map(({ reason, count, unfinished, total_ns, blocks_ns, hist }): Feature => ({
      key: waitBegins.reason + reason,
      amount: total_ns,
      unit: 'ns',
      events: count + unfinished,
      ...inBlocks(total_ns, blocks_ns),
      hist,
    })),
    ...calls.map(({ name, reason, ...times }) => timesOf(`${waitBegins.blockedCall}${name} ${reason}`, times)),
    ...sites(stacks),
  ];
}

/** Futexes are distinguished by their operation and its result. */
export function lockWaits({ waits, stacks, kernel = [] }: Locks): Feature[] {
  let [total, events] = [0, 0];
  for (const { total_ns, count } of waits) [total, events] = [total + total_ns, events + count];
  return [
    { key: 'total', amount: total, unit: 'ns', events },
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

interface Times {
  readonly count: number;
  readonly total_ns: number;
  readonly hist: number[];
}

/** Their blocks in the record count events and not time. */
function timesOf(key: string, { count, total_ns, hist }: Times): Feature {
  return { key, amount: total_ns, unit: 'ns', events: count, hist };
}

/** Average time behind one sampled stack: shorter waits may not have been sampled. */
export function weightOfSample({ samples, stacks }: WaitStacks): number {
  let total = 0;
  for (const { ns } of stacks) total += ns;
  return Math.max(1, total / Math.max(1, samples));
}

function sites(waits: WaitStacks): Feature[] {
  const drawn = shareSamples(
    waits.samples,
    waits.stacks.map(({ count, ns }) => ({ count, weight: ns })),
  );
  const features = waits.stacks.map(({ frames, what, count, ns }, index): Feature => {
    const { site } = siteOfWait(waits, frames);
    const where = site === undefined ? [] : ['at', functionKey(site)];
    const key = [what, ...where].join(' ');
    return { key, amount: ns, unit: 'ns', events: count, samples: drawn[index] ?? 0, ...placeOf(site) };
  });
  return merge(features).map(roundSamples);
}

/** `isOwn`: a function of the program; otherwise the stack shows only libraries, and the site is the innermost one. */
export function siteOfWait(
  { functions }: Pick<WaitStacks, 'functions'>,
  frames: readonly number[],
): { readonly site: WaitStacks['functions'][number] | undefined; readonly isOwn: boolean } {
  const innermost = frames.toReversed().flatMap((frame) => functions[frame] ?? []);
  const own = innermost.find((one) => !isLibrary(one));
  return { site: own ?? innermost[0], isOwn: own !== undefined };
}

/** Modules of the C library, and functions of standard libraries that are linked into the program. */
const libraryModules = /^(?:ld|libc|libpthread|librt|libdl|libm|libgcc_s|libstdc\+\+|linux-vdso|\[vdso\])(?:[-.]|$)/u;
const libraryFunctions = /^(?:<?(?:std|core|alloc|parking_lot|parking_lot_core)::|pthread_|__|runtime\.|sync\.|\[)/u;

function isLibrary({ name, module }: { name: string; module: string }): boolean {
  return libraryModules.test(module) || (libraryFunctions.test(name) && !isToldApart(name));
}
