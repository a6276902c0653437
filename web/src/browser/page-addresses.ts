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
export const auditFilters = ['from', 'to', 'by', 'kind', 'subject', 'about', 'outcome', 'way', 'address'] as const;
export type AuditFilter = Readonly<Record<(typeof auditFilters)[number], string>>;

export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const entries = auditFilters.map((name) => [name, query.get(name) ?? '']);
  return Object.fromEntries(entries) as Record<(typeof auditFilters)[number], string>;
}

export function auditHref(filter: Partial<AuditFilter> = {}): string {
  return hrefOf(patterns.acts, { ...filter });
}

/** Not a page: the browser downloads it. */
export function auditExportHref(format: 'csv' | 'jsonl', filter: AuditFilter): string {
  return hrefOf('/api/audit/export', { ...filter, format });
}
