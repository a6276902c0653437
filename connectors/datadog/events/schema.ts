/** What the answers about logs, spans and front-end events share: only the fields we use. */
import { z } from 'zod';
import { rowsOf } from '../../../src/core/rows.ts';

/** Beside the events: where the next page begins, and what the search did not finish. */
export const Meta = z
  .looseObject({
    status: z.string().nullish(),
    page: z.looseObject({ after: z.string().nullish() }).nullish(),
    warnings: rowsOf(z.looseObject({ title: z.string().nullish(), detail: z.string().nullish() })).nullish(),
  })
  .nullish();
export type Meta = z.infer<typeof Meta>;

export const Links = z.looseObject({ next: z.string().nullish() }).nullish();
export type Links = z.infer<typeof Links>;

export const Fields = z.record(z.string(), z.unknown()).nullish();
export const Tags = z.array(z.string()).nullish();

/** One figure, or one for each step. */
const Computed = z.union([
  z.string(),
  z.number(),
  z.null(),
  rowsOf(z.looseObject({ time: z.string(), value: z.number().nullish() })),
]);

export const By = z.record(z.string(), z.unknown()).nullish();
export const Figures = z.record(z.string(), Computed);
export interface Bucket {
  readonly by?: z.infer<typeof By>;
  /** By the vendor's names of the figures: c0, c1 and so on. */
  readonly computes: z.infer<typeof Figures>;
}

/** Logs and front-end events. */
export const BucketsAnswer = z.looseObject({
  data: z.looseObject({ buckets: rowsOf(z.looseObject({ by: By, computes: Figures })).nullable() }),
  meta: Meta,
});
