/** Whether a record counts what was done: exactly, short by what its loss counters say, or neither. */
import { z } from 'zod';
import type { CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';

/** One kind of thing, as `profiler/ptop/bench/completeness.json` has it. */
export const Kind = z.strictObject({
  kind: z.string(),
  probe: z.string(),
  /** Told to the target one by one. */
  commands: z.array(z.string()),
  /** Where in the record the list is. */
  list: z.array(z.string()),
  /** The fields of the rows that count. */
  rows: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  times: z.number().int(),
});
export type Kind = z.infer<typeof Kind>;

export function judgeCount(kind: Kind, record: CollectorRecord): 'exact' | 'lost' | 'wrong' {
  const probe = record.probes.find(({ id }) => id === kind.probe);
  if (probe?.state !== 'measured') return 'wrong';
  const missing = kind.times - countRows(kind, record);
  if (missing === 0) return 'exact';
  return missing === probe.drops + probe.missed ? 'lost' : 'wrong';
}

/** The sum of the counts of the rows, or their number where a row is one of what is counted. */
function countRows({ list, rows }: Kind, record: CollectorRecord): number {
  let found: unknown = record;
  for (const key of list) found = isObject(found) ? found[key] : undefined;
  const fields = Object.entries(rows);
  const matching = (Array.isArray(found) ? found : [])
    .filter((row): row is Record<string, unknown> => isObject(row))
    .filter((row) => fields.every(([key, value]) => row[key] === value));
  let sum = 0;
  for (const { count } of matching) sum += typeof count === 'number' ? count : 1;
  return sum;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
