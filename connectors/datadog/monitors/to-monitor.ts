/** From the vendor's monitor to the one that all systems share. */
import type { DataOf } from '../../../catalog/index.ts';
import { present, tagsOf, textOf, timeOf, timeOfSec } from '../wording.ts';
import type { FoundMonitor, MonitorAnswer } from './schema.ts';

export type Monitor = DataOf<'monitors.list'>['monitors'][number];

const states: Readonly<Record<string, Monitor['state']>> = {
  OK: 'ok',
  Warn: 'warn',
  Alert: 'alert',
  'No Data': 'no_data',
};

export function tellMonitor(monitor: MonitorAnswer): Monitor {
  const { options, matching_downtimes: downtimes } = monitor;
  const critical = options?.thresholds?.['critical'];
  const message = textOf(monitor.message);
  return {
    id: String(monitor.id),
    name: monitor.name ?? '',
    kind: monitor.type,
    ...stateOf(monitor.overall_state),
    isSilenced: (downtimes ?? []).length > 0,
    notifies: handlesIn(message ?? ''),
    labels: tagsOf(monitor.tags),
    ...present({
      // A draft tells nobody; of any other monitor the vendor does not say.
      isEnabled: monitor.draft_status == null ? undefined : monitor.draft_status !== 'draft',
      severity: monitor.priority == null ? undefined : `P${monitor.priority}`,
      condition: textOf(monitor.query),
      threshold: typeof critical === 'number' ? critical : undefined,
      message,
      createdAt: timeOf(monitor.created),
      modifiedAt: timeOf(monitor.modified),
      createdBy: textOf(monitor.creator?.handle) ?? textOf(monitor.creator?.email),
    }),
  };
}

/** A search tells less: no message, no thresholds, no times of change. */
export function tellFound(monitor: FoundMonitor): Monitor {
  return {
    id: String(monitor.id),
    name: monitor.name ?? '',
    kind: monitor.type,
    ...stateOf(monitor.status),
    notifies: (monitor.notifications ?? []).flatMap(({ handle }) =>
      handle == null ? [] : handle.replace(/^@?/u, '@'),
    ),
    labels: tagsOf(monitor.tags),
    ...present({
      condition: textOf(monitor.query),
      createdBy: textOf(monitor.creator?.handle) ?? textOf(monitor.creator?.email),
    }),
  };
}

export function tellDetail(monitor: MonitorAnswer): DataOf<'monitors.get'> {
  const { options, state, matching_downtimes: downtimes } = monitor;
  const thresholds = Object.entries(options?.thresholds ?? {}).filter((one): one is [string, number] =>
    Number.isFinite(one[1]),
  );
  return {
    ...tellMonitor(monitor),
    thresholds: Object.fromEntries(thresholds),
    ...present({
      noDataAfterSec: minutes(options?.no_data_timeframe),
      evaluationDelaySec: options?.evaluation_delay ?? undefined,
      renotifyAfterSec: minutes(options?.renotify_interval),
    }),
    groups: Object.entries(state?.groups ?? {}).map(([key, group]) => ({
      name: group.name ?? key,
      ...stateOf(group.status),
      ...present({
        triggeredAt: timeOfSec(group.last_triggered_ts),
        resolvedAt: timeOfSec(group.last_resolved_ts),
        notifiedAt: timeOfSec(group.last_notified_ts),
        noDataAt: timeOfSec(group.last_nodata_ts),
      }),
    })),
    downtimes: (downtimes ?? []).map(({ id, scope, start, end }) => ({
      id: String(id),
      scope: [...(scope ?? [])],
      ...present({ from: timeOfSec(start), to: timeOfSec(end) }),
    })),
  };
}

function stateOf(told: string | null | undefined): Pick<Monitor, 'state' | 'providerState'> {
  return { state: states[told ?? ''] ?? 'unknown', ...present({ providerState: textOf(told) }) };
}

/** Who is told stands in the message, as `@` and a name or an address. */
function handlesIn(message: string): string[] {
  return [...new Set(message.match(/(?<![\w.@])@[\w.+-]+(?:@[\w.-]+)?/gu))].map((handle) =>
    handle.replace(/\.+$/u, ''),
  );
}

function minutes(count: number | null | undefined): number | undefined {
  return count == null || count === 0 ? undefined : count * 60;
}
