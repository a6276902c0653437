/**
 * Acts and questions in one list, and the same as a file. For owners: it watches admins too, and shows from which
 * address everybody came.
 */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { recordAct } from '../acts/record-act.ts';
import { AuditList } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import { listRemovedRecords } from '../retention/remove-records.ts';
import type { Store } from '../store/database.ts';
import { auditFilterFields } from '../audit/audit-filter.ts';
import { exportAudit } from '../audit/export-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { exportTypes, nameExport } from '../audit/render-export.ts';

export interface AuditRouteDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly retentionDays: number;
}

const AuditListQuery = z.strictObject({
  ...auditFilterFields,
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(64).optional(),
});
const AuditExportQuery = z.strictObject({ ...auditFilterFields, format: z.enum(['csv', 'jsonl']).default('csv') });

export function auditRoutes(app: FastifyInstance, { store, clock, retentionDays }: AuditRouteDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/audit',
    config: {
      access: 'owner',
      compress: true,
      summary:
        'Administrative acts and questions, who, when and from where; newest first. A page that a filter left short has next_cursor while there is more to search.',
    },
    schema: { querystring: AuditListQuery, response: { 200: AuditList } },
    handler: async (request) => {
      const { organization } = personOf(request);
      const page = await listAudit(store.db, organization.id, request.query);
      return {
        ...page,
        retention_days: retentionDays,
        removed: await listRemovedRecords(store.db, organization.id),
      };
    },
  });

  typed.route({
    method: 'GET',
    url: '/api/audit/export',
    config: {
      access: 'owner',
      summary: 'The filtered audit list as CSV or JSON Lines, all of it, streamed. The export is recorded.',
    },
    schema: { querystring: AuditExportQuery },
    handler: async (request, reply) => {
      const { organization, person } = personOf(request);
      const { format, ...filter } = request.query;
      const now = clock.now();
      const name = nameExport(format, filter, now);
      await store.db.transaction().execute((transaction) =>
        recordAct(transaction, {
          organization: organization.id,
          at: now,
          kind: 'audit_exported',
          by: person,
          subject: { id: organization.id, name },
        }),
      );
      request.log.info({ person: person.id, format }, 'audit list exported');
      return reply
        .type(exportTypes[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(exportAudit(store.db, organization.id, { format, filter }));
    },
  });
}
