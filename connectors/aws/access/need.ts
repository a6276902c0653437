import { Fault } from '../../../src/core/fault.ts';

/** A member that AWS documents as always there. @throws Fault `upstream_changed` naming the path when it is not. */
export function need<Value>(value: Value | null | undefined, path: string): Value {
  if (value !== undefined && value !== null) return value;
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: AWS left out what it documents as always there.',
  );
}
