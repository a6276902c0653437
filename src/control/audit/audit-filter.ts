/** What a reader of the audit list asks for, as the list and its export both accept it. */
import { z } from 'zod';
import { ActWay, AuditKind } from '../api/api.ts';

const Time = z.iso.datetime({ offset: true, error: 'must be a time of RFC 3339, such as 2026-01-31T09:00:00Z' });
/** PostgreSQL has no text with a NUL. */
const Text = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, { error: 'must have no control characters' });

export const auditFilterFields = {
  from: Time.optional(),
  to: Time.optional().describe('Not included.'),
  by: Text.optional().describe('Id or name of a person or token; `operator` for the operator of the machine.'),
  kind: AuditKind.optional(),
  subject: Text.optional().describe('Id or name of what it was done to; an operation.'),
  about: Text.optional().describe('Id of a person, token or instance that did it or that it was done to.'),
  outcome: Text.optional().describe('`ok`, `refused` for everything else that ended, `unknown`, or a code.'),
  way: ActWay.optional(),
  address: Text.optional().describe('Address of the client.'),
};

export type AuditFilter = z.infer<z.ZodObject<typeof auditFilterFields>>;

export const filterNames = Object.keys(auditFilterFields) as readonly (keyof AuditFilter)[];

/** Those that no index answers, besides the time. */
export function isNarrow(filter: AuditFilter): boolean {
  return filterNames.some((name) => name !== 'from' && name !== 'to' && filter[name] !== undefined);
}
