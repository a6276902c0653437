/** Recommendations. */
import { z } from 'zod';
import { Money, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const Recommendation = z.object({
  name: z.string(),
  description: text,
  recommenderSubtype: text,
  priority: text,
  lastRefreshTime: text,
  targetResources: texts,
  stateInfo: z.object({ state: text }).optional(),
  primaryImpact: z
    .object({ category: text, costProjection: z.object({ cost: Money.optional(), duration: text }).optional() })
    .optional(),
  content: z.object({ overview: z.record(z.string(), z.unknown()).default({}) }).optional(),
});
export type Recommendation = z.infer<typeof Recommendation>;

export const recommendationsAnswers = {
  'recommender.projects.locations.recommenders.recommendations.list': z.object({
    recommendations: rowsOf(Recommendation).default([]),
    nextPageToken: text,
  }),
};
