/** The order of findings: what widens the reach of the target first, then what changed, then what else is new. */
import { compareText } from '../../bundle/keys/key-text.ts';
import { countLevels, totalKey } from '../../diff/read-diff.ts';
import type { Brought, Finding, Level, LevelCounts } from '../../diff/summary.ts';

/** Listed findings; the others are counted. */
export const mostFindings = 7;

/** Of the other axes that list what there is. */
const incidental = ['file_changes', 'files', 'syscall_names', 'signals'];

const levels: readonly Level[] = ['confirmed', 'provisional', 'suspected', 'likely', 'observed'];

/** Of changes of the same share: axes that say most about the code come first. */
const costs = [
  'cpu_stacks',
  'cpu_own',
  'cpu_work',
  'allocation_sites',
  'syscalls',
  'file_io',
  'network_bytes',
  'locks',
  'cpu_time',
];

/** Places that are left for what else is new or stopped, however many costs changed. */
const keptPlaces = 2;

export interface RankedFindings {
  readonly listed: Finding[];
  /** Findings that no listed one names. */
  readonly more: number;
  readonly levels: LevelCounts;
}

/** New keys of an axis are listed as one. The severe axes, which are four, leave places for costs. */
export function rankFindings(findings: readonly Finding[]): RankedFindings {
  const ranked = orderFindings(mergeAlike(findings));
  const isLast = (one: Finding): boolean => rankOf(one) > severeAxes.length;
  const last = ranked.filter(isLast);
  const first = ranked.filter((one) => !isLast(one)).slice(0, mostFindings - Math.min(keptPlaces, last.length));
  const listed = [...first, ...last].slice(0, mostFindings);
  const levels = countLevels(findings);
  let more = 0;
  for (const count of Object.values(levels)) more += count ?? 0;
  for (const { others = [] } of listed) more -= 1 + others.length;
  return { listed, more, levels };
}

/** A finding has the place of the weightiest of itself and what it brings. */
export function orderFindings<T extends Finding | Brought>(findings: readonly T[]): T[] {
  return findings
    .map((finding) => ({ finding, weightiest: weightiestOf(finding) }))
    .toSorted((a, b) => compare(a.weightiest, b.weightiest) || compare(a.finding, b.finding))
    .map(({ finding }) => finding);
}

function weightiestOf(finding: Finding | Brought): Brought {
  const brings = 'brings' in finding ? (finding.brings ?? []) : [];
  let best: Brought = finding;
  for (const one of brings) if (compare(one, best) < 0) best = one;
  return best;
}

function compare(a: Brought, b: Brought): number {
  return (
    rankOf(a) - rankOf(b) ||
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    explainingRank(a) - explainingRank(b) ||
    (b.share ?? 0) - (a.share ?? 0) ||
    costRank(a) - costRank(b) ||
    distanceOf(b) - distanceOf(a) ||
    compareText(a.axis, b.axis) ||
    compareText(a.key, b.key)
  );
}

function rankOf({ state, axis }: Brought): number {
  if (isSevere({ state, axis })) return severeAxes.indexOf(axis);
  if (state === 'changed') return severeAxes.length;
  const place = incidental.indexOf(axis);
  const among = place === -1 ? incidental.length : place;
  return severeAxes.length + 1 + among + (state === 'stopped' ? incidental.length + 1 : 0);
}

/**
 * How long single waits and calls took explains a cost, and is none; so does the thread in which a function ran. How
 * long who asks has to wait is what all of it is for.
 */
function explainingRank({ axis, key, state, per }: Brought): number {
  if (axis === 'response_time') return -1;
  const isThread = axis === 'cpu_time' && key !== totalKey;
  return Number(state === 'changed' && (per === undefined || isThread));
}

function costRank({ axis, key }: Brought): number {
  // What the process spends in all comes before what its functions do.
  if (axis === 'cpu_time' && key === totalKey) return -1;
  const place = costs.indexOf(axis);
  return place === -1 ? costs.length : place;
}

/** From none, or to it, is further than any ratio. */
function distanceOf({ only, ratio = 1 }: Brought): number {
  if (only !== undefined) return Number.MAX_VALUE;
  return Math.max(ratio, 1 / ratio);
}

/**
 * New keys of an axis, or those that stopped, are one finding: a release that adds nine files says so once. Keeps the
 * order of the first of each.
 */
function mergeAlike(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const { axis, key, state } = finding;
    const name = state === 'changed' ? `${state} ${axis} ${key}` : `${state} ${axis}`;
    const first = merged.get(name);
    merged.set(name, first === undefined ? finding : join(first, finding));
  }
  return [...merged.values()];
}

function join(first: Finding, next: Finding): Finding {
  const brings = [...(first.brings ?? []), ...(next.brings ?? [])];
  const others = [...(first.others ?? []), next.key];
  return { ...first, others, ...(brings.length > 0 && { brings }) };
}

/**
 * Most serious first: new keys of these outrank every change of cost. A capability that was used is a finding however
 * often it was; the others have to be more than what comes and goes, as every new key.
 */
export const severeAxes: readonly string[] = ['capabilities', 'network', 'processes', 'executable_memory'];

export function isSevere({ state, axis }: Pick<Brought, 'state' | 'axis'>): boolean {
  return state === 'new' && severeAxes.includes(axis);
}
