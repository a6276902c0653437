/** What clouds charge, where it is unusual, and what would cost less. Prices: `cost-prices.ts`; commitments: `cost-commitments.ts`. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Money, Region, Tags, Time } from './common.ts';
import {
  costGetReservationCoverage,
  costGetReservationRecommendations,
  costGetSavingsPlansCoverage,
  costGetSavingsPlansRecommendations,
} from './cost-commitments.ts';
import { costGetAwsPricing, costGetGcpComputePricing } from './cost-prices.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** What the bills of all clouds can be split by. `account` is the account or the project, `usageType` the item of the price list. */
const Dimension = z.enum(['account', 'chargeType', 'region', 'service', 'usageType', 'zone']);

const TagKey = z
  .string()
  .min(1)
  .max(256)
  .regex(/^\P{C}+$/u, 'must not contain control characters');

const Values = z.array(z.string().max(1024)).min(1).max(100);

const Split = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('dimension'), dimension: Dimension }),
  z.strictObject({ by: z.literal('tag'), key: TagKey }),
]);

const Condition = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('dimension'),
    dimension: Dimension,
    values: Values.describe('As answers spell them; any of them'),
    isExcluded: z.boolean().default(false).describe('True for everything but these values'),
  }),
  z.strictObject({
    by: z.literal('tag'),
    key: TagKey,
    values: Values.describe('Any of them; the empty text for what is not tagged'),
    isExcluded: z.boolean().default(false).describe('True for everything but these values'),
  }),
]);

/** Every bill has `net`; a measure that a bill does not have is refused, naming those that it has. */
const Measure = z.enum([
  'amortized',
  'blended',
  'credits',
  'discounted',
  'discountedAmortized',
  'gross',
  'net',
  'usage',
]);

const Amounts = z.strictObject({
  net: Money.optional().describe('As the bill states it, credits and refunds deducted'),
  gross: Money.optional().describe('Before credits'),
  credits: Money.optional().describe('Negative'),
  amortized: Money.optional().describe('Net, with fees paid in advance spread over their term'),
  blended: Money.optional().describe('Net, at the average rate of the organization'),
  discounted: Money.optional().describe('Net, after private discounts'),
  discountedAmortized: Money.optional().describe('Amortized, after private discounts'),
  usage: z
    .strictObject({ quantity: z.number(), unit: z.string().optional() })
    .optional()
    .describe('Of use only when one usage type is left: quantities of different units are added up'),
});

export const costGetCostAndUsage = defineOperation({
  name: 'cost.getCostAndUsage',
  access: 'read',
  summary: 'What was charged in a window, by hour, day or month and by up to two dimensions or tags.',
  arguments: () =>
    z.strictObject({
      window: Window.describe('Whole hours, days or months; what is told of the last day is not final'),
      granularity: z.enum(['hourly', 'daily', 'monthly']).default('daily'),
      groupBy: z
        .array(Split)
        .max(2)
        .default([])
        .refine(
          (splits) => new Set(splits.map(identify)).size === splits.length,
          'must name each dimension and tag once',
        ),
      filter: z.array(Condition).max(10).default([]).describe('Conditions, all of which must hold'),
      measures: z
        .array(Measure)
        .min(1)
        .max(Measure.options.length)
        .default(['net'])
        .refine((measures) => new Set(measures).size === measures.length, 'must name each measure once'),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      rows: z.array(
        z.strictObject({
          from: Time,
          to: Time.describe('End of the period, which is not in it'),
          group: z.array(z.string()).describe('A value for each entry of groupBy; empty text for what is not tagged'),
          amounts: Amounts,
          isEstimated: z.boolean().optional().describe('True until the bill of the period is closed'),
        }),
      ),
    }),
});

function identify(split: z.infer<typeof Split>): string {
  return split.by === 'tag' ? `tag ${split.key}` : split.dimension;
}

export const costListBillingAccounts = defineOperation({
  name: 'cost.listBillingAccounts',
  access: 'read',
  summary: 'Accounts that bills are sent to.',
  arguments: () => z.strictObject({ limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      accounts: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          isOpen: z.boolean().describe('False for an account that can no longer be charged'),
          currency: z.string().optional(),
          resellerAccountId: z.string().optional().describe('Account that this one is billed through'),
          parent: z.string().optional(),
        }),
      ),
    }),
});

export const costListAnomalies = defineOperation({
  name: 'cost.listAnomalies',
  access: 'read',
  summary: 'Spending that was unusual in a window, with its size and likely causes.',
  arguments: () =>
    z.strictObject({
      window: Window,
      monitorId: Identifier.optional().describe('Only what this monitor found'),
      minImpact: z
        .number()
        .min(0)
        .max(1_000_000_000)
        .optional()
        .describe('Only anomalies that cost at least this much more than expected, in the currency of the bill'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      anomalies: z.array(
        z.strictObject({
          id: z.string(),
          monitorId: z.string(),
          from: Time.optional(),
          to: Time.optional().describe('Absent while it goes on'),
          subject: z.string().optional().describe('What the monitor watches, such as a service'),
          impact: Money.optional().describe('Spent beyond what was expected, in all'),
          impactPercent: z.number().optional(),
          maxDailyImpact: Money.optional(),
          spent: Money.optional(),
          expected: Money.optional(),
          score: z.strictObject({ max: z.number(), current: z.number() }),
          feedback: z.string().optional().describe('Verdict of people on it'),
          causes: z.array(
            z.strictObject({
              service: z.string().optional(),
              region: z.string().optional(),
              accountId: z.string().optional(),
              accountName: z.string().optional(),
              usageType: z.string().optional(),
              impact: Money.optional(),
            }),
          ),
        }),
      ),
    }),
});

const zoneForm = /^[a-z]+-[a-z]+\d{1,2}-[a-z]$/u;

export const costListRecommendations = defineOperation({
  name: 'cost.listRecommendations',
  access: 'read',
  summary: 'Resources of one kind that are too large, too small or idle, with what to change and what it saves.',
  arguments: () =>
    z
      .strictObject({
        resourceType: z.enum([
          'address',
          'autoScalingGroup',
          'database',
          'function',
          'image',
          'instance',
          'serverlessService',
          'volume',
        ]),
        region: Region.optional(),
        zone: z
          .string()
          .max(60)
          .regex(zoneForm, 'must be a zone such as us-central1-a')
          .optional()
          .describe('Zone, where the system keeps recommendations of this kind by zone'),
        limit: limitUpTo(1000),
        cursor: Cursor.optional(),
      })
      .refine(({ region, zone }) => region === undefined || zone === undefined, {
        path: ['zone'],
        message: 'must not stand beside a region: a zone lies in one',
      }),
  result: () =>
    z.strictObject({
      location: z.string().describe('Region or zone that was read'),
      recommendations: z.array(
        z.strictObject({
          id: z.string(),
          resource: z.string().describe('Full identifier'),
          name: z.string().optional(),
          accountId: z.string().optional(),
          finding: z.string().describe('Such as overprovisioned or idle, as the system spells it'),
          reasons: z.array(z.string()),
          description: z.string().optional(),
          state: z.string().optional().describe('Whether somebody took it up or dismissed it'),
          priority: z.string().optional(),
          performanceRisk: z.string().optional().describe('Risk that it is too small as it is'),
          current: z.string().optional().describe('Such as the type and size now'),
          options: z
            .array(
              z.strictObject({
                rank: z.int().optional(),
                proposed: z.string().describe('Such as another type and size, or removal'),
                monthlySavings: Money.optional().describe('Negative when the change costs more'),
                savingsPercent: z.number().optional(),
                performanceRisk: z.string().optional().describe('Risk that the proposal is too small'),
              }),
            )
            .describe('Alternatives, the best first'),
          lookbackSec: z.int().optional().describe('How much of the past it was worked out from'),
          refreshedAt: Time.optional(),
          tags: Tags,
        }),
      ),
      failures: z
        .array(z.strictObject({ resource: z.string(), code: z.string(), message: z.string().optional() }))
        .describe('Resources that the system could not assess'),
    }),
});

export const costOperations = [
  costGetAwsPricing,
  costGetCostAndUsage,
  costGetGcpComputePricing,
  costGetReservationCoverage,
  costGetReservationRecommendations,
  costGetSavingsPlansCoverage,
  costGetSavingsPlansRecommendations,
  costListAnomalies,
  costListBillingAccounts,
  costListRecommendations,
] as const;
