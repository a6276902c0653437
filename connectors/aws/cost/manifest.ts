/** Costs, prices and recommendations. */
import { calls, list, read, type Statement } from '../statement.ts';

const daySec = 86_400;
const billed = 'Cost Explorer bills US$0.01 for every request (https://aws.amazon.com/aws-cost-management/pricing/).';

export const cost = {
  sid: 'CustoEFinOps',
  grants: {
    'ce:GetCostAndUsage': { ...read('Reads what was spent, by service, tag or account.'), unjudged: billed },
    'ce:GetAnomalies': { ...read('Lists the cost anomalies that AWS detected.'), unjudged: billed },
    'ce:GetReservationCoverage': { ...read('Tells how much of the usage reservations cover.'), unjudged: billed },
    'ce:GetReservationPurchaseRecommendation': {
      ...read('Reads which reservations AWS recommends.'),
      unjudged: billed,
    },
    'ce:GetSavingsPlansCoverage': { ...read('Tells how much of the usage Savings Plans cover.'), unjudged: billed },
    'ce:GetSavingsPlansPurchaseRecommendation': {
      ...read('Reads which Savings Plans AWS recommends.'),
      unjudged: billed,
    },
    'compute-optimizer:GetEnrollmentStatus': list(
      'Tells whether the account is enrolled, so that no recommendation is not read as nothing to recommend.',
    ),
    'compute-optimizer:GetEC2InstanceRecommendations': list('Reads size recommendations for instances.'),
    'compute-optimizer:GetEBSVolumeRecommendations': list('Reads size recommendations for volumes.'),
    'compute-optimizer:GetLambdaFunctionRecommendations': list('Reads memory recommendations for functions.'),
    'compute-optimizer:GetAutoScalingGroupRecommendations': list('Reads size recommendations for auto scaling groups.'),
    'compute-optimizer:GetRDSDatabaseRecommendations': list('Reads size recommendations for databases.'),
    'pricing:GetProducts': read('Reads the public price list.'),
  },
  operations: {
    'cost.getCostAndUsage': { ...calls('ce:GetCostAndUsage'), windowSec: 366 * daySec },
    'cost.listAnomalies': { ...calls('ce:GetAnomalies'), windowSec: 90 * daySec },
    'cost.getReservationCoverage': { ...calls('ce:GetReservationCoverage'), windowSec: 366 * daySec },
    'cost.getReservationRecommendations': calls('ce:GetReservationPurchaseRecommendation'),
    'cost.getSavingsPlansCoverage': { ...calls('ce:GetSavingsPlansCoverage'), windowSec: 366 * daySec },
    'cost.getSavingsPlansRecommendations': calls('ce:GetSavingsPlansPurchaseRecommendation'),
    'cost.listRecommendations': calls(
      'compute-optimizer:GetEnrollmentStatus',
      'compute-optimizer:GetEC2InstanceRecommendations',
      'compute-optimizer:GetEBSVolumeRecommendations',
      'compute-optimizer:GetLambdaFunctionRecommendations',
      'compute-optimizer:GetAutoScalingGroupRecommendations',
      'compute-optimizer:GetRDSDatabaseRecommendations',
    ),
    'cost.getAwsPricing': calls('pricing:GetProducts'),
  },
} as const satisfies Statement;
