/**
 * What a query costs against the limits of its project: days × conditions × the cost of its kind, as
 * https://amplitude.com/docs/apis/analytics/dashboard-rest#endpoint-costs has it (seen 2026-11). No money is meant.
 */
import { Fault } from '../../src/core/fault.ts';

/**
 * Most that one project may spend in five minutes: a query above it is never answered. A caller that stays below it
 * spends a ninth of what Amplitude allows in an hour, so that this needs no count of its own.
 */
export const mostInFiveMinutes = 1000;

/** A group of events or of conditions weighs as much as this many of them. */
const groupWeight = 4;

export interface Query {
  readonly days: number;
  readonly events: number;
  /** Conditions within its one segment: filters of users. */
  readonly conditions: number;
  /** Properties that each event is grouped by. */
  readonly eventGroups: number;
  /** Properties that the whole chart is grouped by. */
  readonly chartGroups: number;
}

export function segmentationCost(query: Query): number {
  return query.days * conditionsOf(query) * (query.events + groupWeight * query.eventGroups * query.events);
}

/** In a funnel only the first event is grouped. */
export function funnelCost(query: Query): number {
  return query.days * conditionsOf(query) * (query.events * 2 + groupWeight * query.eventGroups);
}

function conditionsOf({ conditions, chartGroups }: Query): number {
  return 1 + conditions + groupWeight * chartGroups;
}

/** @throws Fault `cap_exceeded` for a query that Amplitude would never answer. */
export function requireAffordable(cost: number): void {
  if (cost <= mostInFiveMinutes) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `a cost of ${mostInFiveMinutes} in five minutes`, estimate: `a cost of ${cost}` },
    'Ask for fewer days, fewer events, or without a group or a filter of users: the cost is days × conditions × events, and each group counts four.',
  );
}
