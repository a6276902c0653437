/**
 * Good answers of Cost Explorer, Compute Optimizer and the price list. Costs are added up from the lines
 * of a small bill, so that what a filter leaves out is left out of the amounts too:
 * https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_GetCostAndUsage.html
 */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

interface Line {
  readonly day: string;
  readonly SERVICE: string;
  readonly RECORD_TYPE: string;
  readonly team: string;
  /** In cents. A discount is a line of its own here, and spread over the lines it is for in what AWS calls net. */
  readonly unblended: number;
  readonly netUnblended: number;
}

const ec2 = { SERVICE: 'Amazon Elastic Compute Cloud - Compute', team: 'checkout' };
const s3 = { SERVICE: 'Amazon Simple Storage Service', team: '' };

export const bill: readonly Line[] = [
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Usage', unblended: 10_000, netUnblended: 9000 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'BundledDiscount', unblended: -1000, netUnblended: 0 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Credit', unblended: -2550, netUnblended: -2550 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Refund', unblended: -100, netUnblended: -100 },
  { day: '2026-11-01', ...s3, RECORD_TYPE: 'Usage', unblended: 700, netUnblended: 700 },
  { day: '2026-11-02', ...ec2, RECORD_TYPE: 'Usage', unblended: 20_000, netUnblended: 20_000 },
  { day: '2026-11-02', ...s3, RECORD_TYPE: 'Usage', unblended: 300, netUnblended: 300 },
  { day: '2026-11-02', ...s3, RECORD_TYPE: 'Credit', unblended: -300, netUnblended: -300 },
];

interface Filter {
  readonly And?: readonly Filter[];
  readonly Or?: readonly Filter[];
  readonly Not?: Filter;
  readonly Dimensions?: { readonly Key: 'RECORD_TYPE' | 'SERVICE'; readonly Values: readonly string[] };
  readonly Tags?: {
    readonly Key: string;
    readonly Values?: readonly string[];
    readonly MatchOptions?: readonly string[];
  };
}

function isLeft(line: Line, filter: Filter | undefined): boolean {
  if (filter === undefined) return true;
  const { And, Or, Not, Dimensions, Tags } = filter;
  if (And !== undefined) return And.every((one) => isLeft(line, one));
  if (Or !== undefined) return Or.some((one) => isLeft(line, one));
  if (Not !== undefined) return !isLeft(line, Not);
  if (Dimensions !== undefined) return Dimensions.Values.includes(line[Dimensions.Key]);
  if (Tags?.MatchOptions?.includes('ABSENT') === true) return line.team === '';
  return Tags?.Values?.includes(line.team) === true;
}

interface Group {
  readonly Type: string;
  readonly Key: string;
}

function keyOf(line: Line, { Type, Key }: Group): string {
  return Type === 'TAG' ? `${Key}$${line.team}` : line[Key as 'RECORD_TYPE' | 'SERVICE'];
}

/** With more digits than anybody pays, as AWS tells amounts. */
function metricsOf(lines: readonly Line[], wanted: readonly string[]): object {
  const amounts = (of: (line: Line) => number): string => {
    let cents = 0;
    for (const line of lines) cents += of(line);
    return `${(cents / 100).toFixed(10)}`;
  };
  return Object.fromEntries(
    wanted.map((metric) => {
      if (metric === 'UsageQuantity') return [metric, { Amount: '744', Unit: 'N/A' }];
      const isNet = metric === 'NetUnblendedCost' || metric === 'NetAmortizedCost';
      return [metric, { Amount: amounts(isNet ? (line) => line.netUnblended : (line) => line.unblended), Unit: 'USD' }];
    }),
  );
}

interface Asked {
  readonly TimePeriod: { readonly Start: string; readonly End: string };
  readonly Metrics: readonly string[];
  readonly GroupBy?: readonly Group[];
  readonly Filter?: Filter;
}

/** By day. A split period tells its groups and no total. */
export function costsOf(lines: readonly Line[], asked: Asked): object[] {
  const { TimePeriod, Metrics, GroupBy, Filter } = asked;
  const left = lines.filter((line) => isLeft(line, Filter));
  const days = ['2026-11-01', '2026-11-02'].filter((day) => TimePeriod.Start <= day && day < TimePeriod.End);
  return days.map((day) => {
    const ofDay = left.filter((line) => line.day === day);
    const period = { Start: day, End: day === '2026-11-01' ? '2026-11-02' : '2026-11-03' };
    const common = { TimePeriod: period, Estimated: day === '2026-11-02' };
    if (GroupBy === undefined) return { ...common, Total: metricsOf(ofDay, Metrics), Groups: [] };
    const groups = Map.groupBy(ofDay, (line) => JSON.stringify(GroupBy.map((group) => keyOf(line, group))));
    const Groups = [...groups].map(([keys, of]) => ({
      Keys: JSON.parse(keys) as string[],
      Metrics: metricsOf(of, Metrics),
    }));
    return { ...common, Total: {}, Groups };
  });
}

/** One day for each page. */
function pageOfCosts(asked: Asked, token: unknown): object {
  const days = costsOf(bill, asked);
  const at = token === undefined ? 0 : Number(token);
  return { ResultsByTime: days.slice(at, at + 1), ...(at + 1 < days.length && { NextPageToken: String(at + 1) }) };
}

const monitor = 'arn:aws:ce::123456789012:anomalymonitor/0a1b2c3d-0000-4000-8000-000000000001';

const coverage = {
  CoverageHours: {
    OnDemandHours: '25.5',
    ReservedHours: '74.5',
    TotalRunningHours: '100',
    CoverageHoursPercentage: '74.5',
  },
  CoverageNormalizedUnits: {
    OnDemandNormalizedUnits: '102',
    ReservedNormalizedUnits: '298',
    TotalRunningNormalizedUnits: '400',
    CoverageNormalizedUnitsPercentage: '74.5',
  },
  CoverageCost: { OnDemandCost: '12.3456789012345' },
};

const november = { Start: '2026-11-01', End: '2026-12-01' };

const reservation = {
  AccountId: '123456789012',
  InstanceDetails: {
    RDSInstanceDetails: {
      Family: 'db.r6g',
      InstanceType: 'db.r6g.large',
      Region: 'eu-west-1',
      DatabaseEngine: 'PostgreSQL',
      DatabaseEdition: '',
      DeploymentOption: 'Multi-AZ',
      LicenseModel: 'No License Required',
      CurrentGeneration: true,
      SizeFlexEligible: true,
    },
  },
  RecommendedNumberOfInstancesToPurchase: '3',
  RecommendedNormalizedUnitsToPurchase: '12',
  MinimumNumberOfInstancesUsedPerHour: '2',
  AverageNumberOfInstancesUsedPerHour: '3.2',
  MaximumNumberOfInstancesUsedPerHour: '5',
  AverageUtilization: '97.5',
  EstimatedBreakEvenInMonths: '7.2',
  CurrencyCode: 'USD',
  EstimatedMonthlySavingsAmount: '120.5',
  EstimatedMonthlySavingsPercentage: '31.2',
  EstimatedMonthlyOnDemandCost: '386.4',
  UpfrontCost: '0',
  RecurringStandardMonthlyCost: '265.9',
};

const plan = {
  SavingsPlansDetails: { Region: 'eu-west-1', InstanceFamily: 'm7g', OfferingId: 'offering' },
  AccountId: '123456789012',
  UpfrontCost: '0.0',
  EstimatedROI: '41.5',
  CurrencyCode: 'USD',
  EstimatedSPCost: '700',
  EstimatedOnDemandCost: '1000',
  EstimatedSavingsAmount: '300',
  EstimatedSavingsPercentage: '30',
  HourlyCommitmentToPurchase: '0.972',
  EstimatedAverageUtilization: '99.1',
  EstimatedMonthlySavingsAmount: '304.1',
  CurrentMinimumHourlyOnDemandSpend: '0.8',
  CurrentMaximumHourlyOnDemandSpend: '2.5',
  CurrentAverageHourlyOnDemandSpend: '1.4',
  RecommendationDetailId: '12345678-1234-1234-1234-123456789012',
};

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

export const product = {
  product: {
    productFamily: 'Compute Instance',
    attributes: { instanceType: 'm7g.large', regionCode: 'eu-west-1' },
    sku: 'ABCDEFGHIJKLMNOP',
  },
  serviceCode: 'AmazonEC2',
  terms: {
    OnDemand: {
      'ABCDEFGHIJKLMNOP.JRTCKXETXF': {
        priceDimensions: {
          'ABCDEFGHIJKLMNOP.JRTCKXETXF.6YS6EN2CT7': {
            unit: 'Hrs',
            endRange: 'Inf',
            description: '$0.0912 per On Demand Linux m7g.large Instance Hour',
            appliesTo: [],
            rateCode: 'ABCDEFGHIJKLMNOP.JRTCKXETXF.6YS6EN2CT7',
            beginRange: '0',
            pricePerUnit: { USD: '0.0912000000' },
          },
        },
        sku: 'ABCDEFGHIJKLMNOP',
        effectiveDate: '2026-11-01T00:00:00Z',
        offerTermCode: 'JRTCKXETXF',
        termAttributes: {},
      },
    },
    Reserved: {
      'ABCDEFGHIJKLMNOP.4NA7Y494T4': {
        priceDimensions: {
          first: { unit: 'Hrs', beginRange: '0', endRange: '750', pricePerUnit: { USD: '0.06', CNY: '0.4' } },
        },
        effectiveDate: '2026-10-01T00:00:00Z',
        offerTermCode: '4NA7Y494T4',
        termAttributes: { LeaseContractLength: '1yr', PurchaseOption: 'No Upfront' },
      },
    },
  },
  version: '20261115000000',
  publicationDate: '2026-11-15T00:00:00Z',
};

/** The second page only for the token of the first. */
const paged = (token: unknown, first: object, second: object, name = 'NextPageToken'): object =>
  token === undefined ? { ...first, [name]: 'page-2' } : second;

export const costAnswers: Answers = {
  'ce:GetCostAndUsage': (input) => ({ ...pageOfCosts(input as unknown as Asked, input['NextPageToken']) }),
  'ce:GetAnomalies': ({ NextPageToken }) => ({
    ...paged(
      NextPageToken,
      {
        Anomalies: [
          {
            AnomalyId: 'anomaly-1',
            AnomalyStartDate: '2026-11-10T00:00:00Z',
            AnomalyEndDate: '2026-11-12',
            DimensionValue: 'Amazon Simple Storage Service',
            RootCauses: [
              {
                Service: 'Amazon Simple Storage Service',
                Region: 'eu-west-1',
                LinkedAccount: '123456789012',
                LinkedAccountName: 'production',
                UsageType: 'EU-TimedStorage-ByteHrs',
                Impact: { Contribution: 99.5 },
              },
            ],
            AnomalyScore: { MaxScore: 0.9, CurrentScore: 0.4 },
            Impact: {
              MaxImpact: 60.25,
              TotalImpact: 120.5,
              TotalActualSpend: 200.5,
              TotalExpectedSpend: 80,
              TotalImpactPercentage: 150.625,
            },
            MonitorArn: monitor,
            Feedback: 'YES',
          },
        ],
      },
      {
        Anomalies: [
          {
            AnomalyId: 'anomaly-2',
            AnomalyScore: { MaxScore: 0, CurrentScore: 0 },
            Impact: { MaxImpact: 0 },
            MonitorArn: monitor,
          },
        ],
      },
    ),
  }),
  'ce:GetReservationCoverage': ({ NextPageToken, GroupBy }) => ({
    ...paged(
      NextPageToken,
      {
        CoveragesByTime: [
          GroupBy === undefined
            ? { TimePeriod: november, Groups: [], Total: coverage }
            : {
                TimePeriod: november,
                Groups: [{ Attributes: { instanceType: 'm7g.large', AZ: 'eu-west-1a' }, Coverage: coverage }],
                Total: coverage,
              },
        ],
        Total: coverage,
      },
      { CoveragesByTime: [], Total: coverage },
    ),
  }),
  'ce:GetSavingsPlansCoverage': ({ NextToken, GroupBy }) => ({
    ...paged(
      NextToken,
      {
        SavingsPlansCoverages: [
          {
            ...(GroupBy !== undefined && { Attributes: { INSTANCE_FAMILY: 'm7g' } }),
            Coverage: {
              SpendCoveredBySavingsPlans: '70.1',
              OnDemandCost: '29.9',
              TotalCost: '100',
              CoveragePercentage: '70.1',
            },
            TimePeriod: november,
          },
        ],
      },
      { SavingsPlansCoverages: [] },
      'NextToken',
    ),
  }),
  'ce:GetReservationPurchaseRecommendation': ({ NextPageToken }) => ({
    Metadata: { RecommendationId: 'one', GenerationTimestamp: '2026-11-20T06:00:00Z' },
    ...paged(
      NextPageToken,
      {
        Recommendations: [
          {
            RecommendationDetails: [reservation],
            RecommendationSummary: {
              TotalEstimatedMonthlySavingsAmount: '120.5',
              TotalEstimatedMonthlySavingsPercentage: '31.2',
              CurrencyCode: 'USD',
            },
          },
        ],
      },
      { Recommendations: [] },
    ),
  }),
  'ce:GetSavingsPlansPurchaseRecommendation': ({ NextPageToken }) => ({
    Metadata: { RecommendationId: 'two', GenerationTimestamp: '2026-11-20T06:00:00Z' },
    ...paged(
      NextPageToken,
      {
        SavingsPlansPurchaseRecommendation: {
          SavingsPlansPurchaseRecommendationDetails: [plan],
          SavingsPlansPurchaseRecommendationSummary: {
            EstimatedROI: '41.5',
            CurrencyCode: 'USD',
            HourlyCommitmentToPurchase: '0.972',
            EstimatedSavingsPercentage: '30',
            EstimatedMonthlySavingsAmount: '304.1',
          },
        },
      },
      { SavingsPlansPurchaseRecommendation: { SavingsPlansPurchaseRecommendationDetails: [] } },
    ),
  }),
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
  'pricing:GetProducts': ({ NextToken }) => ({
    FormatVersion: 'aws_v1',
    ...paged(
      NextToken,
      { PriceList: [JSON.stringify(product)] },
      { PriceList: [JSON.stringify({ product: { sku: 'QRSTUVWXYZABCDEF' } })] },
      'NextToken',
    ),
  }),
};

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
