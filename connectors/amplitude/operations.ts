import type { ArgumentsOf } from '../../catalog/index.ts';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import type { OperationContext } from '../../src/connector/context.ts';
import { budgetOf } from './budget.ts';
import { isEmptyChart, toChart } from './chart.ts';
import { type AmplitudeContext, openAmplitude } from './client.ts';
import type { manifest } from './manifest.ts';
import { countDays, type Days, daysIn, requireNarrow, fewestDays, plainDate } from './project-days.ts';
import { requireAffordable, funnelCost, segmentationCost } from './query-cost.ts';
import { intervals, metrics, propertyKey, writeEvent, writeUsers } from './question.ts';
import { toDashboard, toFunnel, toSeries } from './to-answer.ts';

type SegmentationArguments = ArgumentsOf<'analytics.querySegmentation'>;
type FunnelArguments = ArgumentsOf<'analytics.queryFunnel'>;

const unseen =
  'The key pair may query the project, but there is nothing for this request: use the names of events and properties as they are sent, which are case-sensitive.';

export const operations = {
  'analytics.querySegmentation': {
    guard(args, { window }) {
      const days = fewestDays(requireWindow(window));
      requireNarrow(days, args.interval);
      requireAffordable(costOfSegmentation(args, days));
    },
    async run(args, context) {
      const { events, groupBy = [], interval, limit } = args;
      const days = daysOf(context);
      requireNarrow(countDays(days), interval);
      const cost = costOfSegmentation(args, countDays(days));
      requireAffordable(cost);
      const [e, e2] = events.map((event) => writeEvent(event, groupBy));
      const data = await openAmplitude(context).querySegmentation({
        cost,
        query: {
          e,
          e2,
          m: metrics[args.metric],
          i: intervals[interval],
          s: writeUsers(args.users),
          ...edgesOf(days),
          ...(groupBy.length > 0 && { limit: String(limit) }),
        },
      });
      const series = toSeries(data, { events: events.map(({ name }) => name), groups: groupBy.length });
      const isFull = groupBy.length > 0 && series.length >= limit * events.length;
      return { data: { days, series }, ...told(context, { cost, isEmpty: series.length === 0, isFull }) };
    },
  },

  'analytics.queryFunnel': {
    guard: (args, { window }) => requireAffordable(costOfFunnel(args, fewestDays(requireWindow(window)))),
    async run(args, context) {
      const { events, groupBy, limit } = args;
      const days = daysOf(context);
      const cost = costOfFunnel(args, countDays(days));
      requireAffordable(cost);
      const ofFirst = groupBy?.of === 'event' ? [groupBy] : [];
      const funnels = await openAmplitude(context).queryFunnel({
        cost,
        query: {
          e: events.map((event, at) => writeEvent(event, at === 0 ? ofFirst : [])),
          mode: args.mode,
          n: args.newUsersOnly ? 'new' : 'active',
          cs: String(args.conversionSec),
          s: writeUsers(args.users),
          g: groupBy?.of === 'user' ? propertyKey(groupBy) : undefined,
          ...edgesOf(days),
          ...(groupBy !== undefined && { limit: String(limit) }),
        },
      });
      const isFull = groupBy !== undefined && funnels.length >= limit;
      return {
        data: { days, funnels: funnels.map(toFunnel) },
        ...told(context, { cost, isEmpty: funnels.length === 0, isFull }),
      };
    },
  },

  'analytics.getChart': {
    async run({ chartId }, context) {
      const chart = toChart(await openAmplitude(context).getChart(chartId));
      const isEmpty = isEmptyChart(chart);
      const because = `${zoneWords(context)}${isEmpty ? ' The key pair may see the chart, but it has no figures.' : ''}`;
      return { data: chart, complete: true, because, truncated: false };
    },
  },

  'analytics.getDashboard': {
    async run({ dashboardId }, context) {
      const client = openAmplitude(context);
      const found =
        dashboardId === undefined ? await client.listDashboards() : [await client.getDashboard(dashboardId)];
      const none = 'The key pair may list dashboards, but this project has none.';
      return {
        data: { dashboards: found.map(toDashboard) },
        complete: true,
        ...(found.length === 0 && { because: none }),
        truncated: false,
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

function costOfSegmentation({ events, users = [], groupBy = [] }: SegmentationArguments, days: number): number {
  const [conditions, eventGroups] = [users.length, groupBy.length];
  return segmentationCost({ days, events: events.length, conditions, eventGroups, chartGroups: 0 });
}

function costOfFunnel({ events, users = [], groupBy }: FunnelArguments, days: number): number {
  return funnelCost({
    days,
    events: events.length,
    conditions: users.length,
    eventGroups: groupBy?.of === 'event' ? 1 : 0,
    chartGroups: groupBy?.of === 'user' ? 1 : 0,
  });
}

/** In the zone of the project. What the guard let pass by the fewest days may still be a day too many here. */
function daysOf(context: OperationContext<typeof manifest>): Days {
  return daysIn(requireWindow(context.window), zoneOf(context) ?? 'UTC');
}

function requireWindow(window: ResolvedWindow | undefined): ResolvedWindow {
  // The arguments of both queries require a window, so that the host has resolved one.
  if (window === undefined) throw new Error('there is no window');
  return window;
}

const edgesOf = ({ first, last }: Days): { start: string; end: string } => ({
  start: plainDate(first),
  end: plainDate(last),
});

interface Told {
  readonly cost: number;
  readonly isEmpty: boolean;
  /** There are as many groups as were asked for, and perhaps more. */
  readonly isFull: boolean;
}

function told(
  context: OperationContext<typeof manifest>,
  { cost, isEmpty, isFull }: Told,
): Pick<Answer, 'complete' | 'because' | 'truncated' | 'cost'> {
  return {
    complete: true,
    because: `${zoneWords(context)}${isEmpty ? ` ${unseen}` : ''}`,
    truncated: isFull,
    cost: { queryCost: cost, queryCostLeft: budgetOf(context).left },
  };
}

const zoneOf = ({ config }: AmplitudeContext): string | undefined => config.text('AMPLITUDE_TIME_ZONE');

function zoneWords(context: AmplitudeContext): string {
  const zone = zoneOf(context);
  return zone === undefined
    ? 'Days and hours are in the time zone of the project, which Amplitude does not return; the window was split into days in UTC. Set AMPLITUDE_TIME_ZONE to correct this.'
    : `Days and hours are in the time zone of the project, ${zone} according to AMPLITUDE_TIME_ZONE.`;
}
