/** The one selection of a comparison, and how the address says it: a function by the flame graph's own name, any other row by its axis. */
import { moduleOf, rest, restOf } from '../../../profiler/witness/bundle/keys/key-text.ts';
import { totalKey } from '../../../profiler/witness/diff/read-diff.ts';

export interface RowChoice {
  readonly axis: string;
  readonly key: string;
}

/** The axis whose rows are the functions of the flame graph. */
export const functionAxis = 'cpu_stacks';

/** Whether the flame graph shows the row: functions that are judged together are several frames, a whole axis is none. */
export function hasFrame({ axis, key }: RowChoice): boolean {
  return axis === functionAxis && key !== totalKey;
}

/** The row that a function is in: its own, or that of the functions that it was judged together with. */
export function findRowKey(keys: ReadonlySet<string>, key: string): string {
  if (keys.has(key)) return key;
  return [restOf(moduleOf(key)), rest].find((one) => keys.has(one)) ?? key;
}

export function readRow(query: URLSearchParams): RowChoice | undefined {
  const frame = query.get('frame');
  if (frame !== null) return { axis: functionAxis, key: frame };
  const [, axis, key] = /^([^:]+):(.+)$/su.exec(query.get('row') ?? '') ?? [];
  return axis === undefined || key === undefined ? undefined : { axis, key };
}

/** The rest of the query stays, except where in the flame graph another function was selected. */
export function writeRow(query: URLSearchParams, row: RowChoice): URLSearchParams {
  const written = new URLSearchParams(query);
  for (const name of ['row', 'frame', 'at', 'zoom']) written.delete(name);
  if (hasFrame(row)) written.set('frame', row.key);
  else written.set('row', `${row.axis}:${row.key}`);
  return written;
}

export function isSameRow(a: RowChoice | undefined, b: RowChoice | undefined): boolean {
  return a !== undefined && a.axis === b?.axis && a.key === b.key;
}
