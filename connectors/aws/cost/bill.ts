/**
 * Cost Explorer bills every request, each page of an answer one more
 * (https://aws.amazon.com/aws-cost-management/aws-cost-explorer/pricing/, 0.01 US dollars). So none is
 * tried again by itself, and every answer says what it cost.
 */
import type { AwsContext } from '../access/context.ts';
import { homeRegion, partitionOf } from '../access/regions.ts';

const centsOfRequest = 1;

/** The price is published for the first partition; elsewhere only the number of requests is returned. */
export function costOf(context: Pick<AwsContext, 'config'>, billedRequests: number): Readonly<Record<string, number>> {
  const isPriced = partitionOf(homeRegion(context)) === 'aws';
  return { billedRequests, ...(isPriced && { usd: (billedRequests * centsOfRequest) / 100 }) };
}

/** Cost Explorer returns some amounts without their currency, which is that of the bills of the partition. */
export function currencyOf(context: Pick<AwsContext, 'config'>): string {
  return partitionOf(homeRegion(context)) === 'aws-cn' ? 'CNY' : 'USD';
}

/** The place that an empty list names, for lists that are not of one region. */
export const anyRegion = 'any region';
