/** Success and duration of one synthetic check, by the probe that asked. */
import type { DataOf } from '../../../catalog/index.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaHandlers } from '../client.ts';
import { completeness, explainEmpty } from '../completeness.ts';
import { requireFewPoints, requireWindow } from '../../../src/connector/window.ts';
import { stepFor } from '../query-bounds.ts';
import { openMetrics } from './client.ts';
import { quote } from './quote.ts';
import { type SeriesRead, toSeries } from '../../../src/connector/promql.ts';

type Measured = DataOf<'synthetics.queryMetrics'>['series'][number];

/** A check that runs every two minutes needs a wider look than a fine step to have two samples in it. */
const leastRangeSec = 300;
const by = 'by (probe, instance, config_version)';

export const syntheticMetricOperations: GrafanaHandlers<'synthetics.queryMetrics'> = {
  'synthetics.queryMetrics': {
    guard({ stepSec }, { window }) {
      requireFewPoints(window, stepSec);
    },
    async run({ check, target, stepSec: wantedSec, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const asked = requireWindow(window);
      const stepSec = stepFor(asked, wantedSec);
      const range = `[${Math.max(stepSec, leastRangeSec)}s]`;
      const one = `{job=${quote(check)}${target === undefined ? '' : `,instance=${quote(target)}`}}`;
      const success = `avg ${by} (avg_over_time(probe_success${one}${range}))`;
      const part = (suffix: string): string =>
        `sum ${by} (increase(probe_all_duration_seconds_${suffix}${one}${range}))`;
      const duration = `${part('sum')} / ${part('count')}`;
      const reads = {
        success_ratio: toSeries(await client.queryRange(success, asked, stepSec)),
        duration_sec: toSeries(await client.queryRange(duration, asked, stepSec)),
      };
      const series = [...measured('success_ratio', reads), ...measured('duration_sec', reads)];
      refuseSeveral(series, target);
      const missing = [...reads.success_ratio.missing, ...reads.duration_sec.missing];
      return {
        data: { stepSec, series: series.slice(0, limit) },
        ...(series.length > 0 || missing.length > 0
          ? completeness(missing)
          : await explainEmpty(
              async () => (await client.listLabelNames({ match: ['probe_success'], window: asked })).data.length,
              {
                others: `no check of the name ${check} reported; others did in this window. Take name and target from synthetics.listChecks.`,
                none: 'no synthetic check reported metrics in this window: none runs, or they report to another instance.',
              },
            )),
        truncated: series.length > limit,
      };
    },
  },
};

function measured(
  measure: Measured['measure'],
  reads: Readonly<Record<Measured['measure'], SeriesRead>>,
): readonly Measured[] {
  return reads[measure].series.map(({ labels, points }) => ({
    measure,
    ...(labels['probe'] !== undefined && { location: labels['probe'] }),
    labels,
    points,
    unit: measure === 'duration_sec' ? 's' : '1',
  }));
}

/** Averages over different targets would say nothing about either. */
function refuseSeveral(series: readonly Measured[], target: string | undefined): void {
  const targets = new Set(series.map(({ labels }) => labels['instance'] ?? ''));
  if (target !== undefined || targets.size < 2) return;
  throw new Fault(
    'invalid_arguments',
    { field: 'target' },
    `Name the target too: ${targets.size} checks have this name. synthetics.listChecks lists them.`,
  );
}
