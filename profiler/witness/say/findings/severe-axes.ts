/** What widens the reach of the target: the most serious findings. */
import type { Brought } from '../../diff/summary.ts';

/**
 * Most serious first. New keys of these are findings however often they were seen, and although chance would show some;
 * they outrank every change of cost.
 */
export const severeAxes: readonly string[] = ['capabilities', 'network', 'processes', 'executable_memory'];

export function isSevere({ state, axis }: Pick<Brought, 'state' | 'axis'>): boolean {
  return state === 'new' && severeAxes.includes(axis);
}
