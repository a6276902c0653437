/** Why a write is not sent, or why it is unknown whether it was done. */
import { Fault } from '../../core/fault.ts';
import { errorCode } from '../../tunnel/identity/disk.ts';
import { agentAuditName } from '../audit/audit-files.ts';

export function inFlight(): Fault {
  const remedy = 'Wait for the answer to the first request: the same write is not sent twice.';
  return new Fault('refused', { rule: 'write_in_flight' }, remedy);
}

export function otherArguments(): Fault {
  const remedy =
    'This key was used for a write with other arguments. Repeat those exactly, or use a new key for another write.';
  return new Fault('invalid_arguments', { field: 'idempotencyKey' }, remedy);
}

/** `file`: name of the journal in the identity directory. */
export function notJournalled(file: string, cause: unknown): Fault {
  const content = `If the content of ${file} is damaged, copy it, check the writes of the last seven days in the upstream system, then move the file away.`;
  return notRecorded(file, cause, `The Agent refuses writes that it cannot record. ${content}`);
}

export function notAudited(cause: unknown): Fault {
  const rule = 'The Agent refuses requests that it cannot record; it continues by itself when it can record again.';
  return notRecorded(agentAuditName, cause, rule);
}

/** https://man7.org/linux/man-pages/man2/write.2.html */
const actions: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on the volume of RUNNER_IDENTITY_DIR',
  EDQUOT: 'free space on the volume of RUNNER_IDENTITY_DIR',
  EROFS: 'mount the volume of RUNNER_IDENTITY_DIR writable',
  EACCES: "let the Agent's user write to RUNNER_IDENTITY_DIR",
  EPERM: "let the Agent's user write to RUNNER_IDENTITY_DIR",
};

/** `rule`: what the Agent does meanwhile. `file`: name in the identity directory. */
export function notRecorded(file: string, cause: unknown, rule: string): Fault {
  return new Fault('not_recorded', { file }, `Operator: ${actionFor(file, cause)}. ${rule}`, { cause });
}

/** What the operator does about a volume on which a write ends with this code. */
export function repairOf(code: string): string {
  return actions[code] ?? 'check the volume of RUNNER_IDENTITY_DIR and the kernel log for disk errors';
}

function actionFor(file: string, cause: unknown): string {
  const code = errorCode(cause) ?? 'see the log of the Agent';
  return `${repairOf(code)} (${file}: ${code})`;
}

export function outcomeUnknown(
  { operation, source }: { readonly operation: string; readonly source: string },
  { sentAt, cause }: { readonly sentAt?: string; readonly cause?: unknown } = {},
): Fault {
  const when = sentAt === undefined ? '' : ` at ${sentAt}`;
  const remedy = `The request was sent${when}, but it is unknown whether it was done. Check in ${source}. If the write is not there, ask again with a new idempotencyKey; with this one, nothing is sent again.`;
  return new Fault('outcome_unknown', { operation }, remedy, { cause });
}
