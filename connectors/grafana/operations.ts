/** The three metrics reads. Nothing is cut in silence: what is missing from an answer, it says. */
import type { DataOf } from '../../catalog/index.ts';
import { maxPointsPerSeries, type Series } from '../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer, Handlers } from '../../src/connector/connector.ts';
import { decodeCursor, encodeCursor } from '../../src/connector/cursor.ts';
import { Fault } from '../../src/core/fault.ts';
import { type MetricsClient, openMetrics, type Selection } from './client.ts';
import type { manifest } from './manifest.ts';
import type { MetadataAnswer } from './schema.ts';
import { type SeriesRead, toSeries } from './series.ts';

/** Points of a series when the caller leaves the step to us: enough for a curve, few enough to read. */
const aimedPoints = 300;
const hourMs = 3_600_000;

export const handlers = {
  'metrics.query': {
    guard({ stepSec }, { window }) {
      if (window === undefined || stepSec === undefined) return;
      const points = Math.floor(widthSec(window) / stepSec) + 1;
      if (points <= maxPointsPerSeries) return;
      throw new Fault(
        'cap_exceeded',
        { limit: `${maxPointsPerSeries} points per series`, estimate: `${points} points per series` },
        `Set stepSec to ${Math.ceil(widthSec(window) / (maxPointsPerSeries - 1))} or more, or narrow the window.`,
      );
    },
    async run({ query, stepSec: wantedStepSec, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const stepSec =
        window === undefined ? undefined : (wantedStepSec ?? Math.max(1, Math.ceil(widthSec(window) / aimedPoints)));
      const answer =
        window === undefined || stepSec === undefined
          ? await client.queryNow(query.text)
          : await client.queryRange(query.text, window, stepSec);
      const read = toSeries(answer);
      const because = await explainSeries(client, read, { window: window ?? lastHour(context.clock.now()) });
      return {
        data: { series: read.series.slice(0, limit), ...(stepSec !== undefined && { stepSec }) },
        ...because,
        truncated: read.series.length > limit,
      };
    },
  },

  'metrics.list': {
    guard({ tagFilter }) {
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
          : await explainEmpty(client, { window })),
        truncated: isCut,
        ...(isCut && last !== undefined && { nextCursor: encodeCursor(about, last) }),
      };
    },
  },

  'metrics.listLabels': {
    async run({ match, limit }, { window, ...context }) {
      const client = openMetrics(context);
      const names = await client.listLabelNames({ match, window });
      const series = await client.listSeries({ match, window });
      const labels = gatherLabels(names.data, series.data, limit);
      return {
        data: { labels, series: series.data.length },
        ...(series.data.length > 0
          ? completeness([...(names.warnings ?? []), ...(series.warnings ?? [])])
          : await explainEmpty(client, { window })),
        truncated: labels.some(({ hasMore }) => hasMore),
      };
    },
  },
} satisfies Handlers<typeof manifest>;

type Completeness = Pick<Answer, 'complete' | 'because'>;

function completeness(reasons: readonly string[]): Completeness {
  return reasons.length === 0 ? { complete: true } : { complete: false, because: reasons.join(' ') };
}

async function explainSeries(
  client: MetricsClient,
  { series, missing }: SeriesRead,
  selection: Selection,
): Promise<Completeness> {
  return series.length === 0 && missing.length === 0 ? explainEmpty(client, selection) : completeness(missing);
}

/** After an empty answer, asked without the filter: is nothing there, or does nothing match? */
async function explainEmpty(client: MetricsClient, { window }: Selection): Promise<Completeness> {
  const others = await listOthers(client, window);
  const hidden = 'A label policy of the access policy, if it has one, hides series without saying so.';
  return { complete: true, because: `The read was allowed and ${others} ${hidden}` };
}

async function listOthers(client: MetricsClient, window: Selection['window']): Promise<string> {
  try {
    const { data } = await client.listLabelNames({ window });
    if (data.length > 0) return 'nothing matches; other series exist in this window.';
    return 'no series at all exists in this window: nothing is sent here, or GRAFANA_METRICS_USER names another instance.';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `nothing matches; whether other series exist could not be asked (${error.kind}).`;
  }
}

/** Types and meanings are worth having and not worth failing for. */
async function readMetadata(client: MetricsClient): Promise<{ data?: MetadataAnswer['data']; because: string[] }> {
  try {
    return { data: (await client.readMetadata()).data, because: [] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { because: [`Type, unit and meaning are missing: the metadata could not be read (${error.kind}).`] };
  }
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

function widthSec({ fromMs, toMs }: ResolvedWindow): number {
  return (toMs - fromMs) / 1000;
}

function lastHour(nowMs: number): ResolvedWindow {
  return { fromMs: nowMs - hourMs, toMs: nowMs };
}
