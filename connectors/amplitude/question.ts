/** Arguments of the catalog in the words of the interface. */
import type { ArgumentsOf } from '../../catalog/index.ts';

type SegmentationArguments = ArgumentsOf<'analytics.querySegmentation'>;
type Event = SegmentationArguments['events'][number];
type Filter = NonNullable<Event['filters']>[number];
type Property = Filter['property'];

export const metrics = {
  uniques: 'uniques',
  totals: 'totals',
  active_percent: 'pct_dau',
  average: 'average',
  property_sum: 'sums',
  property_average: 'value_avg',
} as const satisfies Record<SegmentationArguments['metric'], string>;

export const intervals = {
  hour: '-3600000',
  day: '1',
  week: '7',
  month: '30',
} as const satisfies Record<SegmentationArguments['interval'], string>;

/** Properties that Amplitude gives every user; all others of users are the customer's and have a prefix. */
const builtIn = new Set(
  'version country city region DMA language platform os device device_type start_version paying userdata_cohort'.split(
    ' ',
  ),
);

export function propertyKey({ of, name }: Property): string {
  return of === 'event' || builtIn.has(name) || name.startsWith('gp:') ? name : `gp:${name}`;
}

/** One event as JSON, grouped by these properties. */
export function writeEvent({ name, filters = [] }: Event, groupBy: readonly Property[] = []): string {
  return JSON.stringify({
    event_type: name,
    ...(filters.length > 0 && {
      filters: filters.map((filter) => ({
        subprop_type: filter.property.of,
        subprop_key: propertyKey(filter.property),
        subprop_op: operatorOf(filter),
        subprop_value: filter.values,
      })),
    }),
    ...(groupBy.length > 0 && {
      group_by: groupBy.map((property) => ({ type: property.of, value: propertyKey(property) })),
    }),
  });
}

/** One segment: the users that pass every filter. Undefined for all users. */
export function writeUsers(filters: readonly Filter[] | undefined): string | undefined {
  return filters === undefined
    ? undefined
    : JSON.stringify(
        filters.map((filter) => ({
          prop: propertyKey(filter.property),
          op: operatorOf(filter),
          values: filter.values,
        })),
      );
}

function operatorOf({ operator }: Filter): string {
  return operator.replaceAll('_', ' ');
}
