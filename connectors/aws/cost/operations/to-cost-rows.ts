import type { MetricValue, ResultByTime } from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known } from '../../members.ts';
import { type Measure, metrics } from './cost-question.ts';
import { figureOf, minus, type Money, moneyOf } from '../money.ts';
import { toPeriod } from '../periods.ts';

type Arguments = Pick<ArgumentsOf<'cost.getCostAndUsage'>, 'groupBy' | 'measures'>;
type Row = DataOf<'cost.getCostAndUsage'>['rows'][number];
type Amounts = Row['amounts'];
type Metrics = Readonly<Record<string, MetricValue>>;

/** By the period and the vendor's own spelling of the group. */
export type Credits = ReadonlyMap<string, Money>;

export function creditsByRow(results: readonly ResultByTime[]): Credits {
  return new Map(
    results.flatMap((result) =>
      linesOf(result).flatMap(({ keys, told }): [string, Money][] => {
        const credit = amountIn(told, metrics.net);
        return credit === undefined ? [] : [[keyOf(result, keys), credit]];
      }),
    ),
  );
}

/** `credits` must be given when gross or credits are among the measures. */
export function toRows(results: readonly ResultByTime[], args: Arguments, credits: Credits = new Map()): Row[] {
  return results.flatMap((result) =>
    linesOf(result).map(({ keys, told }) => ({
      ...toPeriod(result.TimePeriod),
      group: args.groupBy.map((split, at) => valueOf(split, need(keys[at], 'ResultsByTime[].Groups[].Keys[]'))),
      amounts: toAmounts(args.measures, told, credits.get(keyOf(result, keys))),
      ...known({ isEstimated: result.Estimated }),
    })),
  );
}

interface Line {
  readonly keys: readonly string[];
  readonly told: Metrics;
}

/** Split results have groups and no total. */
function linesOf({ Groups = [], Total = {} }: ResultByTime): Line[] {
  if (Groups.length > 0) return Groups.map(({ Keys = [], Metrics: told = {} }) => ({ keys: Keys, told }));
  return Object.keys(Total).length > 0 ? [{ keys: [], told: Total }] : [];
}

function keyOf({ TimePeriod }: ResultByTime, keys: readonly string[]): string {
  return JSON.stringify([TimePeriod?.Start, ...keys]);
}

/** AWS returns values of a tag as `key$value`, and untagged costs as `key$`. */
function valueOf(split: Arguments['groupBy'][number], told: string): string {
  return split.by === 'tag' ? told.slice(told.indexOf('$', split.key.length) + 1) : told;
}

function toAmounts(measures: readonly Measure[], told: Metrics, credit: Money | undefined): Amounts {
  let amounts: Amounts = {};
  for (const measure of measures) amounts = { ...amounts, ...toAmount(measure, told, credit) };
  return amounts;
}

function toAmount(measure: Measure, told: Metrics, credit: Money | undefined): Amounts {
  if (measure === 'usage') return known({ usage: toUsage(told[metrics.usage]) });
  if (measure === 'gross') return grossOf(amountIn(told, metrics.net), credit);
  if (measure === 'credits') return creditsOf(amountIn(told, metrics.net), credit);
  return known({ [measure]: amountIn(told, metrics[measure]) });
}

function grossOf(net: Money | undefined, credit: Money | undefined): Amounts {
  return net === undefined ? {} : { gross: minus(net, credit) };
}

/** A row without credits has none: the credits were read whole. */
function creditsOf(net: Money | undefined, credit: Money | undefined): Amounts {
  if (credit !== undefined) return { credits: credit };
  return net === undefined ? {} : { credits: { amount: '0', currency: net.currency } };
}

function amountIn(told: Metrics, metric: string): Money | undefined {
  const { Amount, Unit } = told[metric] ?? {};
  return moneyOf(Amount, Unit, `ResultsByTime[].${metric}.Amount`);
}

/** `N/A` where quantities of several units were added up. */
function toUsage({ Amount, Unit }: MetricValue = {}): Amounts['usage'] {
  const quantity = figureOf(Amount);
  return quantity === undefined ? undefined : { quantity, ...known({ unit: Unit === 'N/A' ? undefined : Unit }) };
}
