/** The operations of `topology.*`, put together. */
import { dependencyOperations } from './operations/dependencies.ts';
import { serviceOperations } from './operations/services.ts';

export const topologyOperations = {
  ...serviceOperations,
  ...dependencyOperations,
};
