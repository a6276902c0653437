/** Entries of the audit list as lines of a file. docs/guides/audit.md describes both formats. */
import { renderCsvCell } from '../../core/text/csv-cell.ts';
import { printableJson } from '../../core/text/hidden-characters.ts';
import type { AuditEntry } from '../api/api.ts';
import { scrubTokens } from '../tokens/token-text.ts';
import { type AuditFilter, filterNames } from './audit-filter.ts';

/** Grows when a column or member changes its meaning or goes; new ones are added without. */
export const exportVersion = 1;

export type ExportFormat = 'csv' | 'jsonl';

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

export const csvColumns = [
  'v',
  'at',
  'kind',
  'by_type',
  'by_id',
  'by_name',
  'subject_id',
  'subject',
  'outcome',
  'way',
  'address',
  'detail',
  'id',
] as const;

export function renderHead(format: ExportFormat): string {
  return format === 'csv' ? `${csvColumns.join(',')}\r\n` : '';
}

export function renderEntry(format: ExportFormat, entry: AuditEntry): string {
  if (format === 'jsonl') return `${printableJson(JSON.stringify({ v: exportVersion, ...entry }))}\n`;
  const { id, at, kind, by, subject, outcome, way = '', address = '', detail } = entry;
  const cells: Readonly<Record<(typeof csvColumns)[number], string>> = {
    v: String(exportVersion),
    at,
    kind,
    by_type: by.type,
    by_id: by.id ?? '',
    by_name: by.name,
    subject_id: subject.id,
    subject: subject.name,
    outcome,
    way,
    address,
    detail: JSON.stringify(detail),
    id,
  };
  return `${csvColumns.map((name) => renderCsvCell(cells[name])).join(',')}\r\n`;
}

/** When it was exported and by which filter, in characters that every file system accepts. It is recorded, so no token is in it. */
export function nameExport(format: ExportFormat, filter: AuditFilter, now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[:-]|\.\d+/gu, '');
  const parts = filterNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined
      ? []
      : [
          `_${name}-${scrubTokens(value)
            .replaceAll(/[^\w.-]+/gu, '-')
            .slice(0, 40)}`,
        ];
  });
  return `farol-audit_${time}${parts.join('').slice(0, 160)}.${format}`;
}
