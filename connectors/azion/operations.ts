import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { type MappedList, mapRows } from '../../src/connector/map-rows.ts';
import { receivedIn, sliceRows } from '../../src/core/rows.ts';
import { type AzionContext, openAzion } from './client.ts';
import { eventsDatasets, metricsDatasets } from './datasets.ts';
import { requireAskable } from './require-askable.ts';
import { type Edges, edgesOf, writeDocument } from './document.ts';
import type { manifest } from './manifest.ts';
import { readPage } from './paging.ts';
import { toEvent, toMetricsRow } from './rows.ts';
import { toApplication, toConnector, toWorkload } from './to-answer.ts';

/** Most rows of one query: https://www.azion.com/en/documentation/products/graphql-api-limits/ */
const mostRows = 10_000;

export const operations = {
  'edge.listApplications': {
    async run(args, context) {
      const { items, place } = await readPage({ operation: 'edge.listApplications', ...args }, (page) =>
        openAzion(context).listApplications(page),
      );
      return {
        data: { applications: items.map(toApplication) },
        ...listed('applications', items, args.search),
        ...place,
      };
    },
  },

  'edge.listConnectors': {
    async run(args, context) {
      const { items, place } = await readPage({ operation: 'edge.listConnectors', ...args }, (page) =>
        openAzion(context).listConnectors(page),
      );
      return { data: { connectors: items.map(toConnector) }, ...listed('connectors', items, args.search), ...place };
    },
  },

  'edge.listWorkloads': {
    async run(args, context) {
      const { items, place } = await readPage({ operation: 'edge.listWorkloads', ...args }, (page) =>
        openAzion(context).listWorkloads(page),
      );
      return { data: { workloads: items.map(toWorkload) }, ...listed('workloads', items, args.search), ...place };
    },
  },

  'edge.queryMetrics': {
    guard({ groupBy, compute, filters }) {
      const others = compute.flatMap((one) => ('field' in one ? [one.field] : []));
      requireAskable({ argument: 'groupBy', fields: groupBy, others, filters, beside: compute.length + 1 });
    },
    async run({ dataset, compute, groupBy, overTime, filters, limit }, context) {
      const figures = compute.map(({ aggregation }) => aggregation);
      const groups = overTime ? ['ts', ...groupBy] : groupBy;
      const document = writeDocument({
        dataset: metricsDatasets[dataset],
        edges: edgesIn(context.window),
        filters,
        aggregate: compute,
        groupBy: groups,
        select: [...groups, ...figures],
        orderBy: overTime ? 'ts_ASC' : orderOf(figures, groups),
        limit: Math.min(limit + 1, mostRows),
      });
      const rows = await openAzion(context).queryMetrics(document);
      const received = receivedIn(rows);
      const isMore = received > limit || received === mostRows;
      const because = [
        ...(rows.length === 0 ? [nothingRecorded] : []),
        ...(isMore ? ['There may be more rows: ask for a narrower window, fewer groups or overTime false.'] : []),
      ].join(' ');
      return {
        data: {
          rows: mapRows(
            sliceRows(rows, 0, limit),
            (row) => toMetricsRow(row, { groups: groupBy, figures }),
            unreadIn(context),
          ),
        },
        complete: true,
        ...(because !== '' && { because }),
        truncated: isMore,
      };
    },
  },

  'edge.queryEvents': {
    guard: ({ fields, filters }) => requireAskable({ argument: 'fields', fields, filters, beside: 1 }),
    async run({ cursor, ...asked }, context) {
      const { dataset, fields, filters, limit } = asked;
      const about = ['edge.queryEvents', asked];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { offset, ...edges } = from === undefined ? { offset: 0, ...edgesIn(context.window) } : readPlace(from);
      const client = openAzion(context);
      const readFrom = (place: number) =>
        client.queryEvents(
          writeDocument({
            dataset: eventsDatasets[dataset],
            edges,
            filters,
            select: ['ts', ...fields],
            orderBy: 'ts_DESC',
            limit: limit + 1,
            offset: place,
          }),
        );
      const rows = await readFrom(offset);
      const received = Math.min(receivedIn(rows), limit);
      const end = offset + received;
      // A page that came short is the last only if nothing comes after it.
      const goesOn = receivedIn(rows) > limit || (received > 0 && receivedIn(await readFrom(end)) > 0);
      const next = goesOn ? writePlace({ offset: end, ...edges }) : undefined;
      return {
        data: { events: mapRows(sliceRows(rows, 0, limit), (row) => toEvent(row, fields), unreadIn(context)) },
        complete: true,
        ...(rows.length === 0 && { because: nothingRecorded }),
        ...continueAt(about, { from, next }),
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

const unreadIn = ({ noteUnread }: AzionContext): MappedList => ({ list: 'data.rows', noteUnread });

const nothingRecorded =
  'The token may query this dataset, but nothing was recorded for this request. Datasets of products without a subscription are always empty.';

function listed(
  what: string,
  items: readonly unknown[],
  search: string | undefined,
): Pick<Answer, 'complete' | 'because'> {
  if (items.length > 0) return { complete: true };
  const none = search === undefined ? 'the account has none' : `none of the account has ${search} in its name`;
  return { complete: true, because: `The token may list ${what}, but ${none}.` };
}

function edgesIn(window: Parameters<typeof edgesOf>[0] | undefined): Edges {
  // The arguments of both queries require a window, so that the host has resolved one.
  if (window === undefined) throw new Error('there is no window');
  return edgesOf(window);
}

/** The largest figure first; without groups there is one row. */
function orderOf([first]: readonly string[], groups: readonly string[]): string | undefined {
  return first === undefined || groups.length === 0 ? undefined : `${first}_DESC`;
}

interface Place extends Edges {
  readonly offset: number;
}

/** The window goes along: `now` is another one at the next page, and every place would shift. */
function writePlace({ offset, begin, end }: Place): string {
  return [offset, begin, end].join(' ');
}

function readPlace(text: string): Place {
  const [offset = '', begin = '', end = ''] = text.split(' ');
  return { offset: Number(offset), begin, end };
}
