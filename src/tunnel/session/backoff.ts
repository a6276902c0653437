import type { Random } from './ports.ts';

const firstMs = 500;
const longestMs = 5_000;

/**
 * Full jitter: uniform between nothing and the bound, so that thousands of instances that lost the
 * same control plane come back spread out. The bound is low because a returning link should be used
 * within seconds. `attempt` counts from 1.
 */
export function backoffMs(attempt: number, random: Random): number {
  return Math.round(random.fraction() * Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 10)));
}
