/** How loudly another tool should show a finding. */
import { costs } from '../gate/gate.ts';
import type { Diff } from '../../diff/diff.ts';
import { severeAxes } from '../findings/severe-axes.ts';
import type { Finding } from '../../diff/summary.ts';

export type SarifLevel = 'error' | 'warning' | 'note';

/**
 * `error`: a confirmed regression of a cost, one that there was none of before among them. `warning`: another confirmed change, or a new privilege, peer, program or
 * way of making memory executable. `note`: everything that is not confirmed, an improvement, other observations, and
 * all changes where both versions ran the same executables.
 */
export function gradeFinding(finding: Finding, diff: Diff): SarifLevel {
  const { axis, state, level, only, low = 0, high = Infinity } = finding;
  if (state === 'new') return severeAxes.includes(axis) ? 'warning' : 'note';
  if (state !== 'changed' || level !== 'confirmed' || diff.identity === 'same_binary') return 'note';
  if (!costs.has(axis)) return 'warning';
  if (only === 'after' || low > 1) return 'error';
  return only === 'before' || high < 1 ? 'note' : 'warning';
}
