/** Which instances of the fleet are listed, and in which order. Pure. */
import type { InstanceSummary } from '../../../src/control/api/api.ts';
import type { Sorting } from '../reading/sorting.ts';

export const fleetStates = ['needs', 'live', 'offline', 'locked', 'revoked'] as const;
export const fleetColumns = ['instance', 'class', 'version', 'state', 'connectors'] as const;
export type FleetColumn = (typeof fleetColumns)[number];

export interface FleetFilter {
  /** Part of a name. */
  readonly q: string;
  readonly class: InstanceSummary['class'] | '';
  /** `needs`: whatever needs somebody. */
  readonly state: (typeof fleetStates)[number] | '';
}

/** Lower needs somebody sooner. What was revoked needs nobody. */
export function urgencyOf({ state, first }: InstanceSummary): number {
  if (state === 'revoked') return 6;
  if (state === 'locked') return 0;
  if (state === 'offline') return 1;
  if (first === undefined) return 5;
  return { failed: 2, degraded: 3, pending_configuration: 4 }[first.status];
}

export function needsSomebody(one: InstanceSummary): boolean {
  return urgencyOf(one) < 5;
}

export function filterFleet(instances: readonly InstanceSummary[], filter: FleetFilter): readonly InstanceSummary[] {
  const wanted = filter.q.trim().toLowerCase();
  return instances.filter(
    (one) =>
      (wanted === '' || one.instance.toLowerCase().includes(wanted)) &&
      (filter.class === '' || one.class === filter.class) &&
      (filter.state === '' || (filter.state === 'needs' ? needsSomebody(one) : one.state === filter.state)),
  );
}

/** `served`: what needs somebody first, then by name. Equal rows are in that order too. */
export function sortFleet(
  instances: readonly InstanceSummary[],
  { column, descending }: Sorting<FleetColumn>,
): readonly InstanceSummary[] {
  const sign = descending ? -1 : 1;
  const byNeed = (a: InstanceSummary, b: InstanceSummary): number =>
    urgencyOf(a) - urgencyOf(b) || compareText(a.instance, b.instance);
  if (column === 'served') return instances.toSorted(byNeed);
  return instances.toSorted((a, b) => sign * compare(a, b, column) || byNeed(a, b));
}

function compare(a: InstanceSummary, b: InstanceSummary, column: FleetColumn): number {
  switch (column) {
    case 'instance':
      return compareText(a.instance, b.instance);
    case 'class':
      return compareText(a.class, b.class);
    case 'version':
      return numbered.compare(a.version ?? '', b.version ?? '');
    case 'state':
      return fleetStates.indexOf(a.state) - fleetStates.indexOf(b.state) || compareText(b.last_seen, a.last_seen);
    case 'connectors':
      return brokenOf(a) - brokenOf(b);
  }
}

const numbered = new Intl.Collator('en', { numeric: true });

function compareText(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A failed connector weighs more than any number of those that only wait. */
function brokenOf({ connectors }: InstanceSummary): number {
  if (connectors === undefined) return -1;
  return connectors.failed * 1e6 + connectors.degraded * 1e3 + connectors.pending;
}
