/** Unusual spending, as Cost Anomaly Detection found it. Findings are stored for 90 days. */
import type { Anomaly, GetAnomaliesCommandInput, RootCause } from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';
import { anyRegion, costOf, currencyOf } from '../bill.ts';
import { type Money, moneyOf } from '../money.ts';
import { periodOf, timeOfDay } from '../periods.ts';

type Told = DataOf<'cost.listAnomalies'>['anomalies'][number];

export const anomalyOperations = {
  'cost.listAnomalies': {
    async run(args, context): Promise<Answer<DataOf<'cost.listAnomalies'>>> {
      const { Start, End } = periodOf(context.window, 'daily');
      const currency = currencyOf(context);
      const { CostExplorerClient: Client, GetAnomaliesCommand } = await import('@aws-sdk/client-cost-explorer');
      const answer = await answerPage(
        { operation: 'cost.listAnomalies', args, region: anyRegion, what: 'anomalies' },
        async (NextPageToken) => {
          const command = new GetAnomaliesCommand({
            DateInterval: { StartDate: Start, EndDate: End },
            MonitorArn: args.monitorId,
            TotalImpact: impactFrom(args),
            MaxResults: args.limit,
            NextPageToken,
          });
          const region = homeRegion(context);
          const found = await ask(context, { call: 'ce:GetAnomalies', region, Client, command, once: true });
          return { items: need(found.Anomalies, 'Anomalies'), next: found.NextPageToken };
        },
        (anomalies) => ({ anomalies: anomalies.map((anomaly) => toAnomaly(anomaly, currency)) }),
      );
      return { ...answer, cost: costOf(context, 1) };
    },
  },
} satisfies AwsOperations<'cost.listAnomalies'>;

function impactFrom({ minImpact }: ArgumentsOf<'cost.listAnomalies'>): GetAnomaliesCommandInput['TotalImpact'] {
  return minImpact === undefined ? undefined : { NumericOperator: 'GREATER_THAN_OR_EQUAL', StartValue: minImpact };
}

function toAnomaly(anomaly: Anomaly, currency: string): Told {
  const { AnomalyScore: score, Impact: impact, RootCauses: causes = [] } = anomaly;
  const money = (amount: number | undefined): Money | undefined => moneyOf(amount, currency, 'Anomalies[].Impact');
  return {
    id: need(anomaly.AnomalyId, 'Anomalies[].AnomalyId'),
    monitorId: need(anomaly.MonitorArn, 'Anomalies[].MonitorArn'),
    score: {
      max: need(score?.MaxScore, 'Anomalies[].AnomalyScore.MaxScore'),
      current: need(score?.CurrentScore, 'Anomalies[].AnomalyScore.CurrentScore'),
    },
    causes: causes.map((cause) => toCause(cause, currency)),
    ...known({
      from: anomaly.AnomalyStartDate === undefined ? undefined : timeOfDay(anomaly.AnomalyStartDate),
      to: anomaly.AnomalyEndDate === undefined ? undefined : timeOfDay(anomaly.AnomalyEndDate),
      subject: anomaly.DimensionValue,
      impact: money(impact?.TotalImpact),
      impactPercent: impact?.TotalImpactPercentage,
      maxDailyImpact: money(impact?.MaxImpact),
      spent: money(impact?.TotalActualSpend),
      expected: money(impact?.TotalExpectedSpend),
      feedback: anomaly.Feedback,
    }),
  };
}

function toCause(cause: RootCause, currency: string): Told['causes'][number] {
  return known({
    service: cause.Service,
    region: cause.Region,
    accountId: cause.LinkedAccount,
    accountName: cause.LinkedAccountName,
    usageType: cause.UsageType,
    impact: moneyOf(cause.Impact?.Contribution, currency, 'Anomalies[].RootCauses[].Impact.Contribution'),
  });
}
