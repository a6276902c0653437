/**
 * Which actions a run asks about beside those that every run asks: few, so that a run stays cheap, and
 * those first whose answer is worth most. All are asked within a few runs, and each again every hour.
 */
import { ageOf, type GrantVerdict, type Past, renewAfterMs } from '../../../src/connector/verdict.ts';
import { grantOf } from '../statements.ts';
import type { ActionProbe } from './action-probe.ts';

/** Of one statement in one run. */
export const shareOfRun = 6;

export function chooseProbes(
  probes: readonly ActionProbe[],
  { verdicts, isOnlyRun }: Past,
  nowMs: number,
): ActionProbe[] {
  const others = probes.filter(({ always }) => always !== true);
  if (isOnlyRun) return others;
  const ranked = others.map((probe) => ({ probe, rank: rankOf(probe, verdicts, nowMs) }));
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, shareOfRun)
    .map(({ probe }) => probe);
}

/** 0 for an action that was answered recently. Denials come first, so that a corrected policy turns green at once. */
function rankOf({ call }: ActionProbe, verdicts: readonly GrantVerdict[], nowMs: number): number {
  const last = verdicts.find(({ grant }) => grant === call);
  if (last?.verdict === 'denied') return Infinity;
  const age = last === undefined ? undefined : ageOf(last, nowMs);
  if (age === undefined) return grantOf(call)?.need === 'required' ? Number.MAX_VALUE : Number.MAX_SAFE_INTEGER;
  return age >= renewAfterMs ? age : 0;
}
