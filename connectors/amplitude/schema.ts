/** Answers, as far as they are used: https://amplitude.com/docs/apis/analytics/dashboard-rest. */
import { z } from 'zod';
import { rowsOf } from '../../src/core/rows.ts';

/** Saved charts tell a point with more about it. Where there is nothing to divide by, there is no figure. */
const Point = z.union([z.number(), z.looseObject({ value: z.number().nullable() })]).nullable();

/** A text, the number of an event, or the number of an event with a text. */
const Label = z.union([z.string(), z.number(), z.tuple([z.number(), z.string()])]);
export type Label = z.infer<typeof Label>;

export const SeriesData = z.looseObject({
  series: z.array(z.array(Point)),
  seriesLabels: z.array(Label).optional(),
  seriesCollapsed: z.array(z.array(z.looseObject({ value: z.number().nullish() }))).optional(),
  xValues: z.array(z.string()),
});
export type SeriesData = z.infer<typeof SeriesData>;

export const SegmentationAnswer = z.looseObject({ data: SeriesData });

/** Without a first user there is nothing to divide by. */
const Share = z.number().nullable();

export const FunnelData = z.looseObject({
  meta: z.looseObject({ groupValue: z.string().optional() }).optional(),
  groupValue: z.string().optional(),
  events: z.array(z.string()),
  cumulativeRaw: z.array(z.int()),
  cumulative: z.array(Share),
  stepByStep: z.array(Share),
  /** Milliseconds. */
  medianTransTimes: z.array(z.number().nullable()).optional(),
  avgTransTimes: z.array(z.number().nullable()).optional(),
});
export type FunnelData = z.infer<typeof FunnelData>;

export const FunnelAnswer = z.looseObject({ data: rowsOf(FunnelData) });

const Cohort = z.array(z.looseObject({ count: z.number(), outof: z.number() }));

export const RetentionData = z.looseObject({
  series: rowsOf(
    z.looseObject({ dates: z.array(z.string()), values: z.record(z.string(), Cohort), combined: Cohort.optional() }),
  ),
});
export type RetentionData = z.infer<typeof RetentionData>;

/** The answer has the form of its chart; any other is absent here. */
export const ChartAnswer = z.looseObject({ data: z.union([rowsOf(FunnelData), SeriesData, RetentionData]) });
export type ChartData = z.infer<typeof ChartAnswer>['data'];

export const EventsAnswer = z.looseObject({ data: rowsOf(z.looseObject({ value: z.string() })) });

const Dashboard = z.looseObject({
  id: z.string(),
  name: z.string(),
  charts: rowsOf(z.looseObject({ id: z.string(), name: z.string(), type: z.string().optional() })).optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** Unconfirmed, like the path they come from. */
export const DashboardsAnswer = z.looseObject({ data: rowsOf(Dashboard) });
export const DashboardAnswer = z.looseObject({ data: Dashboard });
