/** Figures of one front end: series that browsers' reports were turned into, by the names that Faro's receivers give them. */
import type { Series } from '../../../catalog/metrics.ts';
import type { GrafanaHandlers } from '../client.ts';
import { completeness, explainEmpty } from '../completeness.ts';
import { requireFewPoints, requireWindow } from '../../../src/connector/window.ts';
import { stepFor } from '../query-bounds.ts';
import { openMetrics } from './client.ts';
import { quote } from './quote.ts';
import { toSeries } from '../../../src/connector/promql.ts';

/**
 * The vendor documents no fixed names: receivers and recording rules choose them, around these words.
 * Buckets are left out because they say nothing alone; metrics.query makes quantiles of them.
 */
const names = String.raw`__name__=~"(?:.+_)?(?:faro|web_vitals|app_agent)_.+",__name__!~".+_bucket"`;
/** Labels that hold the name of the front end. */
const appLabels = ['app_name', 'app'] as const;

export const frontEndOperations: GrafanaHandlers<'rum.query'> = {
  'rum.query': {
    guard({ stepSec }, { window }) {
      requireFewPoints(window, stepSec);
    },
    async run({ app, stepSec: wantedSec, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const asked = requireWindow(window);
      const stepSec = stepFor(asked, wantedSec);
      const query = appLabels.map((label) => `{${names},${label}=${quote(app)}}`).join(' or ');
      const { series, missing } = toSeries(await client.queryRange(query, asked, stepSec));
      return {
        data: { stepSec, series: series.slice(0, limit).map(nameOf) },
        ...(series.length > 0 || missing.length > 0
          ? completeness(missing)
          : await explainEmpty(
              async () => (await client.listLabelNames({ match: [`{${names}}`], window: asked })).data.length,
              {
                others: `no front end reports under the name ${app}; others do in this window. The name is compared with the labels ${appLabels.join(' and ')}.`,
                none: 'no front end reports metrics in this window: Frontend Observability is not set up, or it keeps its figures in the logs, where logs.aggregate counts them.',
              },
            )),
        truncated: series.length > limit,
      };
    },
  },
};

function nameOf({ labels: { __name__: metric = '', ...labels }, ...series }: Series): Series & { metric: string } {
  return { metric, labels, ...series };
}
