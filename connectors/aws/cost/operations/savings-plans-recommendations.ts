/** Savings plans of one type that would have paid off. */
import type {
  SavingsPlansPurchaseRecommendationDetail as Detail,
  GetSavingsPlansPurchaseRecommendationCommandOutput as Told,
} from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';
import { anyRegion, costOf } from '../bill.ts';
import { figureOf, type Money, moneyOf } from '../money.ts';
import { timeIn } from '../periods.ts';
import { termsOf } from '../purchase-terms.ts';

type Arguments = ArgumentsOf<'cost.getSavingsPlansRecommendations'>;
type Data = DataOf<'cost.getSavingsPlansRecommendations'>;
type Plan = Data['recommendations'][number];

const types = {
  compute: 'COMPUTE_SP',
  database: 'DATABASE_SP',
  ec2_instance: 'EC2_INSTANCE_SP',
  sagemaker: 'SAGEMAKER_SP',
} as const satisfies Record<Arguments['type'], string>;

export const savingsPlansRecommendationOperations = {
  'cost.getSavingsPlansRecommendations': {
    async run(args, context): Promise<Answer<Data>> {
      const { CostExplorerClient: Client, GetSavingsPlansPurchaseRecommendationCommand } =
        await import('@aws-sdk/client-cost-explorer');
      let told: Told | undefined;
      const answer = await answerPage(
        {
          operation: 'cost.getSavingsPlansRecommendations',
          args,
          region: anyRegion,
          what: 'savings plans that would have paid off',
        },
        async (NextPageToken) => {
          const command = new GetSavingsPlansPurchaseRecommendationCommand({
            SavingsPlansType: types[args.type],
            ...termsOf(args),
            PageSize: args.limit,
            NextPageToken,
          });
          const call = 'ce:GetSavingsPlansPurchaseRecommendation';
          told = await ask(context, { call, region: homeRegion(context), Client, command, once: true });
          return {
            items: told.SavingsPlansPurchaseRecommendation?.SavingsPlansPurchaseRecommendationDetails ?? [],
            next: told.NextPageToken,
          };
        },
        (plans) => ({ ...summaryOf(told), recommendations: plans.map(toPlan) }),
      );
      return { ...answer, cost: costOf(context, 1) };
    },
  },
} satisfies AwsOperations<'cost.getSavingsPlansRecommendations'>;

function summaryOf(told: Told | undefined): Omit<Data, 'recommendations'> {
  const summary = told?.SavingsPlansPurchaseRecommendation?.SavingsPlansPurchaseRecommendationSummary;
  const path = 'SavingsPlansPurchaseRecommendationSummary';
  return known({
    generatedAt: timeIn(told?.Metadata?.GenerationTimestamp),
    hourlyCommitment: moneyOf(summary?.HourlyCommitmentToPurchase, summary?.CurrencyCode, path),
    monthlySavings: moneyOf(summary?.EstimatedMonthlySavingsAmount, summary?.CurrencyCode, path),
    savingsPercent: figureOf(summary?.EstimatedSavingsPercentage),
    returnPercent: figureOf(summary?.EstimatedROI),
  });
}

function toPlan(detail: Detail): Plan {
  const money = (amount: string | undefined): Money | undefined =>
    moneyOf(amount, detail.CurrencyCode, 'SavingsPlansPurchaseRecommendationDetails[]');
  const spent = known({
    min: money(detail.CurrentMinimumHourlyOnDemandSpend),
    average: money(detail.CurrentAverageHourlyOnDemandSpend),
    max: money(detail.CurrentMaximumHourlyOnDemandSpend),
  });
  return known({
    id: detail.RecommendationDetailId,
    accountId: detail.AccountId,
    region: detail.SavingsPlansDetails?.Region,
    instanceFamily: detail.SavingsPlansDetails?.InstanceFamily,
    hourlyCommitment: money(detail.HourlyCommitmentToPurchase),
    upfrontCost: money(detail.UpfrontCost),
    planCost: money(detail.EstimatedSPCost),
    onDemandCost: money(detail.EstimatedOnDemandCost),
    monthlySavings: money(detail.EstimatedMonthlySavingsAmount),
    savingsPercent: figureOf(detail.EstimatedSavingsPercentage),
    returnPercent: figureOf(detail.EstimatedROI),
    averageUtilizationPercent: figureOf(detail.EstimatedAverageUtilization),
    hourlyOnDemandSpend: Object.keys(spent).length === 0 ? undefined : spent,
  });
}
