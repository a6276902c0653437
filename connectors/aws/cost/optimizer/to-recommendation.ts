/** What recommendations of every kind have in common. */
import type {
  GetRecommendationError,
  SavingsOpportunity,
  Tag as OptimizerTag,
} from '@aws-sdk/client-compute-optimizer';
import type { DataOf } from '../../../../catalog/index.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';
import type { Page } from '../../paging.ts';
import { type Money, moneyOf } from '../money.ts';

type Data = DataOf<'cost.listRecommendations'>;
export type Recommendation = Data['recommendations'][number];
export type Failure = Data['failures'][number];
type Option = Recommendation['options'][number];

export interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly limit: number;
  readonly nextToken: string | undefined;
}

/** Reads one page of one kind. */
export type Reader = (asked: Asked) => Promise<Page<Recommendation> & { readonly errors: readonly Failure[] }>;

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

export function toFailure({ identifier, code, message }: GetRecommendationError): Failure {
  return {
    resource: need(identifier, 'errors[].identifier'),
    code: need(code, 'errors[].code'),
    ...known({ message }),
  };
}

export function toTags(tags: readonly OptimizerTag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).map(({ key = '', value = '' }) => [key, value]));
}

export function lookbackSecOf(days: number | undefined): number | undefined {
  return days === undefined ? undefined : Math.round(days * 86_400);
}

/** What comes last in an ARN: the name, or the identifier of what has none. */
export function nameInArn(arn: string): string {
  return /[^:/]+$/u.exec(arn)?.[0] ?? arn;
}
