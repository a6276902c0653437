/** What a fault says about a write: that it was not done, or nothing. Only what proves it counts. */
import type { Fault, FaultKind } from '../../core/fault.ts';
import { wasNeverSent } from '../../core/network-fault.ts';
import type { WriteFate } from '../connectors/upstream-gate.ts';

/** `fate` is undefined when no write was let out. */
export function provesNotDone(fault: Fault, fate: WriteFate | undefined): boolean {
  if (fate === undefined) return true;
  const { end, isAlone } = fate;
  if (end === undefined) return false;
  if ('code' in end) return wasNeverSent(end.code);
  if (end.status >= 400 && end.status < 500) return end.status !== requestTimeout;
  // A refusal in the words of a 2xx answer, as some interfaces give it.
  return end.status >= 200 && end.status < 300 && isAlone && refusals.has(fault.kind) && !isOurs(fault);
}

/** The system waited for more of the request, or its worker for an end: it may have begun. */
const requestTimeout = 408;

const refusals = new Set<FaultKind>([
  'invalid_arguments',
  'refused',
  'credential_rejected',
  'permission_missing',
  'feature_disabled',
  'not_found_or_hidden',
  'rate_limited',
]);

/** A cancelled caller is reported as a refusal too. */
function isOurs({ data }: Fault): boolean {
  return 'rule' in data && data.rule === 'cancelled_by_caller';
}
