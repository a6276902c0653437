/** The operations of recommendations, put together. */
import { recommendationOperations } from './operations/recommendations.ts';

export const recommendationsOperations = {
  ...recommendationOperations,
};
