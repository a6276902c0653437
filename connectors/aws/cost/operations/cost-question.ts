/** From a question of the catalog to one of Cost Explorer: splits, conditions and measures. */
import type { Expression, GroupDefinition } from '@aws-sdk/client-cost-explorer';
import type { ArgumentsOf } from '../../../../catalog/index.ts';

type Arguments = ArgumentsOf<'cost.getCostAndUsage'>;
type Split = Arguments['groupBy'][number];
type Condition = Arguments['filter'][number];
type Dimension = Extract<Split, { by: 'dimension' }>['dimension'];
export type Measure = Arguments['measures'][number];

/** `RECORD_TYPE` is what the console calls the charge type: usage, tax, credit, refund, discount and so on. */
const dimensions = {
  account: 'LINKED_ACCOUNT',
  chargeType: 'RECORD_TYPE',
  region: 'REGION',
  service: 'SERVICE',
  usageType: 'USAGE_TYPE',
  zone: 'AZ',
} as const satisfies Record<Dimension, string>;

/** The charge type of credits: https://docs.aws.amazon.com/cost-management/latest/userguide/ce-filtering.html */
export const ofCredits: Expression = { Dimensions: { Key: 'RECORD_TYPE', Values: ['Credit'] } };

export function groupsOf(splits: readonly Split[]): GroupDefinition[] | undefined {
  if (splits.length === 0) return undefined;
  return splits.map((split) =>
    split.by === 'tag' ? { Type: 'TAG', Key: split.key } : { Type: 'DIMENSION', Key: dimensions[split.dimension] },
  );
}

/** All of them must hold; Cost Explorer takes `And` with two or more only. */
export function filterOf(conditions: readonly Condition[], ...more: readonly Expression[]): Expression | undefined {
  const parts = [...conditions.map(expressionOf), ...more];
  return parts.length > 1 ? { And: parts } : parts[0];
}

function expressionOf(condition: Condition): Expression {
  const wanted = condition.by === 'tag' ? taggedWith(condition.key, condition.values) : oneOf(condition);
  return condition.isExcluded ? { Not: wanted } : wanted;
}

function oneOf({ dimension, values }: Extract<Condition, { by: 'dimension' }>): Expression {
  return { Dimensions: { Key: dimensions[dimension], Values: [...values] } };
}

/** The empty text means costs without the tag. */
function taggedWith(Key: string, values: readonly string[]): Expression {
  const told = values.filter((value) => value !== '');
  const parts: Expression[] = [
    ...(told.length > 0 ? [{ Tags: { Key, Values: told } }] : []),
    ...(told.length < values.length ? [{ Tags: { Key, MatchOptions: ['ABSENT' as const] } }] : []),
  ];
  const [first = {}] = parts;
  return parts.length > 1 ? { Or: parts } : first;
}

/**
 * Cost Explorer's metric for each measure.
 *
 * `net` is the unblended cost of all charge types, which is the bill line by line: credits and refunds
 * are lines of their own with negative amounts, so that they are deducted. It is not the cost that AWS
 * calls net, which is the one after private discounts: that is `discounted`. A discount that AWS bills
 * as a line is in both (https://aws.amazon.com/blogs/aws-cloud-financial-management/bundled-discounts-in-aws-cost-and-usage-report/).
 * `credits` are the lines of that charge type and of no other: refunds and discounts are none. `gross` is
 * `net` less `credits`, so that gross and credits always make net; no metric of AWS is without credits.
 * All of it holds for the lines that the question's own conditions leave.
 */
export const metrics = {
  net: 'UnblendedCost',
  amortized: 'AmortizedCost',
  blended: 'BlendedCost',
  discounted: 'NetUnblendedCost',
  discountedAmortized: 'NetAmortizedCost',
  usage: 'UsageQuantity',
} as const satisfies Partial<Record<Measure, string>>;

/** What is asked without regard to charge types: `gross` needs the net to be worked out from. */
export function metricsFor(measures: readonly Measure[]): string[] {
  const wanted = measures.flatMap((measure) => {
    if (measure === 'gross' || measure === 'credits') return [metrics.net];
    return [metrics[measure]];
  });
  return [...new Set(wanted)];
}
