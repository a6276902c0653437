/** How much of the spending that savings plans could cover was covered: by period, or by group over the whole window. */
import type { SavingsPlansCoverage } from '@aws-sdk/client-cost-explorer';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';
import { anyRegion, costOf, currencyOf } from '../bill.ts';
import { coverageOver, groupIn } from '../coverage-question.ts';
import { figureOf, moneyOf } from '../money.ts';
import { toPeriod } from '../periods.ts';

type Data = DataOf<'cost.getSavingsPlansCoverage'>;

export const savingsPlansCoverageOperations = {
  'cost.getSavingsPlansCoverage': {
    async run(args, context): Promise<Answer<Data>> {
      const currency = currencyOf(context);
      const { CostExplorerClient: Client, GetSavingsPlansCoverageCommand } =
        await import('@aws-sdk/client-cost-explorer');
      const answer = await answerPage(
        {
          operation: 'cost.getSavingsPlansCoverage',
          args,
          region: anyRegion,
          what: 'uses that savings plans could cover',
        },
        async (NextToken) => {
          const command = new GetSavingsPlansCoverageCommand({
            ...coverageOver(context.window, args),
            Metrics: ['SpendCoveredBySavingsPlans'],
            MaxResults: args.limit,
            NextToken,
          });
          const region = homeRegion(context);
          const told = await ask(context, { call: 'ce:GetSavingsPlansCoverage', region, Client, command, once: true });
          return { items: need(told.SavingsPlansCoverages, 'SavingsPlansCoverages'), next: told.NextToken };
        },
        (rows) => ({ rows: rows.map((row) => toRow(row, currency)) }),
      );
      return { ...answer, cost: costOf(context, 1) };
    },
  },
} satisfies AwsOperations<'cost.getSavingsPlansCoverage'>;

function toRow({ Attributes, Coverage, TimePeriod }: SavingsPlansCoverage, currency: string): Data['rows'][number] {
  const path = 'SavingsPlansCoverages[].Coverage';
  return {
    ...toPeriod(TimePeriod),
    group: groupIn(Attributes),
    ...known({
      covered: moneyOf(Coverage?.SpendCoveredBySavingsPlans, currency, path),
      onDemandCost: moneyOf(Coverage?.OnDemandCost, currency, path),
      totalCost: moneyOf(Coverage?.TotalCost, currency, path),
      coveredPercent: figureOf(Coverage?.CoveragePercentage),
    }),
  };
}
