import type { ResolvedWindow } from '../../../../catalog/window.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { requireFewPoints, widthSec } from '../../../../src/connector/window.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present } from '../../wording.ts';
import { queryPromql, type SeriesRead } from '../promql.ts';
import { readTimeSeries } from '../time-series.ts';

/** Points of a series when the caller leaves the step to us: enough for a curve, few enough to read. */
const aimedPoints = 300;
/** The vendor aligns to no less. */
const leastStepSec = 60;

export const metricOperations: GcpOperations<'metrics.list' | 'metrics.query'> = {
  'metrics.query': {
    guard: ({ stepSec }, { window }) => requireFewPoints(window, stepSec),
    async run({ query, stepSec: wantedStepSec, limit }, context) {
      const { window } = context;
      const stepSec = window === undefined ? undefined : (wantedStepSec ?? usualStepSec(window));
      const over = window === undefined || stepSec === undefined ? undefined : { window, stepSec };
      if (query.dialect === 'promql') return tell(await queryPromql(context, query.text, over), { limit, stepSec });
      if (over === undefined) throw new Fault('invalid_arguments', { field: 'window' }, 'Give a window.');
      const read = await readTimeSeries(context, query, over);
      const { aggregation } = query;
      const isAligned = aggregation !== undefined && aggregation.aligner !== 'ALIGN_NONE';
      const told = tell(read, { limit, stepSec: isAligned ? (aggregation.alignmentSec ?? over.stepSec) : undefined });
      return { ...told, truncated: told.truncated || !read.isWhole };
    },
  },

  'metrics.list': {
    guard({ match, tagFilter }, { nowMs, window }) {
      for (const [field, value] of Object.entries({ match, tagFilter })) {
        if (value !== undefined) {
          throw new Fault(
            'invalid_arguments',
            { field },
            'Leave it out: this provider selects metrics by prefix only.',
          );
        }
      }
      if (window !== undefined && window.toMs < nowMs - recentMs) {
        throw new Fault(
          'invalid_arguments',
          { field: 'window' },
          'Leave it out, or end it now: this provider tells only which metrics had data in the last 25 hours.',
        );
      }
    },
    async run(args, context) {
      const { prefix, window } = args;
      const list = await readList({
        operation: 'metrics.list',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'monitoring.projects.metricDescriptors.list', {
            path: { project: projectOf(context) },
            query: {
              filter: prefix === undefined ? undefined : `metric.type = starts_with(${JSON.stringify(prefix)})`,
              activeOnly: window === undefined ? undefined : 'true',
              pageSize: String(args.limit),
              pageToken,
            },
          });
          return { rows: answer.metricDescriptors, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('metrics', projectOf(context), prefix !== undefined || window !== undefined),
      });
      const metrics = list.rows.map((one) => ({
        name: one.type,
        labels: one.labels.map(({ key }) => key),
        ...present({
          type: [one.metricKind, one.valueType].flatMap((word) => word ?? []).join(' ') || undefined,
          unit: one.unit === '' ? undefined : one.unit,
          meaning: one.description === '' ? undefined : one.description,
        }),
      }));
      return { data: { metrics }, ...outcomeOf(list) };
    },
  },
};

/** What `activeOnly` looks back: https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.metricDescriptors/list */
const recentMs = 25 * 3_600_000;

function tell(
  { series, notes }: SeriesRead,
  { limit, stepSec }: { readonly limit: number; readonly stepSec: number | undefined },
): Answer<{ series: SeriesRead['series'][number][]; stepSec?: number }> {
  const reasons = series.length === 0 ? [...notes, 'The read was allowed: no series matches in this window.'] : notes;
  return {
    data: { series: series.slice(0, limit), ...present({ stepSec }) },
    complete: notes.length === 0,
    ...(reasons.length > 0 && { because: reasons.join(' ') }),
    truncated: series.length > limit,
  };
}

function usualStepSec(window: ResolvedWindow): number {
  return Math.max(leastStepSec, Math.ceil(widthSec(window) / aimedPoints));
}
