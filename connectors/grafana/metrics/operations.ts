/** The three metrics reads. Nothing is cut in silence: what is missing from an answer, it says. */
import type { DataOf } from '../../../catalog/index.ts';
import type { Series } from '../../../catalog/metrics.ts';
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { type SeriesRead, toSeries } from '../../../src/connector/promql.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaHandlers } from '../client.ts';
import { attempt, completeness, type Completeness, explainEmpty } from '../completeness.ts';
import { operations } from '../declarations.ts';
import { requireFewPoints, widthSec } from '../../../src/connector/window.ts';
import { guardLength, guardRanges, stepFor } from '../query-bounds.ts';
import { type MetricsClient, openMetrics, type Selection } from './client.ts';
import type { MetadataAnswer } from './schema.ts';

const mostSec = operations['metrics.query'].windowSec;

export const metricOperations: GrafanaHandlers<'metrics.query' | 'metrics.list' | 'metrics.listLabels'> = {
  'metrics.query': {
    guard({ query, stepSec }, { window }) {
      // With a window the query is sent in a body.
      if (window === undefined) guardLength(query.text);
      requireFewPoints(window, stepSec);
      const points = window === undefined ? 1 : Math.ceil(widthSec(window) / stepFor(window, stepSec));
      guardRanges(query.text, { mostSec, points });
    },
    async run({ query, stepSec: wantedSec, limit }, { window, nowMs, ...context }) {
      const client = openMetrics(context);
      const stepSec = window === undefined ? undefined : stepFor(window, wantedSec);
      const answer =
        window === undefined || stepSec === undefined
          ? await client.queryNow(query.text)
          : await client.queryRange(query.text, window, stepSec);
      const read = toSeries(answer);
      return {
        data: { series: read.series.slice(0, limit), ...(stepSec !== undefined && { stepSec }) },
        ...(await explainSeries(client, read, { window, nowMs })),
        truncated: read.series.length > limit,
      };
    },
  },

  'metrics.list': {
    guard({ match, tagFilter }) {
      guardLength((match ?? []).join(''));
      if (tagFilter === undefined) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'tagFilter' },
        'Leave it out: this source selects by series, with match.',
      );
    },
    async run({ match, prefix = '', window: asked, limit, cursor }, { window, ...context }) {
      const client = openMetrics(context);
      const about = ['metrics.list', match, prefix, asked];
      const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { data: names, warnings } = await client.listLabelValues('__name__', { match, window });
      const left = names.toSorted().filter((name) => name.startsWith(prefix) && (after === undefined || name > after));
      const page = left.slice(0, limit);
      const last = page.at(-1);
      const metadata = page.length === 0 ? undefined : await readMetadata(client);
      const isCut = left.length > limit;
      return {
        data: { metrics: page.map((name) => describeMetric(name, metadata?.data?.[name]?.[0])) },
        ...(page.length > 0 || after !== undefined
          ? completeness([...(warnings ?? []), ...(metadata?.because ?? [])])
          : await explainNoSeries(client, window)),
        truncated: isCut,
        ...(isCut && last !== undefined && { nextCursor: encodeCursor(about, last) }),
      };
    },
  },

  'metrics.listLabels': {
    guard({ match }) {
      guardLength(match.join(''));
    },
    async run({ match, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const names = await client.listLabelNames({ match, window });
      const series = await client.listSeries({ match, window });
      const labels = gatherLabels(names.data, series.data, limit);
      return {
        data: { labels, series: series.data.length },
        ...(series.data.length > 0
          ? completeness([...(names.warnings ?? []), ...(series.warnings ?? [])])
          : await explainNoSeries(client, window)),
        truncated: labels.some(({ hasMore }) => hasMore),
      };
    },
  },
};

/** Types and meanings are worth having and not worth failing for. */
async function readMetadata(client: MetricsClient): Promise<{ data?: MetadataAnswer['data']; because: string[] }> {
  const read = await attempt(() => client.readMetadata());
  if ('answer' in read) return { data: read.answer.data, because: [] };
  return { because: [`Type, unit and meaning are missing: the metadata could not be read (${read.fault.kind}).`] };
}

function describeMetric(
  name: string,
  known: MetadataAnswer['data'][string][number] | undefined,
): DataOf<'metrics.list'>['metrics'][number] {
  return {
    name,
    ...(known !== undefined && known.type !== '' && { type: known.type }),
    ...(known !== undefined && known.unit !== '' && { unit: known.unit }),
    ...(known !== undefined && known.help !== '' && { meaning: known.help }),
  };
}

function gatherLabels(
  names: readonly string[],
  series: readonly Series['labels'][],
  limit: number,
): DataOf<'metrics.listLabels'>['labels'] {
  const values = new Map(names.map((name) => [name, new Set<string>()]));
  for (const labels of series) {
    for (const [name, value] of Object.entries(labels)) {
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(value));
    }
  }
  return [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => ({ name, values: [...all].toSorted().slice(0, limit), hasMore: all.size > limit }));
}

const hourMs = 3_600_000;

/** Why a question about metrics has an empty answer: nothing there, or nothing that matches. */
async function explainSeries(
  client: MetricsClient,
  { series, missing }: SeriesRead,
  { window, nowMs }: { readonly window: Selection['window']; readonly nowMs: number },
): Promise<Completeness> {
  if (series.length > 0 || missing.length > 0) return completeness(missing);
  return explainNoSeries(client, window ?? { fromMs: nowMs - hourMs, toMs: nowMs });
}

/** Asked again without the filter, in this window. */
function explainNoSeries(client: MetricsClient, window: Selection['window']): Promise<Completeness> {
  return explainEmpty(async () => (await client.listLabelNames({ window })).data.length, {
    others: 'nothing matches; other series exist in this window.',
    none: `no series at all exists in this window: nothing is sent here, or ${client.place}.`,
  });
}
