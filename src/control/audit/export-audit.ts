/** The whole filtered list as one stream. A page at a time is in memory, and the next is read when the reader has taken it. */
import { Readable } from 'node:stream';
import type { Db } from '../store/database.ts';
import type { AuditFilter } from './audit-filter.ts';
import { listAudit } from './list-audit.ts';
import { type ExportFormat, renderEntry, renderHead } from './render-export.ts';

const pageSize = 500;

export function exportAudit(
  db: Db,
  organization: string,
  asked: { format: ExportFormat; filter: AuditFilter },
): Readable {
  return Readable.from(renderPages(db, organization, asked), { objectMode: false });
}

async function* renderPages(
  db: Db,
  organization: string,
  { format, filter }: { format: ExportFormat; filter: AuditFilter },
): AsyncGenerator<string> {
  const head = renderHead(format);
  if (head !== '') yield head;
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(db, organization, {
      ...filter,
      limit: pageSize,
      cursor,
    });
    if (page.entries.length > 0) yield page.entries.map((entry) => renderEntry(format, entry)).join('');
    cursor = page.next_cursor;
  }
}
