/** What limits a comparison without forbidding it, and which of its verdicts. */
import type { NoiseKind } from '../statistics/moderate.ts';

/**
 * `time`: CPU time, waits and durations; `waits`: of these the last two. How often something was called is the work of
 * the program whatever the machine did meanwhile. `nothing`: a reader has to know it, and no verdict depends on it.
 */
type Limited = 'everything' | 'time' | 'waits' | 'nothing';

export interface Caveat {
  readonly text: string;
  readonly limits: Limited;
}

const limited: Readonly<Record<Limited, string>> = {
  everything: '',
  time: '; CPU time, waits and durations are at most suspected',
  waits: '; waits and durations are at most suspected',
  nothing: '',
};

/** With what it limits in words, where that is a part of a report. */
export function caveat(text: string, limits: Limited): Caveat {
  return { text: `${text}${limited[limits]}`, limits };
}

/** Whether what varies for this reason is at most suspected. */
export function isLimited(caveats: readonly Caveat[], noise: NoiseKind | undefined): boolean {
  return caveats.some(({ limits }) => {
    if (limits === 'everything') return true;
    return noise === 'times' ? limits !== 'nothing' : noise === 'cpu' && limits === 'time';
  });
}
