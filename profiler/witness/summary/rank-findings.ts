/** The order of findings: what widens the reach of the target first, then what costs most. */
import { compareText } from '../compare-text.ts';
import { totalKey } from '../total-key.ts';
import type { Brought, Finding } from './summary.ts';

/** Listed findings; the others are counted. */
export const mostFindings = 7;

/** Axes whose new keys outrank every change of cost, most serious first. */
const severe = ['capabilities', 'network', 'processes', 'executable_memory', 'file_changes', 'files'];

/** Axes whose changes say most about the code come first; how long single waits and calls took explains them. */
const costs = ['cpu_stacks', 'allocation_sites', 'syscalls', 'file_io', 'network_bytes', 'locks', 'cpu_time'];

export function rankFindings(findings: readonly Finding[]): { listed: Finding[]; more: number } {
  const ranked = orderFindings(findings);
  return { listed: ranked.slice(0, mostFindings), more: Math.max(0, ranked.length - mostFindings) };
}

export function orderFindings<T extends Brought>(findings: readonly T[]): T[] {
  return findings.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      (b.share ?? 0) - (a.share ?? 0) ||
      distanceOf(b) - distanceOf(a) ||
      compareText(a.axis, b.axis) ||
      compareText(a.key, b.key),
  );
}

function rankOf({ state, axis, key }: Brought): number {
  const place = severe.indexOf(axis);
  if (state === 'new') return place === -1 ? severe.length : place;
  if (state === 'stopped') return severe.length + costs.length + 2;
  // What the process spends in all comes before what its functions do.
  const cost = axis === 'cpu_time' && key === totalKey ? 0 : costs.indexOf(axis);
  return severe.length + 1 + (cost === -1 ? costs.length : cost);
}

/** From none, or to it, is further than any ratio. */
function distanceOf({ only, ratio = 1 }: Brought): number {
  if (only !== undefined) return Number.MAX_VALUE;
  return Math.max(ratio, 1 / ratio);
}
