import type { DimensionGroup, DimensionKeyDescription, MetricKeyDataPoints, ServiceType } from '@aws-sdk/client-pi';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { StepSec } from './load-question.ts';

export interface LoadQuestion {
  readonly region: string;
  readonly ServiceType: ServiceType;
  readonly Identifier: string;
  readonly StartTime: Date;
  readonly EndTime: Date;
  readonly stepSec: StepSec;
  readonly GroupBy: DimensionGroup;
}

/** Sessions that were active on average. */
export const loadMetric = 'db.load.avg';
const mostInPage = 25;
/** The total and at most 25 entries fit two pages; more would be another question's. */
const mostPages = 3;

/** The curve of the whole load, and one for each entry. */
export async function readCurves(context: AwsContext, question: LoadQuestion): Promise<MetricKeyDataPoints[]> {
  const { region, stepSec, GroupBy, ...about } = question;
  const { PIClient: Client, GetResourceMetricsCommand } = await import('@aws-sdk/client-pi');
  const curves: MetricKeyDataPoints[] = [];
  let NextToken: string | undefined;
  for (let count = 0; count < mostPages; count += 1) {
    const command = new GetResourceMetricsCommand({
      ...about,
      MetricQueries: [{ Metric: loadMetric }, { Metric: loadMetric, GroupBy }],
      PeriodInSeconds: stepSec,
      MaxResults: mostInPage,
      NextToken,
    });
    const answer = await ask(context, { call: 'pi:GetResourceMetrics', region, Client, command });
    curves.push(...(answer.MetricList ?? []));
    ({ NextToken } = answer);
    if (NextToken === undefined) break;
  }
  return curves;
}

/** The average of each entry over the whole window, largest first. */
export async function readAverages(context: AwsContext, question: LoadQuestion): Promise<DimensionKeyDescription[]> {
  const { region, stepSec, ...about } = question;
  const { PIClient: Client, DescribeDimensionKeysCommand } = await import('@aws-sdk/client-pi');
  const command = new DescribeDimensionKeysCommand({
    ...about,
    Metric: loadMetric,
    PeriodInSeconds: stepSec,
    MaxResults: mostInPage,
  });
  return (await ask(context, { call: 'pi:DescribeDimensionKeys', region, Client, command })).Keys ?? [];
}
