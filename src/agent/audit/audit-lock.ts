/** One writer for each audit log: two processes that append to one chain would break it. */
import { tryLock } from '../../core/lock-file.ts';

/** The log cannot be continued, and a person must act. */
export class AuditUnusable extends Error {
  readonly code: string;
  readonly because: string;
  readonly remedy: string;

  constructor(code: string, because: string, { remedy, cause }: { readonly remedy: string; readonly cause?: unknown }) {
    super(`${because} ${remedy}`, { cause });
    this.code = code;
    this.because = because;
    this.remedy = remedy;
  }
}

export class AuditLogInUse extends AuditUnusable {
  override readonly name = 'AuditLogInUse';

  constructor(file: string) {
    const remedy =
      'Only one process may use a directory at a time: stop the other one, or give this one another directory.';
    super('audit_in_use', `Another process is writing the audit log ${file}.`, { remedy });
  }
}

/** Waits up to `waitMs`, without letting anything else run. Returns what gives the lock back. @throws AuditLogInUse. */
export function lockAuditLog(file: string, waitMs: number): () => void {
  const unlock = tryLock(`${file}.lock`, waitMs);
  if (unlock === undefined) throw new AuditLogInUse(file);
  return unlock;
}
