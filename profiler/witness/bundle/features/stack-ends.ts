/**
 * What stacks that end early, or lack frames of an interpreter, make unreliable. What a function did itself is right
 * in a stack without its root; what its callers did in total is not, and neither is the name of the caller on whose
 * behalf a library waited or asked for memory.
 */
import type { SampledCode, TargetPrograms } from '../keys/own-code.ts';
import type { Inclusive } from '../record/bundle.ts';
import type { AxisId, CollectorAxes } from '../record/collector-record.ts';
import { isNameless } from './nameless.ts';
import { readSites } from './sites.ts';

/** Share of stacks that may end early, or show nothing, before an axis says that it is incomplete. */
const mostEndingEarly = 0.05;
/** Of fewer stacks, one that ends early is a large part. */
const leastForShare = 10;
/** Share of a Python process' stacks that may lack frames of the interpreter. */
const mostLackingPython = 0.01;

interface Stacks {
  readonly samples: number;
  readonly whole: number;
  readonly ends_early?: readonly { readonly samples: number; readonly text: string }[] | undefined;
  readonly python?: { readonly samples: number; readonly incomplete: number } | undefined;
  /** Most of the samples whose own key an early end may have changed. */
  readonly harmed: number;
}

interface SiteStacks extends Omit<Stacks, 'harmed'> {
  readonly functions: readonly SampledCode[];
  readonly stacks: readonly { readonly frames: readonly number[]; readonly count: number }[];
}

export interface JudgedStacks {
  /** What makes the axis itself partial. */
  readonly why: string[];
  /** Undefined for an axis without stacks. */
  readonly inclusive: Inclusive | undefined;
}

export function judgeStacks(axis: AxisId, axes: CollectorAxes, programs: TargetPrograms): JudgedStacks {
  if (axis === 'cpu_stacks') return judgeCpuStacks(axes.cpu_stacks);
  const sites = sitesOf(axis, axes, programs);
  if (sites.length === 0) return { why: [], inclusive: undefined };
  const why = sites.flatMap((one) => [
    ...explainPython(one),
    // Where almost every stack shows a function of the program, ends further out changed no key.
    ...(isFew(one.harmed, one.samples) ? [] : explainEnds(one)),
  ]);
  return { why: [], inclusive: inclusiveOf(why) };
}

function judgeCpuStacks(stacks: CollectorAxes['cpu_stacks']): JudgedStacks {
  if (stacks === undefined) return { why: [], inclusive: undefined };
  let shown = 0;
  for (const { self } of stacks.functions) shown += self;
  const unread = stacks.samples - shown;
  const lacking = explainPython(stacks);
  return {
    why: [
      ...(isFew(unread, stacks.samples) ? [] : [`${unread} of ${stacks.samples} stacks show no function`]),
      ...(countInEvalLoop(stacks) > stacks.python.samples * mostLackingPython ? lacking : []),
    ],
    inclusive: inclusiveOf([...lacking, ...explainEnds({ ...stacks, harmed: stacks.samples })]),
  };
}

/**
 * Samples that ran in the interpreter's own loop, or in a function without a name, which may be that loop: where a
 * frame of the interpreter is missing, these are the samples that its function would have had.
 */
function countInEvalLoop({ functions, stacks }: NonNullable<CollectorAxes['cpu_stacks']>): number {
  let samples = 0;
  for (const { frames, count } of stacks) {
    const name = functions[frames.at(-1) ?? -1]?.name ?? '';
    if (/^_?PyEval_/u.test(name) || isNameless(name)) samples += count;
  }
  return samples;
}

function sitesOf(axis: AxisId, axes: CollectorAxes, programs: TargetPrograms): readonly Stacks[] {
  const sites = {
    off_cpu: [axes.off_cpu?.stacks],
    locks: [axes.locks?.stacks, axes.locks?.goroutines?.stacks],
    memory: [axes.memory?.fault_sites, axes.memory?.growth_sites],
    allocations: [axes.allocations?.sites],
  } as const;
  const own: readonly (SiteStacks | undefined)[] = axis in sites ? sites[axis as keyof typeof sites] : [];
  return own.flatMap((one) => {
    if (one === undefined) return [];
    const siteOf = readSites(one.functions, programs);
    return [{ ...one, harmed: shareOf(one, ({ frames }) => !siteOf(frames).isCertain) }];
  });
}

/** How many of the samples the stacks of one kind are. */
function shareOf<S extends { readonly count: number }>(
  { samples, stacks }: { readonly samples: number; readonly stacks: readonly S[] },
  isOne: (stack: S) => boolean,
): number {
  let [all, some] = [0, 0];
  for (const stack of stacks) {
    all += stack.count;
    if (isOne(stack)) some += stack.count;
  }
  return all === 0 ? samples : (samples * some) / all;
}

function explainPython({ python = { samples: 0, incomplete: 0 } }: Pick<Stacks, 'python'>): string[] {
  const { samples, incomplete } = python;
  return incomplete > samples * mostLackingPython
    ? [`in ${incomplete} of ${samples} stacks Python frames are missing`]
    : [];
}

function explainEnds({ samples, whole, ends_early = [] }: Stacks): string[] {
  if (isFew(samples - whole, samples)) return [];
  const reasons = ends_early.map((end) => `${end.samples}: ${end.text}`);
  const detail = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  return [`${samples - whole} of ${samples} stacks do not reach their root${detail}`];
}

/** One of a dozen is no share that anybody could tell from none. */
function isFew(some: number, all: number): boolean {
  return some <= all * mostEndingEarly || (some === 1 && all >= leastForShare);
}

function inclusiveOf(why: string[]): Inclusive {
  return { state: why.length === 0 ? 'complete' : 'partial', why };
}
