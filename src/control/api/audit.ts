/** Bodies of the audit list: acts and questions of an organization in one order. */
import { z } from 'zod';
import { ActDetail, ActKind, ActWay, DoerType } from './acts.ts';

/** Kind of an act, or `question`. */
export const AuditKind = z.enum([...ActKind.options, 'question']);
export type AuditKind = z.infer<typeof AuditKind>;

/** Of a question: what `GET /api/questions` says of it besides. */
const QuestionDetail = z.strictObject({
  access: z.enum(['read', 'write']).optional(),
  arguments_digest: z.string().optional(),
  source: z.string().optional(),
  instance: z.string().optional(),
  duration_ms: z.int().optional(),
  upstream_calls: z.int().optional(),
  rows: z.int().optional(),
});

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: z.string(),
  kind: AuditKind,
  /** `name`: at that time. The operator of the machine has no id. */
  by: z.strictObject({ type: DoerType, id: z.string().optional(), name: z.string() }),
  /** Person, token, link, instance or capture of an act, with its name at that time; operation of a question. */
  subject: z.strictObject({ id: z.string(), name: z.string() }),
  /** `ok`; of a question also the code of the refusal, or `unknown` for a write whose end is not recorded. */
  outcome: z.string(),
  /** Absent in an act that an older version recorded. */
  way: ActWay.optional(),
  /** Of the client. Absent on the machine itself, and in what an older version recorded. */
  address: z.string().optional(),
  detail: z.strictObject({ ...ActDetail.shape, ...QuestionDetail.shape }),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What was removed because of its age, since it was first counted. */
export const RemovedRecords = z.strictObject({
  record: z.enum(['act', 'question']),
  count: z.int(),
  /** Everything earlier is gone. */
  before: z.string(),
  removed_at: z.string(),
});
export type RemovedRecords = z.infer<typeof RemovedRecords>;

/** GET /api/audit, newest first. */
export const AuditList = z.strictObject({
  entries: z.array(AuditEntry),
  next_cursor: z.string().optional(),
  /** FAROL_RETENTION_DAYS */
  retention_days: z.number(),
  removed: z.array(RemovedRecords),
});
export type AuditList = z.infer<typeof AuditList>;
