/**
 * A place in a list belongs to the source that gave it. Connectors bind it to the question, which is the same at
 * two sources of one connector; one that has a name of its own is bound here.
 */
import { Fault } from '../../core/fault.ts';
import { type ConnectorSetup, isNamed } from '../connectors/connector-setup.ts';
import type { Arguments } from './parse-arguments.ts';

/** In no cursor of a connector, and in no name. */
const separator = '~';

export function sealCursor(setup: ConnectorSetup, cursor: string): string {
  return isNamed(setup) ? `${setup.source}${separator}${cursor}` : cursor;
}

/** The arguments with the cursor as the connector gave it. @throws Fault `invalid_arguments` for one of another source. */
export function openCursor(setup: ConnectorSetup, args: Arguments): Arguments {
  const { cursor } = args;
  if (typeof cursor !== 'string') return args;
  const [first, ...rest] = cursor.split(separator);
  const of = rest.length === 0 ? setup.manifest.id : first;
  if (of !== setup.source) {
    const remedy = `Ask the source that gave the cursor, or leave it out to begin again at ${setup.source}.`;
    throw new Fault('invalid_arguments', { field: 'cursor' }, remedy);
  }
  return rest.length === 0 ? args : { ...args, cursor: rest.join(separator) };
}
