/** Addresses below a page, and those that hold a filter. */
import { patterns } from './addresses.ts';
import { hrefOf } from './router.ts';

export const questionsPath = `${patterns.ask}/questions`;
export const operationPattern = `${patterns.ask}/:name`;

/** Longer addresses are cut or refused on the way by some servers and chats. */
export const longestHref = 8000;

export function askHref(name: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  return hrefOf(`${patterns.ask}/${encodeURIComponent(name)}`, query);
}

/** Below /fleet. */
export const instancePattern = `${patterns.fleet}/:instance`;

export function instanceHref(instance: string): string {
  return `${patterns.fleet}/${encodeURIComponent(instance)}`;
}

/** The filter of the audit page is in its address, so that a link shows what its sender saw. */
export const auditFilters = [
  'last',
  'from',
  'to',
  'by',
  'kind',
  'subject',
  'about',
  'outcome',
  'way',
  'address',
] as const;
export type AuditFilter = Readonly<Record<(typeof auditFilters)[number], string>>;

export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const entries = auditFilters.map((name) => [name, query.get(name) ?? '']);
  return Object.fromEntries(entries) as Record<(typeof auditFilters)[number], string>;
}

export function auditHref(filter: Partial<AuditFilter> = {}): string {
  return hrefOf(patterns.acts, { ...filter });
}

/** Spans up to now that a filter can name, in milliseconds. */
const lastMs: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
};
export const auditSpans = Object.keys(lastMs);

/** The filter as the control plane reads it, which knows moments only. */
export function auditQuery({ last, ...filter }: AuditFilter, nowMs: number): Omit<AuditFilter, 'last'> {
  const span = lastMs[last];
  return span === undefined ? filter : { ...filter, from: new Date(nowMs - span).toISOString(), to: '' };
}

/** Not a page: the browser downloads it. */
export function auditExportHref(format: 'csv' | 'jsonl', query: Omit<AuditFilter, 'last'>): string {
  return hrefOf('/api/audit/export', { ...query, format });
}
