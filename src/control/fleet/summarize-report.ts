/** What the list of instances shows of a health report: connectors by state, and what needs somebody first. */
import { z } from 'zod';
import { checksBySource, type HealthReport, worstFirst } from '../../tunnel/messages.ts';
import { ConnectorCounts, FirstNeed } from '../api/fleet.ts';

export const ReportSummary = z.strictObject({ connectors: ConnectorCounts, first: FirstNeed.optional() });
export type ReportSummary = z.infer<typeof ReportSummary>;

type Check = HealthReport['checks'][number];

const countedAs = {
  failed: 'failed',
  degraded: 'degraded',
  pending_configuration: 'pending',
  ok: 'ok',
  skipped: 'skipped',
} as const satisfies Record<Check['status'], keyof ConnectorCounts>;

/** Instances write remedies; a list of a thousand holds the beginning of each. */
const maxText = 500;

export function summarizeReport({ checks }: Pick<HealthReport, 'checks'>): ReportSummary {
  const connectors: ConnectorCounts = { failed: 0, degraded: 0, pending: 0, ok: 0, skipped: 0 };
  for (const ofOne of checksBySource(checks).values()) {
    const state = worstFirst.find((status) => ofOne.some((check) => check.status === status));
    if (state !== undefined) connectors[countedAs[state]] += 1;
  }
  const first = findFirst(checks);
  return { connectors, ...(first !== undefined && { first }) };
}

function findFirst(checks: readonly Check[]): FirstNeed | undefined {
  for (const status of FirstNeed.shape.status.options) {
    const check = checks.find((one) => one.status === status);
    if (check === undefined) continue;
    const text = check.remedy === '' ? check.summary : check.remedy;
    const { connector, source } = check;
    return { connector, ...(source !== undefined && { source }), check: check.check, status, text: shorten(text) };
  }
  return undefined;
}

function shorten(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
