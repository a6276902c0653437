/** Cost and recommendations: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

const daySec = 86_400;

export const costDeclarations = {
  'cost.getCostAndUsage': {
    grants: ['ce:GetCostAndUsage'],
    upstream: ['ce:GetCostAndUsage'],
    redactions: [],
    windowSec: 366 * daySec,
  },
  'cost.listAnomalies': {
    grants: ['ce:GetAnomalies'],
    upstream: ['ce:GetAnomalies'],
    redactions: [],
    windowSec: 90 * daySec,
  },
  'cost.getReservationCoverage': {
    grants: ['ce:GetReservationCoverage'],
    upstream: ['ce:GetReservationCoverage'],
    redactions: [],
    windowSec: 366 * daySec,
  },
  'cost.getReservationRecommendations': {
    grants: ['ce:GetReservationPurchaseRecommendation'],
    upstream: ['ce:GetReservationPurchaseRecommendation'],
    redactions: [],
  },
  'cost.getSavingsPlansCoverage': {
    grants: ['ce:GetSavingsPlansCoverage'],
    upstream: ['ce:GetSavingsPlansCoverage'],
    redactions: [],
    windowSec: 366 * daySec,
  },
  'cost.getSavingsPlansRecommendations': {
    grants: ['ce:GetSavingsPlansPurchaseRecommendation'],
    upstream: ['ce:GetSavingsPlansPurchaseRecommendation'],
    redactions: [],
  },
  'cost.listRecommendations': {
    grants: [
      'compute-optimizer:GetEnrollmentStatus',
      'compute-optimizer:GetEC2InstanceRecommendations',
      'compute-optimizer:GetEBSVolumeRecommendations',
      'compute-optimizer:GetLambdaFunctionRecommendations',
      'compute-optimizer:GetAutoScalingGroupRecommendations',
      'compute-optimizer:GetRDSDatabaseRecommendations',
    ],
    upstream: [
      'compute-optimizer:GetEnrollmentStatus',
      'compute-optimizer:GetEC2InstanceRecommendations',
      'compute-optimizer:GetEBSVolumeRecommendations',
      'compute-optimizer:GetLambdaFunctionRecommendations',
      'compute-optimizer:GetAutoScalingGroupRecommendations',
      'compute-optimizer:GetRDSDatabaseRecommendations',
    ],
    redactions: [],
  },
  'cost.getAwsPricing': {
    grants: ['pricing:GetProducts'],
    upstream: ['pricing:GetProducts'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
