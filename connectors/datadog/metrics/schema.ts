/** Answers of the metrics interfaces: only the fields we use. */
import { z } from 'zod';

const Unit = z.looseObject({ name: z.string().nullish() }).nullish();

export const TimeseriesAnswer = z.looseObject({
  data: z
    .looseObject({
      attributes: z
        .looseObject({
          series: z
            .array(
              z.looseObject({
                group_tags: z.array(z.string()).nullish(),
                query_index: z.int().nullish(),
                unit: z.array(Unit).nullish(),
              }),
            )
            .nullish(),
          times: z.array(z.number()).nullish(),
          values: z.array(z.array(z.number().nullable())).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  errors: z.string().nullish(),
});
export type TimeseriesAnswer = z.infer<typeof TimeseriesAnswer>;

/** The first version: every name at once. */
export const NamesAnswer = z.looseObject({ metrics: z.array(z.string()).nullish() });

/** The second version: a metric, or what is configured for its tags. */
export const MetricsAnswer = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string(),
        attributes: z.looseObject({ metric_type: z.string().nullish(), tags: z.array(z.string()).nullish() }).nullish(),
      }),
    )
    .nullish(),
  meta: z.looseObject({ pagination: z.looseObject({ next_cursor: z.string().nullish() }).nullish() }).nullish(),
});

export const TagsAnswer = z.looseObject({
  data: z
    .looseObject({
      attributes: z
        .looseObject({ tags: z.array(z.string()).nullish(), ingested_tags: z.array(z.string()).nullish() })
        .nullish(),
    })
    .nullish(),
});
