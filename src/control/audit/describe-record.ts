/** A row of either table as an entry of the audit list. Empty for what only a newer version beside this one knows. */
import { ActKind, ActWay, type AuditEntry, QuestionVia } from '../api/api.ts';
import { doerTypeOf, KnownDetail } from '../acts/list-acts.ts';
import type { ActRow, QuestionRow } from './read-records.ts';

export function describeAct(row: ActRow): AuditEntry[] {
  const kind = ActKind.safeParse(row.kind);
  if (!kind.success) return [];
  const way = ActWay.safeParse(row.way).data;
  return [
    {
      id: row.id,
      at: new Date(row.at).toISOString(),
      kind: kind.data,
      by: { type: doerTypeOf(row), ...(row.by_id !== null && { id: row.by_id }), name: row.by_name },
      subject: { id: row.subject_id, name: row.subject },
      outcome: 'ok',
      ...(way !== undefined && { way }),
      ...(hasText(row.address) && { address: row.address }),
      detail: KnownDetail.parse(JSON.parse(row.detail)),
    },
  ];
}

const ways = { page: 'page', api: 'token', mcp: 'mcp' } as const satisfies Record<QuestionVia, ActWay>;

export function describeQuestion(row: QuestionRow): AuditEntry[] {
  const via = QuestionVia.safeParse(row.via);
  if (!via.success) return [];
  const { access, arguments_digest, source, instance, duration_ms, upstream_calls, row_count } = row;
  return [
    {
      id: row.id,
      at: new Date(row.asked_at).toISOString(),
      kind: 'question',
      by: { type: row.by_type, id: row.by_id, name: row.by_name },
      subject: { id: row.operation, name: row.operation },
      outcome: row.outcome,
      way: ways[via.data],
      ...(hasText(row.address) && { address: row.address }),
      detail: {
        ...(access !== null && { access }),
        ...(arguments_digest !== null && { arguments_digest }),
        ...(source !== null && { source }),
        ...(instance !== null && { instance }),
        ...(duration_ms !== null && { duration_ms }),
        ...(upstream_calls !== null && { upstream_calls }),
        ...(row_count !== null && { rows: row_count }),
      },
    },
  ];
}

function hasText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
