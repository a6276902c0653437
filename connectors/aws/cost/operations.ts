/** The operations of `cost.*`, put together. */
import { anomalyOperations } from './operations/anomalies.ts';
import { costAndUsageOperations } from './operations/costs.ts';
import { priceOperations } from './operations/prices.ts';
import { recommendationOperations } from './operations/recommendations.ts';
import { reservationCoverageOperations } from './operations/reservation-coverage.ts';
import { reservationRecommendationOperations } from './operations/reservation-recommendations.ts';
import { savingsPlansCoverageOperations } from './operations/savings-plans-coverage.ts';
import { savingsPlansRecommendationOperations } from './operations/savings-plans-recommendations.ts';

export const costOperations = {
  ...anomalyOperations,
  ...costAndUsageOperations,
  ...priceOperations,
  ...recommendationOperations,
  ...reservationCoverageOperations,
  ...reservationRecommendationOperations,
  ...savingsPlansCoverageOperations,
  ...savingsPlansRecommendationOperations,
};
