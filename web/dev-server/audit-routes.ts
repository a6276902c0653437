/** The audit list of the fake, filtered as far as the tests of the page ask. */
import { type AuditEntry, AuditList } from '../../src/control/api/api.ts';
import type { Route } from './route.ts';

export const auditRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/audit',
    role: 'owner',
    answer: AuditList,
    run: ({ state, query }) => {
      const matching = state.audit.filter((entry) => matches(entry, query));
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit') ?? 100);
      return {
        entries: matching.slice(from, to),
        ...(to < matching.length && { next_cursor: String(to) }),
        retention_days: 400,
        removed: [
          { record: 'act', count: 1200, before: '2025-10-01T00:00:00.000Z', removed_at: '2026-11-05T00:00:00.000Z' },
        ],
      };
    },
  },
];

function matches({ kind, by, subject, outcome, way }: AuditEntry, query: URLSearchParams): boolean {
  const is = (name: string, ...values: readonly (string | undefined)[]): boolean =>
    query.get(name) === null || values.includes(query.get(name) ?? '');
  return (
    is('kind', kind) &&
    is('by', by.id, by.name) &&
    is('subject', subject.id, subject.name) &&
    is('about', by.id, subject.id) &&
    is('outcome', outcome, outcome === 'ok' || outcome === 'unknown' ? undefined : 'refused') &&
    is('way', way)
  );
}
