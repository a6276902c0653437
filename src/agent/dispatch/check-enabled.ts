import type { Operation } from '../../../catalog/operation.ts';
import { Fault } from '../../core/fault.ts';

/** What the customer allows: undefined when no file was given. */
export type AllowList = ReadonlySet<string> | undefined;

/** Without a list every read is enabled and no write is; with one, exactly what it names. */
export function checkEnabled({ name, access }: Operation, allowed: AllowList): void {
  if (allowed === undefined ? access === 'read' : allowed.has(name)) return;
  const remedy =
    allowed === undefined
      ? `Writes are off until they are named one by one: add ${name} to the file in RUNNER_ALLOW_FILE.`
      : `Add ${name} to the file in RUNNER_ALLOW_FILE and restart the Agent.`;
  throw new Fault('not_enabled', { operation: name }, remedy);
}
