/** What was charged. Credits are asked for by a second question over the same periods, only when they are needed. */
import type { DateInterval, GetCostAndUsageCommandInput, ResultByTime } from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, type Page } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';
import { anyRegion, costOf } from '../bill.ts';
import { filterOf, groupsOf, metrics, metricsFor, ofCredits } from './cost-question.ts';
import { periodOf } from '../periods.ts';
import { creditsByRow, toRows } from './to-cost-rows.ts';

type Arguments = ArgumentsOf<'cost.getCostAndUsage'>;
type Row = DataOf<'cost.getCostAndUsage'>['rows'][number];

/** Hourly data is stored for so long: https://docs.aws.amazon.com/cost-management/latest/userguide/ce-granular-data.html */
const mostHourlyMs = 14 * 86_400_000;
/** Pages of credits read for one page of costs. There are far fewer credits than costs. */
const mostCreditPages = 8;

export const costAndUsageOperations = {
  'cost.getCostAndUsage': {
    guard({ granularity }, { window }) {
      if (granularity !== 'hourly' || window === undefined || window.toMs - window.fromMs <= mostHourlyMs) return;
      throw new Fault('window_too_wide', { allowed: '14 days' }, 'Ask by day, or by hour for at most 14 days.');
    },
    async run(args, context): Promise<Answer<DataOf<'cost.getCostAndUsage'>>> {
      const bill = { requests: 0 };
      const TimePeriod = periodOf(context.window, args.granularity);
      const answer = await answerPage(
        { operation: 'cost.getCostAndUsage', args, region: anyRegion, what: 'costs' },
        (after) => readRows(context, args, { TimePeriod, after, bill }),
        (rows) => ({ rows: [...rows] }),
      );
      return { ...answer, cost: costOf(context, bill.requests) };
    },
  },
} satisfies AwsOperations<'cost.getCostAndUsage'>;

interface Reading {
  readonly TimePeriod: DateInterval;
  readonly after: string | undefined;
  /** Grows with every request. */
  readonly bill: { requests: number };
}

async function readRows(context: AwsContext, args: Arguments, reading: Reading): Promise<Page<Row>> {
  const { measures, groupBy, filter } = args;
  const question = { ...shapeOf(args), GroupBy: groupsOf(groupBy) };
  const { items, next } = await request(context, reading.bill, {
    ...question,
    TimePeriod: reading.TimePeriod,
    Metrics: metricsFor(measures),
    Filter: filterOf(filter),
    NextPageToken: reading.after,
  });
  const needsCredits = measures.includes('gross') || measures.includes('credits');
  const told = spanOf(items);
  if (!needsCredits || told === undefined) return { items: toRows(items, args), next };
  const credits = await readCredits(context, reading.bill, {
    ...question,
    TimePeriod: told,
    Metrics: [metrics.net],
    Filter: filterOf(filter, ofCredits),
  });
  return { items: toRows(items, args, creditsByRow(credits)), next };
}

function shapeOf({ granularity }: Arguments): Pick<GetCostAndUsageCommandInput, 'Granularity'> {
  switch (granularity) {
    case 'hourly':
      return { Granularity: 'HOURLY' };
    case 'daily':
      return { Granularity: 'DAILY' };
    case 'monthly':
      return { Granularity: 'MONTHLY' };
  }
}

async function request(
  context: AwsContext,
  bill: Reading['bill'],
  input: GetCostAndUsageCommandInput,
): Promise<Page<ResultByTime>> {
  const { CostExplorerClient: Client, GetCostAndUsageCommand } = await import('@aws-sdk/client-cost-explorer');
  const command = new GetCostAndUsageCommand(input);
  bill.requests += 1;
  const region = homeRegion(context);
  const answer = await ask(context, { call: 'ce:GetCostAndUsage', region, Client, command, once: true });
  return { items: answer.ResultsByTime ?? [], next: answer.NextPageToken };
}

/** All of them: an amount worked out from half of the credits would be wrong and look right. */
async function readCredits(
  context: AwsContext,
  bill: Reading['bill'],
  input: GetCostAndUsageCommandInput,
): Promise<ResultByTime[]> {
  const credits: ResultByTime[] = [];
  let NextPageToken: string | undefined;
  for (let count = 0; count < mostCreditPages; count += 1) {
    const { items, next } = await request(context, bill, { ...input, NextPageToken });
    credits.push(...items);
    if (next === undefined || next === '') return credits;
    NextPageToken = next;
  }
  throw new Fault(
    'cap_exceeded',
    { limit: `${mostCreditPages} pages of credits`, estimate: 'more' },
    'Ask for a narrower window or fewer groups, or leave gross and credits out of measures.',
  );
}

/** From the first period of a page to its last, which are in order. */
function spanOf(results: readonly ResultByTime[]): DateInterval | undefined {
  const [Start, End] = [results[0]?.TimePeriod?.Start, results.at(-1)?.TimePeriod?.End];
  return Start === undefined || End === undefined ? undefined : { Start, End };
}
