/** How loudly another tool should show a finding. */
import { costs } from '../gate.ts';
import type { Diff } from '../diff.ts';
import { alwaysTold } from '../summary/find-findings.ts';
import type { Finding } from '../summary/summary.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

/**
 * `error`: a confirmed regression of a cost. `warning`: another confirmed change, or a new privilege, peer, program or
 * way of making memory executable. `note`: everything that is not confirmed, an improvement, other observations, and
 * all changes where both versions ran the same executables.
 */
export function gradeFinding({ axis, state, level, low = 0, high = Infinity }: Finding, diff: Diff): SarifLevel {
  if (state === 'new') return alwaysTold.has(axis) ? 'warning' : 'note';
  if (state !== 'changed' || level !== 'confirmed' || diff.identity === 'same_binary') return 'note';
  if (!costs.has(axis)) return 'warning';
  if (low > 1) return 'error';
  return high < 1 ? 'note' : 'warning';
}
