import { z } from 'zod';
import { type Bucket, By, Fields, Figures, Links, Meta, Tags } from '../events/schema.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const SpansAnswer = z.looseObject({
  data: rowsOf(
    z.looseObject({
      attributes: z.looseObject({
        trace_id: z.string(),
        span_id: z.string(),
        parent_id: z.string().nullish(),
        start_timestamp: z.string(),
        end_timestamp: z.string().nullish(),
        service: z.string().nullish(),
        env: z.string().nullish(),
        host: z.string().nullish(),
        resource_name: z.string().nullish(),
        type: z.string().nullish(),
        tags: Tags,
        attributes: Fields,
        custom: Fields,
      }),
    }),
  ).nullable(),
  links: Links,
  meta: Meta,
});
export type SpanEvent = NonNullable<z.infer<typeof SpansAnswer>['data']>[number]['attributes'];

/** Spans: the vendor describes `compute` and `computes`, and answers `compute` (seen 2026-11). */
const SpanBucket = z
  .looseObject({ by: By, compute: Figures.nullish(), computes: Figures.nullish() })
  .transform(({ by, compute, computes }, context): Bucket => {
    const figures = compute ?? computes;
    if (figures != null) return { by, computes: figures };
    context.addIssue({ code: 'custom', path: ['compute'], message: 'no figures' });
    return z.NEVER;
  });

export const SpanBucketsAnswer = z.looseObject({
  data: rowsOf(z.looseObject({ attributes: SpanBucket })).nullable(),
  meta: Meta,
});
