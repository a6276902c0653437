/** Cost Explorer: https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/ */
import { type Answers, paged } from '../aws-fake.ts';
import { type Asked, pageOfCosts } from './bill.ts';

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

export const explorerAnswers: Answers = {
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
};
