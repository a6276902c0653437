/** Billing accounts, the price list, and the warehouse that the billing export is written to. */
import { z } from 'zod';
import { flag, Money, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const BillingAccount = z.object({
  name: z.string(),
  displayName: text,
  open: flag,
  currencyCode: text,
  masterBillingAccount: text,
  parent: text,
});
export type BillingAccount = z.infer<typeof BillingAccount>;

export const Sku = z.object({
  skuId: z.string(),
  description: text,
  category: z.object({ resourceFamily: text, resourceGroup: text, usageType: text }).optional(),
  serviceRegions: texts,
  pricingInfo: z
    .array(
      z.object({
        effectiveTime: text,
        pricingExpression: z
          .object({
            usageUnit: text,
            usageUnitDescription: text,
            tieredRates: z.array(z.object({ startUsageAmount: number, unitPrice: Money.optional() })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type Sku = z.infer<typeof Sku>;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly mode?: string | undefined;
  readonly fields?: readonly Field[] | undefined;
}
const Field: z.ZodType<Field> = z.object({
  name: z.string(),
  type: z.string(),
  mode: text,
  fields: z.lazy(() => z.array(Field)).optional(),
});
export const Table = z.object({
  type: text,
  location: text,
  numBytes: text,
  numRows: text,
  lastModifiedTime: text,
  schema: z.object({ fields: z.array(Field).default([]) }).optional(),
  timePartitioning: z.object({ type: text, field: text }).optional(),
  rangePartitioning: z.object({ field: text }).optional(),
  requirePartitionFilter: flag,
});
export type Table = z.infer<typeof Table>;

const Row = z.object({ f: z.array(z.object({ v: z.string().nullable() })) });

const QueryAnswer = z.object({
  jobComplete: z.boolean(),
  jobReference: z.object({ jobId: text, location: text }).optional(),
  statementType: text,
  schema: z.object({ fields: z.array(z.object({ name: z.string() })).default([]) }).optional(),
  rows: rowsOf(Row).default([]),
  totalRows: text,
  totalBytesProcessed: text,
  totalBytesBilled: text,
  cacheHit: flag,
  pageToken: text,
  errors: z.array(z.object({ reason: text, message: text })).default([]),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

export const costAnswers = {
  'cloudbilling.billingAccounts.list': z.object({
    billingAccounts: rowsOf(BillingAccount).default([]),
    nextPageToken: text,
  }),
  'cloudbilling.services.skus.list': z.object({ skus: rowsOf(Sku).default([]), nextPageToken: text }),
  'bigquery.tables.get': Table,
  'bigquery.jobs.query': QueryAnswer,
  'bigquery.jobs.getQueryResults': QueryAnswer.omit({ statementType: true, totalBytesBilled: true }),
};
