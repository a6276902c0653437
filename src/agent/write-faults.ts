/** Why a write is not sent, or nobody knows whether it was done. */
import { Fault } from '../core/fault.ts';

export function inFlight(): Fault {
  const remedy = 'Wait for the answer to the first request: the same write is not sent beside it.';
  return new Fault('refused', { rule: 'write_in_flight' }, remedy);
}

export function otherArguments(): Fault {
  const remedy =
    'This key was used for a write with other arguments. Repeat those exactly, or use a new key for another write.';
  return new Fault('invalid_arguments', { field: 'idempotencyKey' }, remedy);
}

export function notJournalled(file: string, cause: unknown): Fault {
  const remedy = `A write is sent only when it is on record, and ${file} in the folder of the Agent's records cannot be used. Make room and make it writable; when its content is damaged, keep a copy, look upstream for writes of the last seven days, then move it away.`;
  return new Fault('refused', { rule: 'write_journalled' }, remedy, { cause });
}

/** After a failed audit record nothing can be recorded until a restart. */
export function notAudited(): Fault {
  const remedy =
    'The Agent answers nothing that it cannot record: make room on the volume of RUNNER_IDENTITY_DIR and restart it.';
  return new Fault('refused', { rule: 'audit_record_written' }, remedy);
}

export function outcomeUnknown(
  { operation, source }: { readonly operation: string; readonly source: string },
  { sentAt, cause }: { readonly sentAt?: string; readonly cause?: unknown } = {},
): Fault {
  const when = sentAt === undefined ? '' : ` at ${sentAt}`;
  const remedy = `The request was sent${when} and nothing proves whether it was done. Look in ${source} for what it was to write. When it is not there, ask again with a new idempotencyKey; under this one nothing is sent again.`;
  return new Fault('outcome_unknown', { operation }, remedy, { cause });
}
