/** Addresses of the audit page: the filter is in them, so that a link shows what its sender saw. */
import { patterns } from './addresses.ts';
import { hrefOf } from './router.ts';

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
