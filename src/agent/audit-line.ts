/** One line of the audit log, and the hash that chains it to the line before. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const AuditLine = z.strictObject({
  seq: z.int(),
  at: z.string(),
  request_id: z.string(),
  operation: z.string(),
  source: z.string().optional(),
  outcome: z.string(),
  arguments_digest: z.string().optional(),
  upstream_calls: z.int(),
  result_bytes: z.int(),
  duration_ms: z.int(),
  previous: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** What the first line has for the hash of the line before it. */
export const chainStart = '0'.repeat(64);

export function hashAuditLine(line: Omit<AuditLine, 'hash'>): string {
  return createHash('sha256').update(JSON.stringify(line)).digest('hex');
}
