/** A cursor is opaque and not signed: what it says is judged like any other argument. */
import { Fault } from '../../src/core/fault.ts';

/** The parts of a place in a list. @throws Fault `invalid_arguments` for a place that this connector never names. */
export function requirePlace(place: string, pattern: RegExp): readonly string[] {
  const match = pattern.exec(place);
  if (match !== null) return match.slice(1);
  throw notOurs();
}

export function notOurs(): Fault {
  const remedy = 'Send the cursor of the previous answer unchanged, or leave it out to start again.';
  return new Fault('invalid_arguments', { field: 'cursor' }, remedy);
}
