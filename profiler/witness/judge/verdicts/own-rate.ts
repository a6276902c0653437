/** What a comparison says of its own false alarms on this workload, and the verdicts that it withdraws for them. */
import type { OwnRate } from '../../diff/verdict.ts';
import { confirmedFrom, type RateVerdict } from '../statistics/judge-rates.ts';
import type { ViewVerdicts } from '../views/judge-views.ts';
import {
  intervalOf,
  isTooNoisy,
  leastComparisons,
  type OwnCount,
  type OwnCounts,
  type OwnFalseAlarms,
} from './own-false-alarms.ts';

/** Counts of reports with as many occasions as this one. */
export function countsFor({ before, after }: ViewVerdicts['occasions'], own: OwnFalseAlarms): OwnCounts {
  return Math.min(before, after) < confirmedFrom ? own.two : own.three;
}

export function describeRate(count: OwnCount): OwnRate {
  const { comparisons, false: wrong } = count;
  if (comparisons < leastComparisons) return { state: 'not_known', comparisons, false: wrong };
  return { state: isTooNoisy(count) ? 'too_noisy' : 'known', comparisons, false: wrong, ...intervalOf(count) };
}

/** Why an axis is undecided although its captures suffice. */
export function sayTooNoisy({ comparisons, false: wrong }: OwnCount): string {
  return `too noisy here: ${wrong} of ${comparisons} comparisons of captures of one version called something changed`;
}

/** No verdict of an axis that is too often wrong: neither that something changed nor that nothing did. */
export function withdraw(judged: ViewVerdicts): ViewVerdicts {
  return {
    ...judged,
    verdicts: new Map([...judged.verdicts].map(([key, one]) => [key, undecided(one)])),
    total: judged.total && undecided(judged.total),
  };
}

function undecided(verdict: RateVerdict): RateVerdict {
  return verdict.state === 'too_rare' ? verdict : { ...verdict, state: 'undecided' };
}
