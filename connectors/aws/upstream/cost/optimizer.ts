/** Compute Optimizer: https://docs.aws.amazon.com/compute-optimizer/latest/APIReference/ */
import { type Answers, paged } from '../aws-fake.ts';

const saves = (value: number) => ({
  savingsOpportunityPercentage: 25,
  estimatedMonthlySavings: { currency: 'USD', value },
});
const refreshed = { lastRefreshTimestamp: new Date('2026-11-20T00:00:00Z') };
const tags = [{ key: 'team', value: 'checkout' }];

const instance = {
  instanceArn: 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60718',
  accountId: '123456789012',
  instanceName: 'web-1',
  currentInstanceType: 'm5.xlarge',
  finding: 'Overprovisioned',
  findingReasonCodes: ['CPUOverprovisioned'],
  lookBackPeriodInDays: 14,
  recommendationOptions: [
    { instanceType: 'm7g.large', performanceRisk: 2, rank: 2, savingsOpportunity: saves(70) },
    {
      instanceType: 'm6g.large',
      performanceRisk: 1,
      rank: 1,
      savingsOpportunity: saves(60.25),
      savingsOpportunityAfterDiscounts: saves(40.5),
    },
  ],
  currentPerformanceRisk: 'VeryLow',
  instanceState: 'running',
  idle: 'True',
  tags,
  ...refreshed,
};

const scalingGroup = {
  accountId: '123456789012',
  autoScalingGroupArn: 'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:0a1b2c3d:autoScalingGroupName/web',
  autoScalingGroupName: 'web',
  finding: 'NotOptimized',
  lookBackPeriodInDays: 14,
  currentConfiguration: { desiredCapacity: 3, minSize: 2, maxSize: 6, instanceType: 'm5.large' },
  recommendationOptions: [
    {
      configuration: { desiredCapacity: 3, minSize: 3, maxSize: 3, mixedInstanceTypes: ['m6g.large', 'm7g.large'] },
      performanceRisk: 1,
      rank: 1,
      savingsOpportunity: saves(30),
    },
  ],
  currentPerformanceRisk: 'Low',
  ...refreshed,
};

const functionOf = (name: string) => ({
  functionArn: `arn:aws:lambda:eu-west-1:123456789012:function:${name}:$LATEST`,
  functionVersion: '$LATEST',
  accountId: '123456789012',
  currentMemorySize: 1024,
  lookbackPeriodInDays: 14,
  finding: 'NotOptimized',
  findingReasonCodes: ['MemoryOverprovisioned'],
  memorySizeRecommendationOptions: [{ rank: 1, memorySize: 512, savingsOpportunity: saves(1e-7) }],
  currentPerformanceRisk: 'Low',
  tags,
  ...refreshed,
});

const volume = {
  volumeArn: 'arn:aws:ec2:eu-west-1:123456789012:volume/vol-0a1b2c3d4e5f60718',
  accountId: '123456789012',
  currentConfiguration: {
    volumeType: 'gp2',
    volumeSize: 100,
    volumeBaselineIOPS: 300,
    volumeBaselineThroughput: 128,
    rootVolume: true,
  },
  finding: 'NotOptimized',
  lookBackPeriodInDays: 14,
  volumeRecommendationOptions: [
    {
      configuration: { volumeType: 'gp3', volumeSize: 100, volumeBaselineIOPS: 3000, volumeBaselineThroughput: 125 },
      performanceRisk: 1,
      rank: 1,
      savingsOpportunity: saves(2),
    },
  ],
  currentPerformanceRisk: 'Medium',
  tags,
  ...refreshed,
};

const database = {
  resourceArn: 'arn:aws:rds:eu-west-1:123456789012:db:checkout',
  accountId: '123456789012',
  engine: 'postgres',
  engineVersion: '16.4',
  currentDBInstanceClass: 'db.r5.xlarge',
  currentStorageConfiguration: { storageType: 'gp2', allocatedStorage: 100 },
  idle: 'False',
  instanceFinding: 'Overprovisioned',
  storageFinding: 'Optimized',
  instanceFindingReasonCodes: ['CPUOverprovisioned'],
  storageFindingReasonCodes: ['NewGenerationStorageTypeAvailable'],
  currentInstancePerformanceRisk: 'VeryLow',
  instanceRecommendationOptions: [
    { dbInstanceClass: 'db.r6g.large', performanceRisk: 1, rank: 1, savingsOpportunity: saves(90) },
  ],
  storageRecommendationOptions: [
    {
      storageConfiguration: { storageType: 'gp3', allocatedStorage: 100, iops: 3000, storageThroughput: 125 },
      rank: 1,
      savingsOpportunity: saves(3),
    },
  ],
  lookbackPeriodInDays: 14,
  tags,
  ...refreshed,
};

const failure = {
  identifier: 'arn:aws:ec2:eu-west-1:123456789012:instance/i-gone',
  code: 'NOT_FOUND',
  message: 'Gone',
};

export const optimizerAnswers: Answers = {
  'compute-optimizer:GetEnrollmentStatus': () => ({
    status: 'Active',
    memberAccountsEnrolled: true,
    lastUpdatedTimestamp: new Date('2025-01-01T00:00:00Z'),
  }),
  'compute-optimizer:GetEC2InstanceRecommendations': ({ nextToken }) => ({
    ...paged(
      nextToken,
      { instanceRecommendations: [instance], errors: [failure] },
      { instanceRecommendations: [{ ...instance, instanceArn: `${instance.instanceArn}9` }], errors: [] },
      'nextToken',
    ),
  }),
  'compute-optimizer:GetAutoScalingGroupRecommendations': () => ({
    autoScalingGroupRecommendations: [scalingGroup],
    errors: [],
  }),
  'compute-optimizer:GetLambdaFunctionRecommendations': () => ({
    lambdaFunctionRecommendations: [functionOf('checkout')],
  }),
  'compute-optimizer:GetEBSVolumeRecommendations': () => ({ volumeRecommendations: [volume], errors: [] }),
  'compute-optimizer:GetRDSDatabaseRecommendations': () => ({ rdsDBRecommendations: [database], errors: [] }),
};
