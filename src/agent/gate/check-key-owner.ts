import type { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import type { OperationRun } from '../../tunnel/messages.ts';
import type { Arguments } from './parse-arguments.ts';

/**
 * Refuses a write whose key was first used with another Agent: its journal is the only one that knows
 * what became of the write. `instance` is this Agent, undefined where no control plane takes part.
 * @throws Fault `refused` or `invalid_arguments`; nothing was sent.
 */
export function checkKeyOwner(
  { idempotencyKey }: Arguments,
  idempotency: z.infer<typeof OperationRun>['idempotency'],
  instance: string | undefined,
): void {
  if (idempotency === undefined) return;
  if (idempotency.key !== idempotencyKey) {
    const remedy = 'Send the key that is in the arguments, or omit the separate one.';
    throw new Fault('invalid_arguments', { field: 'idempotencyKey' }, remedy);
  }
  if (idempotency.instance === instance) return;
  const { instance: owner } = idempotency;
  const remedy = `This idempotencyKey belongs to Agent ${owner}, and this is Agent ${instance ?? 'of a command line'}: only the journal of ${owner} knows whether the write was done. Ask ${owner} again with this key. If ${owner} no longer exists, check in the system whether the write was done; use a new key only if it was not.`;
  throw new Fault('refused', { rule: 'key_of_this_agent' }, remedy);
}
