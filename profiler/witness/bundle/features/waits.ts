/** Features of waits: amounts are nanoseconds. The innermost function of the target's own code shows where it waited. */
import type { TargetPrograms } from '../keys/own-code.ts';
import { type WaitingCode, waitKindOf } from '../keys/wait-kinds.ts';
import type { Feature } from '../record/bundle.ts';
import type { AxisId, CollectorAxes } from '../record/collector-record.ts';
import type { WaitStacks } from '../record/collector-waits.ts';
import { failure, functionKey, inBlocks, merge, placeOf, roundSamples, shareSamples } from './feature-parts.ts';
import { readSites } from './sites.ts';

type OffCpu = NonNullable<CollectorAxes['off_cpu']>;
type Locks = NonNullable<CollectorAxes['locks']>;

/** Beginnings of the keys that are not of sites. */
export const waitBegins = {
  reason: 'reason ',
  blockedCall: 'blocked in ',
  futex: 'futex ',
  kernelLock: 'kernel ',
  goroutine: 'goroutine ',
} as const;

/** The reasons and the calls are exact; the sites are those of calls that blocked for longer than the threshold. */
export function offCpu({ reasons, calls, stacks }: OffCpu, programs: TargetPrograms): Feature[] {
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
    ...sites(stacks, programs),
  ];
}

/** Futexes are distinguished by their operation and its result. The total is of threads and of goroutines. */
export function lockWaits({ waits, stacks, kernel = [], goroutines }: Locks, programs: TargetPrograms): Feature[] {
  const parked = goroutines?.waits ?? [];
  let [total, events] = [0, 0];
  for (const { total_ns, count } of [...waits, ...parked]) [total, events] = [total + total_ns, events + count];
  return [
    { key: 'total', amount: total, unit: 'ns', events },
    ...waits.map(({ operation, outcome, ...times }) =>
      timesOf(waitBegins.futex + [operation, ...failure(outcome)].join(' '), times),
    ),
    ...sites(stacks, programs),
    ...kernel.map(({ kind, ...times }) => timesOf(waitBegins.kernelLock + kind, times)),
    ...parked.map(({ lock, ...times }) => timesOf(waitBegins.goroutine + lock, times)),
    ...(goroutines === undefined ? [] : sites(callersOf(goroutines.stacks), programs)),
  ];
}

/** Go's own functions that wait, which say nothing of who does; what is waited for is a lock. */
const waitsForLock = /^(?:internal\/)?sync\.(?:\(\*(?:RW)?Mutex\)\.|runtime_Semacquire|\(\*rlocker\)\.)/u;

function callersOf(stacks: WaitStacks): WaitStacks {
  const isCaller = (frame: number): boolean => !waitsForLock.test(stacks.functions[frame]?.name ?? '');
  return {
    ...stacks,
    stacks: stacks.stacks.map((one) => ({
      ...one,
      what: 'lock',
      frames: one.frames.slice(0, one.frames.findLastIndex(isCaller) + 1),
    })),
  };
}

/** Whether a key says where threads waited, and not that they had nothing to run. */
export function isWaitSite(key: string): boolean {
  return (
    key !== 'total' && !idle.test(key) && !Object.values(waitBegins).some((beginning) => key.startsWith(beginning))
  );
}

/** Its time is what the work of others leaves: less of it is more work, and no improvement. */
const idle = /^(?:sleep )?idle at /u;

interface Times {
  readonly count: number;
  readonly total_ns: number;
  readonly hist: number[];
}

/** Their blocks in the record count events and not time. */
function timesOf(key: string, { count, total_ns, hist }: Times): Feature {
  return { key, amount: total_ns, unit: 'ns', events: count, hist };
}

/** The stacks of an axis of waits: of threads, and of goroutines. */
export function waitStacksOf(axis: AxisId, { off_cpu, locks }: CollectorAxes): WaitStacks[] {
  if (axis === 'off_cpu') return off_cpu === undefined ? [] : [off_cpu.stacks];
  if (axis !== 'locks' || locks === undefined) return [];
  return [locks.stacks, ...(locks.goroutines === undefined ? [] : [locks.goroutines.stacks])];
}

/** Average time behind one sampled stack, of those kinds of which it is longest: shorter waits may not have been sampled. */
export function weightOfSample(kinds: readonly WaitStacks[]): number {
  const weights = kinds.map(({ samples, stacks }) => {
    let total = 0;
    for (const { ns } of stacks) total += ns;
    return total / Math.max(1, samples);
  });
  return Math.max(1, ...weights);
}

function sites(waits: WaitStacks, programs: TargetPrograms): Feature[] {
  const drawn = shareSamples(
    waits.samples,
    waits.stacks.map(({ count, ns }) => ({ count, weight: ns })),
  );
  const siteOf = readSites(waits.functions, programs);
  const features = waits.stacks.map(({ frames, what, count, ns }, index): Feature => {
    const { site, beneath } = siteOf(frames);
    const where = site === undefined ? [] : ['at', functionKey(site)];
    const key = [nameWait(what, beneath), ...where].join(' ');
    return { key, amount: ns, unit: 'ns', events: count, samples: drawn[index] ?? 0, ...placeOf(site) };
  });
  return merge(features).map(roundSamples);
}

/** In a futex what was waited for, in place of the call and of the operation, which the C library chooses. */
function nameWait(what: string, beneath: readonly WaitingCode[]): string {
  const isCall = what.includes(' ');
  const kind = isCall && what !== inFutex ? undefined : waitKindOf(beneath);
  if (kind === undefined) return what;
  return isCall ? inFutex.replace('futex', kind) : kind;
}

/** As the collector says of a call that blocked. */
const inFutex = 'sleep futex';
