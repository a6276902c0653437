/** Answers of the metrics interfaces: only the fields we use. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Unit = z.looseObject({ name: z.string().nullish() }).nullish();

const Timeseries = omitsEmpty(
  z.looseObject({
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
  }),
  ['series', 'times', 'values'],
);

export const TimeseriesAnswer = omitsEmpty(
  z.looseObject({
    data: omitsEmpty(z.looseObject({ attributes: Timeseries.nullish() }), ['attributes']).nullish(),
    errors: z.string().nullish(),
  }),
  ['data'],
);
export type TimeseriesAnswer = z.infer<typeof TimeseriesAnswer>;

/** The first version: every name at once. */
export const NamesAnswer = omitsEmpty(z.looseObject({ metrics: z.array(z.string()).nullish() }), ['metrics']);

/** The second version: a metric, or what is configured for its tags. */
export const MetricsAnswer = omitsEmpty(
  z.looseObject({
    data: rowsOf(
      z.looseObject({
        id: z.string(),
        attributes: z.looseObject({ metric_type: z.string().nullish(), tags: z.array(z.string()).nullish() }).nullish(),
      }),
    ).nullish(),
    meta: z.looseObject({ pagination: z.looseObject({ next_cursor: z.string().nullish() }).nullish() }).nullish(),
  }),
  ['data'],
);

const Tags = omitsEmpty(
  z.looseObject({ tags: z.array(z.string()).nullish(), ingested_tags: z.array(z.string()).nullish() }),
  ['tags', 'ingested_tags'],
);

export const TagsAnswer = omitsEmpty(
  z.looseObject({ data: omitsEmpty(z.looseObject({ attributes: Tags.nullish() }), ['attributes']).nullish() }),
  ['data'],
);
