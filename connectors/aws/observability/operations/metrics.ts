/** Values of metrics, metric math and metric searches. */
import type { MetricDataQuery, MetricDataResult } from '@aws-sdk/client-cloudwatch';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import { checkStep, chooseStep } from './metric-step.ts';
import type { SpokenIn } from '../spoken.ts';
import { type MetricQuery, toSeries } from './to-series.ts';

/** Pages of one question; each is billed by the metrics it asks for. */
const mostPages = 10;
/** Fewer than the vendor's own limit of 100,800, so that a page stays within the size of one answer. */
const pointsPerPage = 50_000;

export const metricOperations = {
  'metrics.query': {
    guard({ stepSec }, { window }) {
      if (window !== undefined && stepSec !== undefined) checkStep(stepSec, window);
    },
    async run({ query, region: wanted, stepSec: wantedStepSec, limit }: Question, { window, nowMs, ...context }) {
      const region = chooseRegion(context, wanted);
      const asked = need(window, 'window');
      const stepSec = wantedStepSec ?? chooseStep(asked, nowMs);
      const queries = query.queries.map((one) => render(one, stepSec));
      const read = await readPages(context, { region, window: asked, queries });
      const { series, silent, missing } = toSeries(read.results, query.queries);
      const reasons = [...read.messages, ...missing, ...(read.isWhole ? [] : [cutShort])];
      const because = reasons.length === 0 && silent.length > 0 ? [silence(silent, region)] : reasons;
      return {
        data: { region, series: series.slice(0, limit), stepSec },
        complete: reasons.length === 0,
        ...(because.length > 0 && { because: because.join(' ') }),
        truncated: series.length > limit,
      };
    },
  },
} satisfies AwsOperations<'metrics.query'>;

type Question = SpokenIn<'cloudwatch', 'metrics.query'>;

const cutShort = `Further points were omitted after ${mostPages} pages: narrow the window, set a wider stepSec or ask for fewer metrics.`;

function silence(ids: readonly string[], region: string): string {
  return `The read was allowed. No points in this window in ${region} for: ${ids.join(', ')}. A metric that does not exist under exactly these dimensions looks the same as one that reported nothing.`;
}

function render(query: MetricQuery, stepSec: number): MetricDataQuery {
  const common = {
    Id: query.id,
    ReturnData: query.isReturned,
    ...known({ Label: query.label, AccountId: query.accountId }),
  };
  // A metric search and a metrics query have no points of their own to take the period from.
  if ('expression' in query) return { ...common, Expression: query.expression, Period: stepSec };
  const { namespace, name, dimensions = {}, statistic, unit } = query.metric;
  return {
    ...common,
    MetricStat: {
      Metric: {
        Namespace: namespace,
        MetricName: name,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      Period: stepSec,
      Stat: statistic,
      // The vendor's list of units is closed and grows; what it does not know it refuses by name.
      ...(unit !== undefined && { Unit: unit as NonNullable<MetricDataQuery['MetricStat']>['Unit'] }),
    },
  };
}

interface PagesRead {
  readonly results: readonly MetricDataResult[];
  readonly messages: readonly string[];
  readonly isWhole: boolean;
}

interface Asked {
  readonly region: string;
  readonly window: ResolvedWindow;
  readonly queries: MetricDataQuery[];
}

async function readPages(context: AwsContext, { region, window, queries }: Asked): Promise<PagesRead> {
  const { CloudWatchClient: Client, GetMetricDataCommand } = await import('@aws-sdk/client-cloudwatch');
  const results: MetricDataResult[] = [];
  const messages = new Set<string>();
  let NextToken: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const command = new GetMetricDataCommand({
      MetricDataQueries: queries,
      StartTime: new Date(window.fromMs),
      // The vendor leaves its end out; ours belongs to the window.
      EndTime: new Date(window.toMs + 1),
      ScanBy: 'TimestampAscending',
      MaxDatapoints: pointsPerPage,
      ...known({ NextToken }),
    });
    const answer = await ask(context, { call: 'cloudwatch:GetMetricData', region, Client, command });
    results.push(...(answer.MetricDataResults ?? []));
    for (const { Code = 'note', Value = '' } of answer.Messages ?? []) messages.add(`${Code}: ${Value}`);
    NextToken = answer.NextToken;
    if (NextToken === undefined || NextToken === '') return { results, messages: [...messages], isWhole: true };
  }
  return { results, messages: [...messages], isWhole: false };
}
