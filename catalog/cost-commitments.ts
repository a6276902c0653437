/** Reservations and savings plans: how much of the use they cover, and which ones would pay off. */
import { z } from 'zod';
import { Cursor, limitUpTo, Money, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const CoverageGranularity = z.enum(['daily', 'monthly']).optional();

/** The system tells coverage by period or by group, never by both (Cost Explorer, GroupBy and Granularity). */
const eitherPeriodsOrGroups = {
  path: ['granularity'],
  message: 'must not stand beside groupBy: coverage is told by period or by group',
};

function isByOne({ granularity, groupBy }: { granularity?: unknown; groupBy: readonly string[] }): boolean {
  return granularity === undefined || groupBy.length === 0;
}

const isWithoutRepeats = (names: readonly string[]): boolean => new Set(names).size === names.length;

const ServiceName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('As the bill spells it, such as Amazon Relational Database Service');

const Coverage = z.strictObject({
  onDemandHours: z.number().optional(),
  reservedHours: z.number().optional(),
  totalHours: z.number().optional(),
  coveredHoursPercent: z.number().optional(),
  onDemandUnits: z.number().optional(),
  reservedUnits: z.number().optional(),
  totalUnits: z.number().optional(),
  coveredUnitsPercent: z.number().optional(),
  onDemandCost: Money.optional(),
});

export const costGetReservationCoverage = defineOperation({
  name: 'cost.getReservationCoverage',
  access: 'read',
  summary: 'How much of the hours used was covered by reservations in a window.',
  arguments: () =>
    z
      .strictObject({
        window: Window,
        service: ServiceName.optional().describe('Only this service; virtual machines if absent'),
        granularity: CoverageGranularity,
        groupBy: z
          .array(
            z.enum([
              'account',
              'cacheEngine',
              'databaseEngine',
              'deploymentOption',
              'instanceType',
              'operatingSystem',
              'platform',
              'region',
              'tenancy',
              'zone',
            ]),
          )
          .max(10)
          .default([])
          .refine(isWithoutRepeats, 'must name each dimension once'),
        limit: limitUpTo(1000),
        cursor: Cursor.optional(),
      })
      .refine(isByOne, eitherPeriodsOrGroups),
  result: () =>
    z.strictObject({
      rows: z.array(
        z.strictObject({
          from: Time,
          to: Time.describe('End of the period, which is not in it'),
          group: Tags.describe('Value of each dimension; empty when nothing is grouped'),
          coverage: Coverage,
        }),
      ),
      total: Coverage.optional().describe('Of the whole window'),
    }),
});

export const costGetSavingsPlansCoverage = defineOperation({
  name: 'cost.getSavingsPlansCoverage',
  access: 'read',
  summary: 'How much of the eligible spending was covered by savings plans in a window.',
  arguments: () =>
    z
      .strictObject({
        window: Window,
        granularity: CoverageGranularity,
        groupBy: z
          .array(z.enum(['instanceFamily', 'region', 'service']))
          .max(3)
          .default([])
          .refine(isWithoutRepeats, 'must name each dimension once'),
        limit: limitUpTo(1000),
        cursor: Cursor.optional(),
      })
      .refine(isByOne, eitherPeriodsOrGroups),
  result: () =>
    z.strictObject({
      rows: z.array(
        z.strictObject({
          from: Time,
          to: Time.describe('End of the period, which is not in it'),
          group: Tags.describe('Value of each dimension; empty when nothing is grouped'),
          covered: Money.optional(),
          onDemandCost: Money.optional(),
          totalCost: Money.optional(),
          coveredPercent: z.number().optional(),
        }),
      ),
    }),
});

/** What every purchase is worked out from. */
const terms = {
  lookbackDays: z.literal([7, 30, 60]).default(30).describe('Days of past use it is worked out from'),
  termYears: z.literal([1, 3]).default(1),
  payment: z.enum(['no_upfront', 'partial_upfront', 'all_upfront']).default('no_upfront'),
  scope: z
    .enum(['organization', 'account'])
    .default('organization')
    .describe('Whether to buy for the organization as a whole or account by account'),
};

const page = { limit: limitUpTo(1000), cursor: Cursor.optional() };

export const costGetReservationRecommendations = defineOperation({
  name: 'cost.getReservationRecommendations',
  access: 'read',
  summary: 'Reservations of one service that would have paid off.',
  arguments: () =>
    z.strictObject({
      service: ServiceName,
      ...terms,
      offeringClass: z
        .enum(['standard', 'convertible'])
        .optional()
        .describe('Only for virtual machines; standard if absent'),
      ...page,
    }),
  result: () =>
    z.strictObject({
      generatedAt: Time.optional(),
      monthlySavings: Money.optional().describe('Of all of them'),
      savingsPercent: z.number().optional(),
      recommendations: z.array(
        z.strictObject({
          accountId: z.string().optional(),
          region: z.string().optional(),
          family: z.string().optional(),
          type: z.string().optional().describe('Type of instance, node or capacity'),
          attributes: Tags.describe('Further facts that the reservation is bound to, such as engine or tenancy'),
          count: z.number().optional().describe('Instances, nodes or units of capacity to reserve'),
          normalizedUnits: z.number().optional(),
          usedPerHour: z
            .strictObject({ min: z.number().optional(), average: z.number().optional(), max: z.number().optional() })
            .optional(),
          averageUtilizationPercent: z.number().optional(),
          breakEvenMonths: z.number().optional(),
          upfrontCost: Money.optional(),
          monthlyCost: Money.optional(),
          onDemandMonthlyCost: Money.optional(),
          monthlySavings: Money.optional(),
          savingsPercent: z.number().optional(),
        }),
      ),
    }),
});

export const costGetSavingsPlansRecommendations = defineOperation({
  name: 'cost.getSavingsPlansRecommendations',
  access: 'read',
  summary: 'Savings plans of one type that would have paid off.',
  arguments: () =>
    z.strictObject({
      type: z.enum(['compute', 'database', 'ec2_instance', 'sagemaker']),
      ...terms,
      ...page,
    }),
  result: () =>
    z.strictObject({
      generatedAt: Time.optional(),
      hourlyCommitment: Money.optional().describe('Of all of them'),
      monthlySavings: Money.optional().describe('Of all of them'),
      savingsPercent: z.number().optional(),
      returnPercent: z.number().optional().describe('Savings for what is committed'),
      recommendations: z.array(
        z.strictObject({
          id: z.string().optional(),
          accountId: z.string().optional(),
          region: z.string().optional(),
          instanceFamily: z.string().optional(),
          hourlyCommitment: Money.optional(),
          upfrontCost: Money.optional(),
          planCost: Money.optional().describe('Over the lookback, with the plan'),
          onDemandCost: Money.optional().describe('Over the lookback, without it'),
          monthlySavings: Money.optional(),
          savingsPercent: z.number().optional(),
          returnPercent: z.number().optional(),
          averageUtilizationPercent: z.number().optional(),
          hourlyOnDemandSpend: z
            .strictObject({ min: Money.optional(), average: Money.optional(), max: Money.optional() })
            .optional(),
        }),
      ),
    }),
});
