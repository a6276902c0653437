/** Opens the Agent's own audit log and writes the record of its start, or says who must act: without a log nothing runs. */
import type { Clock } from '../../core/clock.ts';
import { errorCode } from '../../tunnel/identity/disk.ts';
import type { AuditNote } from '../audit/audit-line.ts';
import { AuditUnusable } from '../audit/audit-lock.ts';
import { AuditLog, type AuditOptions } from '../audit/audit-log.ts';
import { repairOf } from '../writes/write-faults.ts';

/** @throws AuditUnusable */
export async function openAudit(
  file: string,
  { clock, first, ...options }: AuditOptions & { readonly clock: Clock; readonly first: AuditNote },
): Promise<AuditLog> {
  let audit: AuditLog | undefined;
  try {
    audit = await AuditLog.open(file, clock, options);
    await audit.note(first);
    return audit;
  } catch (cause) {
    await audit?.close();
    if (cause instanceof AuditUnusable) throw cause;
    const code = errorCode(cause) ?? 'unknown cause';
    const because = `The audit log ${file} cannot be written (${code}).`;
    const repair = repairOf(code);
    const remedy = `${repair.charAt(0).toUpperCase()}${repair.slice(1)}, then start the Agent again.`;
    throw new AuditUnusable('audit_not_written', because, { remedy, cause });
  }
}
