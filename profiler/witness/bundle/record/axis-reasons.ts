/** What was not measured, and why, in sentences for people: of an axis, and of all probes together. */
import type { AxisId, CollectorAxes, CollectorRecord, ProbeResult } from './collector-record.ts';

export const maxKeysPerAxis = 4096;
/** A window shorter than this share of the request makes every axis partial. */
const leastWindowShare = 0.95;
/** What a child does that this probe could not follow is missing on every axis. */
const followsChildren = 'process_fork';
const rateAxes: ReadonlySet<AxisId> = new Set([
  'cpu_time',
  'cpu_stacks',
  'syscalls',
  'file_io',
  'off_cpu',
  'locks',
  'memory',
  'allocations',
]);
/** Share of lost events up to which a rate is still valid; a set axis tolerates none. */
const mostRateLoss = 0.01;

export function explainMissing(own: readonly ProbeResult[], absent: readonly ProbeResult[]): string[] {
  const reasons = (absent.length > 0 ? absent : own).flatMap((probe) =>
    probe.state === 'measured' ? [] : [`${probe.id}: ${probe.reason}`],
  );
  return reasons.length > 0 ? reasons : ['the collector wrote no data for this axis'];
}

export function explainLoss(axis: AxisId, probes: readonly ProbeResult[]): string[] {
  const tolerated = rateAxes.has(axis) ? mostRateLoss : 0;
  return feeding(axis, probes).flatMap((probe) => {
    if (probe.state !== 'measured') return [`${probe.id}: ${probe.reason}`];
    const lost = probe.drops + probe.missed;
    const share = lost / Math.max(1, probe.hits + lost);
    return share > tolerated ? [`${probe.id}: ${lost} of ${probe.hits + lost} events were lost`] : [];
  });
}

/** Events that were lost, also where a rate may do without them: what was not seen may have been among them. */
export function countLost(axis: AxisId, probes: readonly ProbeResult[]): number {
  let lost = 0;
  for (const probe of feeding(axis, probes)) if (probe.state === 'measured') lost += probe.drops + probe.missed;
  return lost;
}

/** Its own probes, and the one that follows children. */
function feeding(axis: AxisId, probes: readonly ProbeResult[]): ProbeResult[] {
  const own = probes.filter((probe) => probe.axis === axis);
  return [...own, ...probes.filter((probe) => probe.id === followsChildren && probe.axis !== axis)];
}

export function explainWindow({ window }: CollectorRecord): string[] {
  const share = window.measured_ns / Math.max(1, window.requested_ns);
  if (share >= leastWindowShare) return [];
  return [`only ${Math.round(share * 100)} % of the requested window was measured`];
}

/** From this share of the samples on, code that is not understood makes the axis partial. */
const mostUnread = 0.01;

/** What is interpreted or was made at run time and is not understood; of a collector that did not count it, where it may be. */
export function explainRuntimes(stacks: CollectorAxes['cpu_stacks']): string[] {
  const problems = (stacks?.runtimes ?? []).filter(({ problem }) => problem !== undefined);
  if (stacks?.unread === undefined) {
    return problems.map(({ name, problem }) => `the functions of ${name} have no names: ${problem}`);
  }
  const share = stacks.unread / Math.max(1, stacks.samples);
  if (share < mostUnread) return [];
  const who = problems.map(({ name, problem }) => `${name}: ${problem}`);
  const cause = who.length > 0 ? who.join('; ') : 'no runtime that made it was recognised';
  return [
    `${Math.round(share * 100)} % of the samples ran in code that is interpreted or was made at run time, and that is not understood (${cause})`,
  ];
}

/** What would make an axis more exact. It is complete without: a function's samples ran in it, or in what it contains. */
export function hintsOf(axis: AxisId, { cpu_stacks: stacks, locks }: CollectorAxes): { hints?: string[] } {
  const ofRuntimes = axis === 'cpu_stacks' ? (stacks?.runtimes ?? []).flatMap(({ hint }) => hint ?? []) : [];
  const unread = axis === 'locks' ? (locks?.goroutines?.unread ?? []) : [];
  const hints = [...new Set([...ofRuntimes, ...unread.map(explainUnreadGo)])];
  return hints.length === 0 ? {} : { hints };
}

function explainUnreadGo(version: string): string {
  return `waits of goroutines for locks are not measured in programs built with Go ${version}: that needs Go 1.18 or newer, built in the usual way`;
}

/** As the collector counted it. */
export function unreadOf(axis: AxisId, { cpu_stacks: stacks }: CollectorAxes): { unread?: number } {
  if (axis !== 'cpu_stacks' || stacks?.unread === undefined) return {};
  return { unread: stacks.unread / Math.max(1, stacks.samples) };
}

export function explainCuts(cut: number): string[] {
  return cut === 0 ? [] : [`${cut} keys were cut at the limit of ${maxKeysPerAxis}`];
}

/** What the features of answers leave out: a port or a peer that has none may have answered all the same. */
export function explainUnlisted(
  by: 'accept' | 'connect',
  unlisted: { readonly accept: number; readonly connect: number } | undefined,
): string[] {
  const answers = unlisted?.[by] ?? 0;
  if (answers === 0) return [];
  const others = by === 'accept' ? 'were given on ports' : 'came from peers';
  return [`${answers} answers ${others} beyond those that are listed`];
}

/** N of M probes, counted one way for the record, the screen and the command line. */
export interface Tally {
  measured: number;
  total: number;
  missing: { probe: string; why: string }[];
}

/** `not_applicable` and `disabled` are listed in the bundle and not counted here; everything else that did not measure is missing. */
export function tallyProbes(probes: readonly ProbeResult[]): Tally {
  const tally: Tally = { measured: 0, total: 0, missing: [] };
  for (const probe of probes) {
    if (probe.state === 'not_applicable' || probe.state === 'disabled') continue;
    tally.total++;
    if (probe.state === 'measured') tally.measured++;
    else tally.missing.push({ probe: probe.id, why: `${probe.reason} ${probe.fix}`.trim() });
  }
  return tally;
}

export function declareInstrumentation({ measured, total }: Pick<Tally, 'measured' | 'total'>): string {
  return measured === total ? 'fully instrumented' : `${measured} of ${total} probes`;
}
