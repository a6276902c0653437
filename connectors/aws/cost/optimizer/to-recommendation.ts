/** What recommendations of every kind have in common. */
import type { SavingsOpportunity, Tag as OptimizerTag } from '@aws-sdk/client-compute-optimizer';
import type { DataOf } from '../../../../catalog/index.ts';
import { known, timeOf } from '../../members.ts';
import { type Money, moneyOf } from '../money.ts';

type Data = DataOf<'cost.listRecommendations'>;
export type Recommendation = Data['recommendations'][number];
type Option = Recommendation['options'][number];

/** Members that AWS names alike in several kinds; it leaves out those that a kind does not have. */
interface Assessed {
  readonly accountId?: string | undefined;
  readonly currentPerformanceRisk?: string | undefined;
  readonly idle?: string | undefined;
  readonly lastRefreshTimestamp?: Date | undefined;
  /** Both spellings are the vendor's. */
  readonly lookBackPeriodInDays?: number | undefined;
  readonly lookbackPeriodInDays?: number | undefined;
  readonly tags?: readonly OptimizerTag[] | undefined;
}

/** What each kind says in members of its own. */
interface OfKind {
  /** Its ARN. */
  readonly resource: string;
  readonly finding: string;
  readonly options: readonly Option[];
  readonly reasons?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly state?: string | undefined;
  readonly current?: string | undefined;
}

export function toRecommendation(assessed: Assessed, ofKind: OfKind): Recommendation {
  const { resource, finding, options, reasons = [], name, state, current } = ofKind;
  const days = assessed.lookBackPeriodInDays ?? assessed.lookbackPeriodInDays;
  return {
    id: resource,
    resource,
    finding,
    reasons: [...reasons, ...(assessed.idle === 'True' ? ['Idle'] : [])],
    options: [...options],
    tags: toTags(assessed.tags),
    ...known({
      name,
      accountId: assessed.accountId,
      state,
      performanceRisk: assessed.currentPerformanceRisk,
      current,
      lookbackSec: days === undefined ? undefined : Math.round(days * 86_400),
      refreshedAt: timeOf(assessed.lastRefreshTimestamp),
    }),
  };
}

interface Rated {
  readonly rank?: number | undefined;
  readonly performanceRisk?: number | undefined;
  readonly savingsOpportunity?: SavingsOpportunity | undefined;
  readonly savingsOpportunityAfterDiscounts?: SavingsOpportunity | undefined;
}

/** Savings are those after reservations and savings plans where AWS works them out: that is what would be saved. */
export function toOption(rated: Rated, proposed: string): Option {
  const { rank, performanceRisk } = rated;
  const saved = rated.savingsOpportunityAfterDiscounts ?? rated.savingsOpportunity;
  return {
    proposed,
    ...known({
      rank,
      monthlySavings: toSavings(saved),
      savingsPercent: saved?.savingsOpportunityPercentage,
      performanceRisk: performanceRisk === undefined ? undefined : `${performanceRisk} of 4`,
    }),
  };
}

function toSavings(saved: SavingsOpportunity | undefined): Money | undefined {
  const { value, currency } = saved?.estimatedMonthlySavings ?? {};
  return moneyOf(value, currency, 'recommendationOptions[].savingsOpportunity.estimatedMonthlySavings.value');
}

/** The best first. */
export function byRank(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
}

function toTags(tags: readonly OptimizerTag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).map(({ key = '', value = '' }) => [key, value]));
}

/** What comes last in an ARN: the name, or the identifier of what has none. */
export function nameInArn(arn: string): string {
  return /[^:/]+$/u.exec(arn)?.[0] ?? arn;
}
