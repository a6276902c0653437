/** Good answers of Cost Explorer, Compute Optimizer and the price list. */
import type { Answers } from '../aws-fake.ts';
import { explorerAnswers } from './explorer.ts';
import { optimizerAnswers } from './optimizer.ts';
import { priceAnswers } from './prices.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

export const costAnswers: Answers = { ...explorerAnswers, ...optimizerAnswers, ...priceAnswers };

export const firstDays = { from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z' };

export const costQuestions: Exemplar['questions'] = {
  'cost.getCostAndUsage': [{ window: firstDays }, { window: firstDays, measures: ['gross', 'credits', 'net'] }],
  'cost.listAnomalies': [{ window: firstDays }],
  'cost.getReservationCoverage': [{ window: firstDays }],
  'cost.getSavingsPlansCoverage': [{ window: firstDays }],
  'cost.getReservationRecommendations': [{ service: 'Amazon Relational Database Service' }],
  'cost.getSavingsPlansRecommendations': [{ type: 'compute' }],
  'cost.listRecommendations': ['instance', 'autoScalingGroup', 'function', 'volume', 'database'].map(
    (resourceType) => ({ resourceType }),
  ),
  'cost.getAwsPricing': [{ serviceCode: 'AmazonEC2' }],
};
