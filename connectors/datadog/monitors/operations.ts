import type { ArgumentsOf } from '../../../catalog/index.ts';
import type { DatadogOperations } from '../datadog-operations.ts';
import { Fault } from '../../../src/core/fault.ts';
import { type Datadog, openDatadog } from '../client.ts';
import type { monitors } from './manifest.ts';
import { type At, type Page, pageAfter, readList } from '../paging.ts';
import { MonitorAnswer, MonitorsAnswer, SearchAnswer } from './schema.ts';
import { type Monitor, tellDetail, tellFound, tellMonitor } from './to-monitor.ts';
import { receivedIn } from '../../../src/core/rows.ts';

type Arguments = ArgumentsOf<'monitors.list'>;
type Labels = NonNullable<Arguments['labels']>;

/** Where most of a page may not match, a page holds as many as the vendor gives. */
const longestPage = 1000;
const longestSearchPage = 100;

const hidden = 'Monitors whose viewers are restricted are omitted without notice.';

export const monitorsOperations = {
  'monitors.list': {
    guard({ region }) {
      if (region === undefined) return;
      throw new Fault('invalid_arguments', { field: 'region' }, 'Leave it out: monitors have no regions here.');
    },
    async run(args, context) {
      const datadog = openDatadog(context);
      const isFiltered = args.namePrefix !== undefined || args.states !== undefined || args.labels !== undefined;
      const { query } = args;
      const { rows, outcome } = await readList({
        operation: 'monitors.list',
        args,
        read: (at) =>
          query === undefined
            ? readMonitors(datadog, { args, size: isFiltered ? longestPage : args.limit }, at)
            : searchMonitors(datadog, { text: query.text, size: Math.min(longestSearchPage, args.limit) }, at),
        keep: (monitor) => isAsked(monitor, args),
        empty: `The read was allowed: ${isFiltered || query !== undefined ? 'no monitor matches' : 'there are no monitors'}. ${hidden}`,
      });
      return { data: { monitors: [...rows] }, ...outcome };
    },
  },

  'monitors.get': {
    async run({ id }, context) {
      const query = { group_states: 'all', with_downtimes: 'true' };
      const monitor = await openDatadog(context).get(MonitorAnswer, `/api/v1/monitor/${id}`, query);
      return { data: tellDetail(monitor), complete: true, truncated: false };
    },
  },
} satisfies DatadogOperations<keyof typeof monitors.operations>;

/** Walked by the last id and not by page, so that a monitor made or deleted meanwhile moves none out of sight. */
async function readMonitors(
  datadog: Datadog,
  { args, size }: { readonly args: Arguments; readonly size: number },
  { mark }: At,
): Promise<Page<Monitor>> {
  const monitors = await datadog.get(MonitorsAnswer, '/api/v1/monitor', {
    id_offset: mark ?? '0',
    page_size: String(size),
    with_downtimes: 'true',
    name: args.namePrefix,
    monitor_tags: tagsIn(args.labels ?? []),
  });
  const last = monitors.at(-1);
  return { rows: monitors.map(tellMonitor), next: last && String(last.id) };
}

async function searchMonitors(
  datadog: Datadog,
  { text, size }: { readonly text: string; readonly size: number },
  at: At,
): Promise<Page<Monitor>> {
  const { monitors, metadata } = await datadog.get(SearchAnswer, '/api/v1/monitor/search', {
    query: text,
    page: at.mark ?? '0',
    per_page: String(size),
  });
  const rows = (monitors ?? []).map(tellFound);
  const page = Number(at.mark ?? 0) + 1;
  const counted = metadata?.page_count == null ? undefined : page < metadata.page_count;
  return { rows, next: counted === false ? undefined : pageAfter(at, receivedIn(monitors ?? [])) };
}

/** The vendor narrows by whole tags; what it cannot is narrowed here. */
function tagsIn(labels: Labels): string | undefined {
  const whole = labels.flatMap(({ key, value }) =>
    value === undefined || `${key}${value}`.includes(',') ? [] : [value === '' ? key : `${key}:${value}`],
  );
  return whole.length === 0 ? undefined : whole.join(',');
}

function isAsked({ name, state, labels }: Monitor, asked: Arguments): boolean {
  return (
    name.startsWith(asked.namePrefix ?? '') &&
    (asked.states === undefined || asked.states.includes(state)) &&
    (asked.labels ?? []).every(({ key, value }) => {
      const told = labels[key];
      return told !== undefined && (value === undefined || told === value || told.split(',').includes(value));
    })
  );
}
