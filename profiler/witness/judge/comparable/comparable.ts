/**
 * The gate before any number: an axis is compared only when it was measured completely on both sides
 * by the same instruments on the same kind of machine. Otherwise both facts are stated, and nothing
 * that suggests a direction.
 */
import type { z } from 'zod';
import type { AxisId } from '../../bundle/record/collector-record.ts';
import { type Caveat, caveat } from './caveat.ts';
import type { AxisSide } from '../../diff/diff.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { explainUnlisted } from '../../bundle/record/axis-reasons.ts';
import { findHostCaveats } from './host-caveats.ts';
import { mostProcessRatio } from './host-limits.ts';
import { meanOf, sumOf } from '../statistics/sums.ts';
import { sayLeftOut } from './counted-captures.ts';
import type { CaptureVector, MeasuredVector } from '../../bundle/vector/capture-vector.ts';

type Side = z.infer<typeof AxisSide>;

export interface SideAxis {
  readonly vector: CaptureVector;
  readonly axis: MeasuredVector;
}

export type Comparability =
  | { readonly comparable: true; readonly baseline: SideAxis[]; readonly head: SideAxis[]; readonly caveats: Caveat[] }
  | { readonly comparable: false; readonly reason: string };

/** What a view of an axis needs to have been measured. */
export interface AxisNeed {
  readonly source: AxisId;
  /** Its keys or amounts are decided by callers: stacks that end early harm it. */
  readonly needsCallers?: boolean;
  /** Its keys are questions and answers, which older collectors did not count: of own ports, or of peers. */
  readonly needsAnswers?: 'accept' | 'connect';
  /** Of its source. `own`: of whole stacks. */
  readonly column?: string | undefined;
}

/** Captures of a side that are not complete are left out with a caveat, where others are. */
export function judgeAxis(
  need: AxisNeed,
  baseline: readonly CaptureVector[],
  head: readonly CaptureVector[],
): Comparability {
  const sides = [describeSide(need, baseline), describeSide(need, head)];
  if (sides.some(({ state }) => state !== 'complete')) {
    const facts = [baseline, head].map((side, index) => `${versionOf(side)}: ${sayState(sides[index])}`);
    return { comparable: false, reason: facts.join('; ') };
  }
  const caveats: Caveat[] = [];
  const [a, b] = [completeOf(need, baseline, caveats), completeOf(need, head, caveats)];
  const reason = differenceOf(need, [...a, ...b]);
  return reason === undefined ? { comparable: true, baseline: a, head: b, caveats } : { comparable: false, reason };
}

/** State of an axis on a side, which is that of the capture that measured most of it. */
export function describeSide(need: AxisNeed, side: readonly CaptureVector[]): Side {
  const described = side.map((one) => describeCapture(need, one));
  const [best] = described.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
  return best ?? describeCapture(need, undefined);
}

const states: readonly Side['state'][] = ['complete', 'partial', 'missing'];

/** `missing` when the bundle does not know the axis. */
function describeCapture(
  { source, needsCallers = false, needsAnswers, column }: AxisNeed,
  capture: CaptureVector | undefined,
): Side {
  const found = capture?.axes.find((one) => one.axis === source);
  if (found === undefined) return { state: 'missing', why: ['this axis was not part of the capture'] };
  if (needsAnswers !== undefined && found.state !== 'missing') {
    if (found.answers === undefined) {
      return { state: 'missing', why: ['its collector did not count questions and answers yet'] };
    }
    const unlisted = explainUnlisted(needsAnswers, found.answers_unlisted);
    if (unlisted.length > 0) return { state: 'partial', why: [...found.why, ...unlisted] };
  }
  if (lacksStacks(found, column)) {
    return { state: 'missing', why: ['whole stacks are not known'] };
  }
  if (!needsCallers || found.state === 'missing' || found.inclusive?.state !== 'partial' || showsOwn(found, column)) {
    return { state: found.state, why: found.why };
  }
  return { state: 'partial', why: [...found.why, ...found.inclusive.why] };
}

/** Samples without own code on their stack, as far as it is known, that may be anybody's. */
const mostForNobody = 0.05;

/** A stack that ends early shows its innermost own function all the same, where it has any frame of own code. */
function showsOwn(found: MeasuredVector, column: AxisNeed['column']): boolean {
  if (column !== 'own' || found.columns.own === undefined) return false;
  return sumOf(found.columns.own) >= (1 - mostForNobody) * sumOf(found.columns.amount);
}

/** Whom sampled time is spent for is known of whole stacks alone. */
function lacksStacks(found: CaptureVector['axes'][number], column: AxisNeed['column']): boolean {
  if (column !== 'own' && column !== 'work' && column !== 'within') return false;
  return found.state !== 'missing' && found.columns[column] === undefined;
}

/** What limits axes without forbidding them: any two captures of either side may differ. */
export function findCaveats(before: readonly CaptureVector[], after: readonly CaptureVector[]): Caveat[] {
  const vectors = [...before, ...after];
  const caveats: Caveat[] = [];
  const differs = (what: string, read: (vector: CaptureVector) => string | number): void => {
    const values = [...new Set(vectors.map((vector) => String(read(vector))))];
    if (values.length < 2) return;
    caveats.push(caveat(`${what} differs: ${values.toSorted(compareText).join(' and ')}`, 'everything'));
  };
  differs('kernel', ({ host }) => host.kernel);
  differs('CPU model', ({ host }) => host.cpu_model);
  differs('number of CPUs', ({ host }) => host.online_cpus);
  differs('warm-up in seconds', ({ window }) => window.warmup_ns / 1e9);
  return [...caveats, ...explainProcesses(before, after), ...findHostCaveats(before, after)];
}

/** On average over a side: a worker more in one capture of several is noise, as other load is. */
function explainProcesses(before: readonly CaptureVector[], after: readonly CaptureVector[]): Caveat[] {
  const [a, b] = [before, after].map((side) => meanOf(side.map(({ initial_processes: processes }) => processes))) as [
    number,
    number,
  ];
  if (Math.max(a, b) <= mostProcessRatio * Math.min(a, b)) return [];
  const values = [a, b].map((mean) => String(Math.round(10 * mean) / 10));
  return [caveat(`number of processes differs: ${values.toSorted(compareText).join(' and ')}`, 'everything')];
}

function completeOf(need: AxisNeed, side: readonly CaptureVector[], caveats: Caveat[]): SideAxis[] {
  const leftOut = new Map<string, number>();
  const complete = side.flatMap((vector) => {
    const found = vector.axes.find((one) => one.axis === need.source);
    const described = describeCapture(need, vector);
    if (found?.state === 'complete' && described.state === 'complete') return [{ vector, axis: found }];
    const why = sayState(described);
    leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
    return [];
  });
  const all = side.map((vector) => ({ vector }));
  caveats.push(...[...leftOut].map(([why, captures]) => sayLeftOut(all, captures, why)));
  return complete;
}

function differenceOf(need: AxisNeed, all: readonly SideAxis[]): string | undefined {
  const [first, ...others] = all;
  if (first === undefined) return 'nothing to compare';
  for (const one of others) {
    if (one.vector.host.arch !== first.vector.host.arch) {
      return `measured on different architectures: ${first.vector.host.arch} and ${one.vector.host.arch}`;
    }
    const reason = differenceOfTools(need, first, one);
    if (reason !== undefined) return reason;
  }
  const overlapping = all.some((one, index) => all.slice(index + 1).some((other) => overlap(one.vector, other.vector)));
  return overlapping ? 'two captures measured the same machine at the same time' : undefined;
}

function differenceOfTools(need: AxisNeed, a: SideAxis, b: SideAxis): string | undefined {
  if (b.axis.probes.join() !== a.axis.probes.join()) {
    return `measured by different probes: ${a.axis.probes.join(', ')} and ${b.axis.probes.join(', ')}`;
  }
  const [x, y] = [a.vector.tool, b.vector.tool];
  if (keysOf(need, y.witness_version) !== keysOf(need, x.witness_version)) {
    return `keys were made by different aggregators (witness ${x.witness_version} and ${y.witness_version})`;
  }
  const [before, after] = [semanticsOf(a.axis), semanticsOf(b.axis)];
  if (before !== undefined && after !== undefined) {
    if (before === after) return undefined;
    return `measured by probes whose numbers mean something else: ${before} and ${after}`;
  }
  if (y.bpf_sha256 === x.bpf_sha256) return undefined;
  return `measured with different probe programs (collector ${x.collector_version} and ${y.collector_version})`;
}

/** Version 3 differs from 2 in what it calls the sites of waits and of memory, and in nothing else. */
function keysOf({ needsCallers = false, column }: Pick<AxisNeed, 'needsCallers' | 'column'>, witness: string): string {
  const areSites = needsCallers && column === undefined;
  return witness === '3' && !areSites ? '2' : witness;
}

/** What `differenceOfTools` compares of an axis without sites, as one text: equal where two captures may be compared. */
export function methodOf({ vector: { tool }, axis }: SideAxis): string {
  return JSON.stringify([axis.probes, keysOf({}, tool.witness_version), semanticsOf(axis) ?? tool.bpf_sha256]);
}

/** Of all its probes; undefined where one does not state it, as in old captures: then only equal programs compare. */
function semanticsOf({ probes, semantics = {} }: MeasuredVector): string | undefined {
  if (probes.some((probe) => semantics[probe] === undefined)) return undefined;
  return probes.map((probe) => `${probe} ${semantics[probe] ?? ''}`).join(', ');
}

function overlap(a: CaptureVector, b: CaptureVector): boolean {
  if (a.host.boot_id !== b.host.boot_id) return false;
  const [startA, startB] = [Date.parse(a.window.start_wall), Date.parse(b.window.start_wall)];
  return startA < startB + b.window.measured_ns / 1e6 && startB < startA + a.window.measured_ns / 1e6;
}

function sayState(side: Side | undefined): string {
  if (side === undefined || side.state === 'missing') return `not measured (${side?.why.join('; ') ?? 'no capture'})`;
  return side.state === 'complete' ? 'measured' : `measured in part (${side.why.join('; ')})`;
}

function versionOf(side: readonly CaptureVector[]): string {
  return side[0]?.request.version ?? 'no version';
}
