/** What the machine gave on one side and not on the other, as far as the captures know it. */
import { type Caveat, caveat } from './caveat.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import { mostMemoryWaitingApart, mostSteal, mostThrottledApart, mostWaitingApart, startingNs } from './host-limits.ts';
import { meanOf } from '../statistics/sums.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

type Side = readonly CaptureVector[];
type Read = (vector: CaptureVector) => number | undefined;

export function findHostCaveats(before: Side, after: Side): Caveat[] {
  const all = [...before, ...after];
  return [
    ...explainDifferent('CPU quota in cores', all, quotaOf),
    ...explainDifferent('frequency governor', all, ({ host }) => host.governor),
    ...explainDifferent('virtualization', all, ({ host }) => host.virtualization),
    ...[before, after].flatMap(explainSteal),
    ...explainThrottling(before, after),
    ...explainWaiting('a CPU', mostWaitingApart, [before, after], ({ cpu_some_ns: ns }) => ns),
    ...explainWaiting('memory', mostMemoryWaitingApart, [before, after], ({ memory_some_ns: ns }) => ns),
    ...explainWaiting('a disk', mostWaitingApart, [before, after], ({ io_some_ns: ns }) => ns),
    ...explainStarting(before, after),
  ];
}

/** A collector that knows the uptime reads the quota too: without one, it saw none. */
function quotaOf({ host, quota }: CaptureVector): string | undefined {
  if (quota !== undefined) return String(quota.cores);
  return host.uptime_ns === undefined ? undefined : 'no limit';
}

/** What is not known differs from nothing. */
function explainDifferent(what: string, all: Side, read: (vector: CaptureVector) => string | undefined): Caveat[] {
  const values = [...new Set(all.flatMap((vector) => read(vector) ?? []))];
  if (values.length < 2) return [];
  return [caveat(`${what} differs: ${values.toSorted(compareText).join(' and ')}`, 'time')];
}

function explainSteal(side: Side): Caveat[] {
  const share = meanShare(side, ({ host, window }) => divide(host.steal_ns, window.measured_ns * host.online_cpus));
  if (share === undefined || share <= mostSteal) return [];
  return [caveat(`the hypervisor kept ${percent(share)} of the CPU time of the machine from ${nameOf(side)}`, 'time')];
}

/** More CPU time is stopped more often, so that this says nothing against CPU time itself. */
function explainThrottling(before: Side, after: Side): Caveat[] {
  const [a, b] = [before, after].map((side) => meanShare(side, throttledOf));
  if (a === undefined || b === undefined || Math.abs(a - b) <= mostThrottledApart) return [];
  const each = `${percent(a)} of the periods of ${nameOf(before)} and ${percent(b)} of those of ${nameOf(after)}`;
  return [caveat(`the CPU quota stopped the target in ${each}`, 'waits')];
}

/** Without a limit nothing is stopped. */
function throttledOf(vector: CaptureVector): number | undefined {
  const { quota } = vector;
  if (quota === undefined) return quotaOf(vector) === undefined ? undefined : 0;
  return quota.periods === 0 ? 0 : quota.throttled_periods / quota.periods;
}

type Pressure = NonNullable<CaptureVector['host']['pressure']>;

/** The target waits too: more of its own CPU time makes more of this, which says nothing against CPU time itself. */
function explainWaiting(
  what: 'a CPU' | 'memory' | 'a disk',
  most: number,
  sides: readonly [Side, Side],
  read: (pressure: Pressure) => number,
): Caveat[] {
  const shareOf: Read = ({ host: { pressure }, window }) => pressure && divide(read(pressure), window.measured_ns);
  const [a, b] = sides.map((side) => meanShare(side, shareOf));
  if (a === undefined || b === undefined || Math.abs(a - b) <= most) return [];
  const [before, after] = sides;
  const each = `in ${percent(a)} of the time of ${nameOf(before)} and ${percent(b)} of that of ${nameOf(after)}`;
  return [caveat(`tasks of the machine waited for ${what} ${each}`, what === 'memory' ? 'time' : 'waits')];
}

/** A program that starts also makes other calls than one that runs. */
function explainStarting(before: Side, after: Side): Caveat[] {
  const [a, b] = [before, after].map((side) => meanShare(side, isStarting));
  if (a === undefined || b === undefined || a > 0.5 === b > 0.5) return [];
  const [young, other] = a > 0.5 ? [before, after] : [after, before];
  const text = `most captures of ${nameOf(young)} began less than ${startingNs / 1e9} s after the target had started, and most of ${nameOf(other)} did not`;
  return [caveat(text, 'everything')];
}

function isStarting({ age_ns: age }: CaptureVector): number | undefined {
  return age === undefined ? undefined : Number(age < startingNs);
}

/** Of a side; undefined where a capture does not know it. */
function meanShare(side: Side, read: Read): number | undefined {
  const known = side.flatMap((vector) => read(vector) ?? []);
  return known.length < side.length || known.length === 0 ? undefined : meanOf(known);
}

function divide(part: number | undefined, whole: number): number | undefined {
  return part === undefined || whole <= 0 ? undefined : part / whole;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function nameOf(side: Side): string {
  return side[0]?.request.version ?? '';
}
