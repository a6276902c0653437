/** Answers of the monitor interfaces: only the fields we use. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Creator = z.looseObject({ handle: z.string().nullish(), email: z.string().nullish() }).nullish();

const Group = z.looseObject({
  name: z.string().nullish(),
  status: z.string().nullish(),
  last_triggered_ts: z.number().nullish(),
  last_resolved_ts: z.number().nullish(),
  last_notified_ts: z.number().nullish(),
  last_nodata_ts: z.number().nullish(),
});

export const MonitorAnswer = omitsEmpty(
  z.looseObject({
    id: z.int(),
    // What lists are narrowed by is always told, so that nothing is left out for want of it.
    name: z.string().nullable(),
    type: z.string(),
    query: z.string().nullish(),
    message: z.string().nullish(),
    overall_state: z.string().nullable(),
    draft_status: z.string().nullish(),
    priority: z.int().nullish(),
    tags: z.array(z.string()).nullable(),
    created: z.string().nullish(),
    modified: z.string().nullish(),
    creator: Creator,
    matching_downtimes: rowsOf(
      z.looseObject({
        id: z.int(),
        scope: z.array(z.string()).nullish(),
        start: z.number().nullish(),
        end: z.number().nullish(),
      }),
    ).nullish(),
    options: z
      .looseObject({
        thresholds: z.record(z.string(), z.unknown()).nullish(),
        no_data_timeframe: z.int().nullish(),
        evaluation_delay: z.int().nullish(),
        renotify_interval: z.int().nullish(),
      })
      .nullish(),
    state: omitsEmpty(z.looseObject({ groups: z.record(z.string(), Group).nullish() }), ['groups']).nullish(),
  }),
  ['state', 'matching_downtimes'],
  ['assets', 'restricted_roles'],
);
export type MonitorAnswer = z.infer<typeof MonitorAnswer>;

export const MonitorsAnswer = rowsOf(MonitorAnswer);

const FoundMonitor = z.looseObject({
  id: z.int(),
  name: z.string().nullish(),
  type: z.string(),
  query: z.string().nullish(),
  status: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  creator: Creator,
  notifications: rowsOf(z.looseObject({ handle: z.string().nullish() })).nullish(),
});
export type FoundMonitor = z.infer<typeof FoundMonitor>;

export const SearchAnswer = omitsEmpty(
  z.looseObject({
    monitors: rowsOf(FoundMonitor).nullish(),
    metadata: z.looseObject({ page: z.int().nullish(), page_count: z.int().nullish() }).nullish(),
  }),
  ['monitors'],
  ['counts'],
);
