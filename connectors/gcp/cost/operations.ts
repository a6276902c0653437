/** The operations of `cost.*`, put together. */
import { billingAccountOperations } from './operations/billing-accounts.ts';
import { costAndUsageOperations } from './operations/cost-and-usage.ts';
import { priceOperations } from './operations/prices.ts';

export const costOperations = {
  ...billingAccountOperations,
  ...costAndUsageOperations,
  ...priceOperations,
};
