import type { DimensionGroup, DimensionKeyDescription, MetricKeyDataPoints, ServiceType } from '@aws-sdk/client-pi';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { type Page, readPages } from '../../paging.ts';
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
/** The total and at most 25 entries fit two pages; AWS may give shorter ones. */
const mostPages = 9;

/** The curve of the whole load, and one for each entry. */
export async function readCurves(context: AwsContext, question: LoadQuestion): Promise<Page<MetricKeyDataPoints>> {
  const { region, stepSec, GroupBy, ...about } = question;
  const { PIClient: Client, GetResourceMetricsCommand } = await import('@aws-sdk/client-pi');
  return readPages(mostPages, async (NextToken) => {
    const command = new GetResourceMetricsCommand({
      ...about,
      MetricQueries: [{ Metric: loadMetric }, { Metric: loadMetric, GroupBy }],
      PeriodInSeconds: stepSec,
      MaxResults: mostInPage,
      NextToken,
    });
    const answer = await ask(context, { call: 'pi:GetResourceMetrics', region, Client, command });
    return { items: answer.MetricList ?? [], next: answer.NextToken };
  });
}

/** The average of each entry over the whole window, largest first. */
export async function readAverages(
  context: AwsContext,
  question: LoadQuestion,
): Promise<Page<DimensionKeyDescription>> {
  const { region, stepSec, ...about } = question;
  const { PIClient: Client, DescribeDimensionKeysCommand } = await import('@aws-sdk/client-pi');
  return readPages(mostPages, async (NextToken) => {
    const command = new DescribeDimensionKeysCommand({
      ...about,
      Metric: loadMetric,
      PeriodInSeconds: stepSec,
      MaxResults: mostInPage,
      NextToken,
    });
    const answer = await ask(context, { call: 'pi:DescribeDimensionKeys', region, Client, command });
    return { items: answer.Keys ?? [], next: answer.NextToken };
  });
}
