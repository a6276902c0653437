/** How much was covered by reservations: by period, or by group over the whole window. */
import type { Coverage, CoverageByTime } from '@aws-sdk/client-cost-explorer';
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

type Data = DataOf<'cost.getReservationCoverage'>;
type Row = Data['rows'][number];

export const reservationCoverageOperations = {
  'cost.getReservationCoverage': {
    async run(args, context): Promise<Answer<Data>> {
      const currency = currencyOf(context);
      const { service } = args;
      const Filter = service === undefined ? undefined : { Dimensions: { Key: 'SERVICE' as const, Values: [service] } };
      const { CostExplorerClient: Client, GetReservationCoverageCommand } =
        await import('@aws-sdk/client-cost-explorer');
      let total: Coverage | undefined;
      const answer = await answerPage(
        {
          operation: 'cost.getReservationCoverage',
          args,
          region: anyRegion,
          what: 'uses that reservations could cover',
        },
        async (NextPageToken) => {
          const command = new GetReservationCoverageCommand({
            ...coverageOver(context.window, args),
            Filter,
            Metrics: ['Hour', 'Unit', 'Cost'],
            MaxResults: args.limit,
            NextPageToken,
          });
          const region = homeRegion(context);
          const told = await ask(context, { call: 'ce:GetReservationCoverage', region, Client, command, once: true });
          total = told.Total;
          return {
            items: need(told.CoveragesByTime, 'CoveragesByTime').flatMap((period) => toRows(period, currency)),
            next: told.NextPageToken,
          };
        },
        (rows) => ({
          rows: [...rows],
          ...known({ total: total === undefined ? undefined : toCoverage(total, currency) }),
        }),
      );
      return { ...answer, cost: costOf(context, 1) };
    },
  },
} satisfies AwsOperations<'cost.getReservationCoverage'>;

/** A split period has groups and a total: one or the other is returned. */
function toRows({ TimePeriod, Groups = [], Total }: CoverageByTime, currency: string): Row[] {
  const period = toPeriod(TimePeriod);
  if (Groups.length > 0) {
    return Groups.map((group) => ({
      ...period,
      group: groupIn(group.Attributes),
      coverage: toCoverage(group.Coverage ?? {}, currency),
    }));
  }
  return Total === undefined ? [] : [{ ...period, group: {}, coverage: toCoverage(Total, currency) }];
}

function toCoverage(coverage: Coverage, currency: string): Row['coverage'] {
  const { CoverageHours: hours, CoverageNormalizedUnits: units, CoverageCost: cost } = coverage;
  return known({
    onDemandHours: figureOf(hours?.OnDemandHours),
    reservedHours: figureOf(hours?.ReservedHours),
    totalHours: figureOf(hours?.TotalRunningHours),
    coveredHoursPercent: figureOf(hours?.CoverageHoursPercentage),
    onDemandUnits: figureOf(units?.OnDemandNormalizedUnits),
    reservedUnits: figureOf(units?.ReservedNormalizedUnits),
    totalUnits: figureOf(units?.TotalRunningNormalizedUnits),
    coveredUnitsPercent: figureOf(units?.CoverageNormalizedUnitsPercentage),
    onDemandCost: moneyOf(cost?.OnDemandCost, currency, 'CoveragesByTime[].CoverageCost.OnDemandCost'),
  });
}
