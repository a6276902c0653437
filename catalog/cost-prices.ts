/** Price lists, which are the same for every customer. Each cloud has its own form, so each has its own operation. */
import { z } from 'zod';
import { Cursor, limitUpTo, Money, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const AwsPrice = z.strictObject({
  price: Money,
  unit: z.string(),
  description: z.string().optional(),
  fromQuantity: z.number().optional(),
  toQuantity: z.number().optional().describe('Absent for the last step'),
});

export const costGetAwsPricing = defineOperation({
  name: 'cost.getAwsPricing',
  access: 'read',
  summary: 'Products of one AWS service with their public prices.',
  arguments: () =>
    z.strictObject({
      serviceCode: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,100}$/u, 'must be a code such as AmazonEC2')
        .describe('Code of the service in the price list'),
      filters: z
        .array(
          z.strictObject({
            field: z.string().min(1).max(1024),
            match: z.enum(['equals', 'contains', 'any_of', 'none_of']).default('equals'),
            value: z.string().min(1).max(1024).describe('With any_of and none_of: several, parted by commas'),
          }),
        )
        .max(50)
        .default([])
        .describe('Attributes of the product, all of which must match'),
      limit: limitUpTo(100, 20),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      products: z.array(
        z.strictObject({
          sku: z.string(),
          family: z.string().optional(),
          attributes: Tags,
          publishedAt: Time.optional(),
          terms: z.array(
            z.strictObject({
              kind: z.string().describe('OnDemand or Reserved'),
              code: z.string().optional(),
              effectiveAt: Time.optional(),
              attributes: Tags.describe('Of a reserved term: its length, what is paid in advance'),
              prices: z.array(AwsPrice),
            }),
          ),
        }),
      ),
    }),
});

export const costGetGcpComputePricing = defineOperation({
  name: 'cost.getGcpComputePricing',
  access: 'read',
  summary: 'Public prices of Compute Engine in one region of GCP.',
  arguments: () =>
    z.strictObject({
      region: z
        .string()
        .regex(/^(?:global|[a-z]{2,20}-[a-z]{2,20}\d{1,2})$/u, 'must be a region such as us-central1, or global')
        .describe('Any region of the price list'),
      family: z
        .string()
        .regex(/^[A-Za-z][A-Za-z ]{0,59}$/u, 'must be a family such as Compute')
        .optional()
        .describe('Only this family: Compute, Storage, Network or License'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      products: z.array(
        z.strictObject({
          sku: z.string(),
          description: z.string(),
          family: z.string().optional(),
          group: z.string().optional(),
          usageType: z.string().optional().describe('Such as OnDemand, Preemptible or Commit1Yr'),
          regions: z.array(z.string()),
          unit: z.string().optional(),
          unitDescription: z.string().optional(),
          effectiveAt: Time.optional(),
          prices: z.array(z.strictObject({ fromQuantity: z.number(), price: Money })).describe('By steps of use'),
        }),
      ),
    }),
});
