/** Records for owners: acts, questions, both in one list, and that list as a file. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { recordAct } from '../acts/record-act.ts';
import { AuditList, RecordedActs, QuestionList, QuestionVia } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import { listRemovedRecords } from '../retention/remove-records.ts';
import type { Store, Db } from '../store/database.ts';
import { auditFilterFields } from '../audit/audit-filter.ts';
import { exportAudit } from '../audit/export-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { exportTypes, nameExport } from '../audit/render-export.ts';
import { listActs } from '../acts/list-acts.ts';
import { listQuestions } from '../questions/list-questions.ts';

/** What gave or took access, for owners. */
const ActsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(64).optional(),
});

export function actRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/api/acts',
    config: {
      access: 'owner',
      summary: 'Who created, used or withdrew tokens, links, people and instances, and when; newest first.',
    },
    schema: { querystring: ActsQuery, response: { 200: RecordedActs } },
    handler: (request) => listActs(db, personOf(request).organization.id, request.query),
  });
}

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
      media: ['text/csv', 'application/x-ndjson'],
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

/** Who asked what: for everybody of the organization. */
const Time = z.iso.datetime({ offset: true, error: 'must be a time of RFC 3339, such as 2026-01-31T09:00:00Z' });
const QuestionsQuery = z.strictObject({
  operation: z.string().min(1).max(200).optional(),
  by: z.string().min(1).max(64).optional().describe('Id of a person or token.'),
  outcome: z.string().min(1).max(100).optional(),
  via: QuestionVia.optional(),
  from: Time.optional(),
  to: Time.optional().describe('Not included.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(64).optional(),
});

export function questionRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/api/questions',
    config: {
      access: 'member',
      compress: true,
      summary:
        'Who asked which operation, when and with what outcome; newest first. A page that a filter left short has next_cursor while there is more to search.',
    },
    schema: { querystring: QuestionsQuery, response: { 200: QuestionList } },
    handler: (request) => {
      const { from, to, ...query } = request.query;
      return listQuestions(db, personOf(request).organization.id, {
        ...query,
        ...(from !== undefined && { from: Date.parse(from) }),
        ...(to !== undefined && { to: Date.parse(to) }),
      });
    },
  });
}
