/** Answers of the interfaces for logs, spans and front-end events: only the fields we use. */
import { z } from 'zod';

/** Beside the events: where the next page begins, and what the search did not finish. */
export const Meta = z
  .looseObject({
    status: z.string().nullish(),
    page: z.looseObject({ after: z.string().nullish() }).nullish(),
    warnings: z.array(z.looseObject({ title: z.string().nullish(), detail: z.string().nullish() })).nullish(),
  })
  .nullish();
export type Meta = z.infer<typeof Meta>;

const Fields = z.record(z.string(), z.unknown()).nullish();
const Tags = z.array(z.string()).nullish();

export const LogsAnswer = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string().nullish(),
        attributes: z.looseObject({
          timestamp: z.string(),
          message: z.string().nullish(),
          status: z.string().nullish(),
          service: z.string().nullish(),
          host: z.string().nullish(),
          tags: Tags,
          attributes: Fields,
        }),
      }),
    )
    .nullable(),
  meta: Meta,
});
export type LogEvent = NonNullable<z.infer<typeof LogsAnswer>['data']>[number];

export const SpansAnswer = z.looseObject({
  data: z
    .array(
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
    )
    .nullable(),
  meta: Meta,
});
export type SpanEvent = NonNullable<z.infer<typeof SpansAnswer>['data']>[number]['attributes'];

export const RumEventsAnswer = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string().nullish(),
        attributes: z.looseObject({
          timestamp: z.string(),
          service: z.string().nullish(),
          tags: Tags,
          attributes: Fields,
        }),
      }),
    )
    .nullable(),
  meta: Meta,
});
export type RumEvent = NonNullable<z.infer<typeof RumEventsAnswer>['data']>[number];

/** One figure, or one for each step. */
const Computed = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.array(z.looseObject({ time: z.string(), value: z.number().nullish() })),
]);

const By = z.record(z.string(), z.unknown()).nullish();
const Figures = z.record(z.string(), Computed);
export interface Bucket {
  readonly by?: z.infer<typeof By>;
  /** By the vendor's names of the figures: c0, c1 and so on. */
  readonly computes: z.infer<typeof Figures>;
}

/** Logs and front-end events. */
export const BucketsAnswer = z.looseObject({
  data: z.looseObject({ buckets: z.array(z.looseObject({ by: By, computes: Figures })).nullable() }),
  meta: Meta,
});

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
  data: z.array(z.looseObject({ attributes: SpanBucket })).nullable(),
  meta: Meta,
});
