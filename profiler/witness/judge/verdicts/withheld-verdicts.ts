/** Why a comparison gives no verdict: too few occasions, or too many false alarms on this workload. */
import type { OwnRate } from '../../diff/verdict.ts';
import { countOccasions, leastOccasions } from '../captures/occasions.ts';
import { confirmedFrom } from '../statistics/judge-rates.ts';
import type { RateVerdict } from '../statistics/rate-verdicts.ts';
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
  return { ...judged, verdicts: judged.verdicts.withdraw(), total: judged.total && undecided(judged.total) };
}

function undecided(verdict: RateVerdict): RateVerdict {
  return verdict.state === 'too_rare' ? verdict : { ...verdict, state: 'undecided' };
}

interface Side {
  readonly version: string;
  /** Complete captures of the version: its head and its replicates. */
  readonly captures: number;
  readonly occasions: number;
}

/** Of sides of which one has fewer than two occasions. */
export function explainNoiseFloor(sides: readonly Side[]): string {
  const missing = sides.flatMap(({ version, occasions }) => {
    const lacking = leastOccasions - occasions;
    return lacking > 0 ? [`${lacking} ${lacking === 1 ? 'replicate' : 'replicates'} of ${version}`] : [];
  });
  const close = sides
    .filter(({ captures, occasions }) => captures > occasions)
    .map(({ version, captures, occasions }) => `${version} has ${countOccasions(captures, occasions)}`);
  const why = close.length === 0 ? '' : ` (${close.join('; ')}: captures too close to each other count as one)`;
  return `no noise floor: ${missing.join(' and ')} missing${why}; request them (kind replicate). Until then these are measurements, not a verdict.`;
}
