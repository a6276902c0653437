import { expect, test } from 'vitest';
import { contextFor } from '../upstream/context.ts';
import { costOf, currencyOf } from './bill.ts';

test.each([
  ['eu-west-1', { billedRequests: 3, usd: 0.03 }, 'USD'],
  ['us-gov-west-1', { billedRequests: 3 }, 'USD'],
  ['cn-north-1', { billedRequests: 3 }, 'CNY'],
])('three requests in the partition of %s cost %j, and bills are in %s', (region, cost, currency) => {
  const { context } = contextFor('http://127.0.0.1:1', [], { AWS_REGIONS: region });
  expect(costOf(context, 3)).toEqual(cost);
  expect(currencyOf(context)).toBe(currency);
});
