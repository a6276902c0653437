/** How large a change is: for each unit of work where that is known; of what only one side has, how much. */
import type { Verdict } from '../../diff/verdict.ts';
import type { Finding } from '../../diff/summary.ts';

type Effect = Pick<Finding, 'ratio' | 'low' | 'high' | 'only' | 'amount' | 'unit' | 'per'>;

export function effectOf({ one_sided: oneSided, per_work: work, per_second: second }: Verdict): Effect {
  return oneSided ?? { ...(work ?? second), per: work === undefined ? 'second' : 'work' };
}
