/** The operations of `synthetics.*`, put together. */
import { checkOperations } from './operations/checks.ts';
import { resultOperations } from './operations/results.ts';

export const syntheticsOperations = {
  ...checkOperations,
  ...resultOperations,
};
