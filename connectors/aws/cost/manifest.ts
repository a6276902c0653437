/** The statement CustoEFinOps, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

const billed = 'Cost Explorer bills US$0.01 for every request (https://aws.amazon.com/aws-cost-management/pricing/).';

export const costGrants = {
  'ce:GetCostAndUsage': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads what was spent, by service, tag or account.',
    unjudged: billed,
  },
  'ce:GetAnomalies': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists the cost anomalies that AWS detected.',
    unjudged: billed,
  },
  'ce:GetReservationCoverage': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells how much of the usage reservations cover.',
    unjudged: billed,
  },
  'ce:GetReservationPurchaseRecommendation': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads which reservations AWS recommends.',
    unjudged: billed,
  },
  'ce:GetSavingsPlansCoverage': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells how much of the usage Savings Plans cover.',
    unjudged: billed,
  },
  'ce:GetSavingsPlansPurchaseRecommendation': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads which Savings Plans AWS recommends.',
    unjudged: billed,
  },
  'compute-optimizer:GetEnrollmentStatus': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Tells whether the account is enrolled, so that no recommendation is not read as nothing to recommend.',
  },
  'compute-optimizer:GetEC2InstanceRecommendations': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Reads size recommendations for instances.',
  },
  'compute-optimizer:GetEBSVolumeRecommendations': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Reads size recommendations for volumes.',
  },
  'compute-optimizer:GetLambdaFunctionRecommendations': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Reads memory recommendations for functions.',
  },
  'compute-optimizer:GetAutoScalingGroupRecommendations': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Reads size recommendations for auto scaling groups.',
  },
  'compute-optimizer:GetRDSDatabaseRecommendations': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'List',
    purpose: 'Reads size recommendations for databases.',
  },
  'pricing:GetProducts': {
    group: 'CustoEFinOps',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the public price list.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
