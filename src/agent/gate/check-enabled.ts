import type { Operation } from '../../../catalog/operation.ts';
import { Fault } from '../../core/fault.ts';

/** What the customer allows: undefined when no file was given. */
export type AllowList = ReadonlySet<string> | undefined;

/** What the lock file does not hold as it is now, each with the parts that changed; none for one that is new. */
export type InertOperations = ReadonlyMap<string, readonly string[]>;

export interface Enabled {
  readonly allowed: AllowList;
  readonly inert: InertOperations;
}

/** Without a list every read is enabled and no write is; with one, exactly what it names. Of these, what the lock holds. */
export function checkEnabled({ name, access }: Operation, { allowed, inert }: Enabled): void {
  if (!isAllowed({ name, access }, allowed)) {
    const list = access === 'write' ? 'writes' : 'operations';
    const remedy = `Add ${name} to ${list} in the file in RUNNER_ALLOW_FILE and restart the Agent.`;
    const because = access === 'write' ? 'Writes are disabled until each is named. ' : '';
    throw new Fault('not_enabled', { operation: name }, `${because}${remedy}`);
  }
  const changed = inert.get(name);
  if (changed === undefined) return;
  const what =
    changed.length === 0 ? 'is not in the lock file' : `has a different ${changed.join(' and ')} than the lock file`;
  const remedy = `${name} ${what}. Review it with \`farol catalog diff\`, then write the file in RUNNER_CATALOG_LOCK_FILE with \`farol catalog lock\` and restart the Agent.`;
  throw new Fault('not_enabled', { operation: name }, remedy);
}

export function isAllowed({ name, access }: Pick<Operation, 'name' | 'access'>, allowed: AllowList): boolean {
  return allowed === undefined ? access === 'read' : allowed.has(name);
}
