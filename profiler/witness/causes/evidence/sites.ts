/** Functions that findings name: where threads waited, where memory was touched, and what ran for whom. */
import { isPool } from '../../bundle/keys/key-text.ts';
import type { Where } from './cause.ts';
import type { Text } from '../../diff/summary.ts';
import { differenceOf, type Evidence, type Moved, msToNs } from './evidence.ts';
import { nameFunction, text } from './words.ts';

/** "sleep flock at count_visit (counters)": the reason, the system call, and the function. */
const site = /^(?<what>\S+(?: \S+)*?) at (?<key>.+)$/u;

/** Waits by function, of calls or reasons that match, the largest difference first. */
export function waitsIn(evidence: Evidence, isOne: (what: string) => boolean): Moved[] {
  return ['off_cpu_sites', 'locks'].flatMap((axis) => evidence.moved(axis, (key) => isWaitOf(key, isOne)));
}

/** As `waitsIn`, and longer than before, whether or not that is a finding: where a call waits that is one. */
export function longerWaitsIn(evidence: Evidence, isOne: (what: string) => boolean): Moved[] {
  return evidence.listed('off_cpu_sites', (key) => isWaitOf(key, isOne)).filter(({ each }) => differenceOf(each) > 0);
}

function isWaitOf(key: string, isOne: (what: string) => boolean): boolean {
  const what = site.exec(key)?.groups?.['what'] ?? '';
  return isOne(what) || isOne(what.replace(/^\S+ /u, ''));
}

const siteAxes: ReadonlySet<string> = new Set(['off_cpu_sites', 'locks', 'contended_locks']);

/** The function that a finding names. */
export function ownFrameOf(row: Moved | undefined): Where | undefined {
  if (row === undefined) return undefined;
  const { axis, key, place } = row;
  const named = siteAxes.has(axis) ? site.exec(key)?.groups?.['key'] : key;
  return named === undefined || isPool(named) || !hasName(named) ? undefined : { key: named, place };
}

/** Of a function that nobody can look for in the source there is nothing to say. */
function hasName(key: string): boolean {
  return key !== '(unknown)' && !key.startsWith('[');
}

/** " in combine_rates (prices.c:11)"; nothing where no function is known. */
export function inFunction(where: Where | undefined): Text {
  if (where === undefined) return text('', '');
  const name = nameFunction(where.key, where.place);
  return text(` in ${name}`, ` em ${name}`);
}

/** An own function, and how much CPU time for each request it is behind, and spends itself: after less before, in nanoseconds. */
export interface OwnCost {
  readonly row: Moved;
  readonly where: Where;
  readonly behind: number;
  readonly itself: number;
}

/** Part of what the process spends more, or less, that one function has to be behind to be named for all of it. */
const mostOfIt = 0.5;
const nearlyAll = 0.7;

/**
 * Own functions whose CPU time changed, the largest difference first. Where none of them is behind most of what the
 * process spends more, the innermost one within which it is spent is.
 */
export function ownCosts(evidence: Evidence): OwnCost[] {
  const itself = new Map(evidence.moved('cpu_stacks').map((row) => [row.key, row]));
  const costOf = (row: Moved): OwnCost => ({
    row,
    where: { key: row.key, place: row.place },
    behind: differenceOf(row.each) * msToNs,
    itself: differenceOf(itself.get(row.key)?.each ?? { before: 0, after: 0 }) * msToNs,
  });
  const own = [...evidence.moved('cpu_own', isNamed), ...ownByThemselves(evidence)].map(costOf);
  const all = growthOf(evidence);
  const isSaid = own.some(({ behind }) => behind / all >= mostOfIt);
  const within = isSaid ? [] : innermost(evidence, all).map(costOf);
  return [...own, ...within].toSorted((a, b) => Math.abs(b.behind) - Math.abs(a.behind));
}

const isNamed = (key: string): boolean => !isPool(key) && hasName(key);

/** Of functions that are known to be own code, or where that is not known, those that are declared somewhere. */
function ownByThemselves(evidence: Evidence): Moved[] {
  const known = new Set(evidence.moved('cpu_own').map(({ key }) => key));
  const isKnown = evidence.isCompared('cpu_own');
  return evidence
    .moved('cpu_stacks', (key) => isNamed(key) && !known.has(key))
    .filter(({ key, place }) => (isKnown ? evidence.each('cpu_own', key) !== undefined : place !== undefined));
}

/** The one with the least in all of those within which nearly all is spent. */
function innermost(evidence: Evidence, all: number): Moved[] {
  const rows = evidence
    .moved('cpu_within', isNamed)
    .filter(({ each }) => (differenceOf(each) * msToNs) / all >= nearlyAll);
  const size = ({ each }: Moved): number => Math.max(each.before, each.after);
  return rows.toSorted((a, b) => size(a) - size(b)).slice(0, 1);
}

/** What the process spends more for each request, in nanoseconds, whether or not that is a finding; negative where less. */
export function growthOf(evidence: Evidence): number {
  const total = evidence.total('cpu_time');
  return total === undefined ? 0 : differenceOf(total) * msToNs;
}
