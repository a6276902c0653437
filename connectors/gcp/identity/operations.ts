/** The operations of `identity.*`, put together. */
import { policyOperations } from './operations/identity.ts';

export const identityOperations = {
  ...policyOperations,
};
