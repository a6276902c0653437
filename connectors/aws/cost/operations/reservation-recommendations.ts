/** Reservations of one service that would have paid off. */
import type {
  GetReservationPurchaseRecommendationCommandOutput as Told,
  ServiceSpecification,
} from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';
import { anyRegion, costOf } from '../bill.ts';
import { figureOf, moneyOf } from '../money.ts';
import { timeIn } from '../periods.ts';
import { termsOf } from '../purchase-terms.ts';
import { toReservation } from './to-reservation.ts';

type Arguments = ArgumentsOf<'cost.getReservationRecommendations'>;
type Data = DataOf<'cost.getReservationRecommendations'>;

export const reservationRecommendationOperations = {
  'cost.getReservationRecommendations': {
    async run(args, context): Promise<Answer<Data>> {
      const { CostExplorerClient: Client, GetReservationPurchaseRecommendationCommand } =
        await import('@aws-sdk/client-cost-explorer');
      let told: Told | undefined;
      const answer = await answerPage(
        {
          operation: 'cost.getReservationRecommendations',
          args,
          region: anyRegion,
          what: 'reservations that would have paid off',
        },
        async (NextPageToken) => {
          const command = new GetReservationPurchaseRecommendationCommand({
            Service: args.service,
            ServiceSpecification: specificationOf(args),
            ...termsOf(args),
            PageSize: args.limit,
            NextPageToken,
          });
          const call = 'ce:GetReservationPurchaseRecommendation';
          told = await ask(context, { call, region: homeRegion(context), Client, command, once: true });
          const details = (told.Recommendations ?? []).flatMap((one) => one.RecommendationDetails ?? []);
          return { items: details, next: told.NextPageToken };
        },
        (details) => ({ ...summaryOf(told), recommendations: details.map(toReservation) }),
      );
      return { ...answer, cost: costOf(context, 1) };
    },
  },
} satisfies AwsOperations<'cost.getReservationRecommendations'>;

function specificationOf({ offeringClass }: Arguments): ServiceSpecification | undefined {
  if (offeringClass === undefined) return undefined;
  return { EC2Specification: { OfferingClass: offeringClass === 'standard' ? 'STANDARD' : 'CONVERTIBLE' } };
}

/** Of all of them only when there is one summary: several cannot be added up to one percentage. */
function summaryOf(told: Told | undefined): Omit<Data, 'recommendations'> {
  const [only, ...others] = told?.Recommendations ?? [];
  const summary = others.length === 0 ? only?.RecommendationSummary : undefined;
  return known({
    generatedAt: timeIn(told?.Metadata?.GenerationTimestamp),
    monthlySavings: moneyOf(
      summary?.TotalEstimatedMonthlySavingsAmount,
      summary?.CurrencyCode,
      'Recommendations[].RecommendationSummary.TotalEstimatedMonthlySavingsAmount',
    ),
    savingsPercent: figureOf(summary?.TotalEstimatedMonthlySavingsPercentage),
  });
}
