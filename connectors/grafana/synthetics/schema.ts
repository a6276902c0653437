/**
 * The list of checks: only the fields we use. `settings` is parsed down to the name of its one key, which is
 * the type: what it holds are headers, bodies, scripts, passwords, tokens and keys.
 */
import { z } from 'zod';
import { EpochSec } from '../../../src/connector/instants.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Check = z.object({
  id: z.int(),
  job: z.string(),
  target: z.string(),
  /** Milliseconds between two runs, whatever the name says. */
  frequency: z.number(),
  timeout: z.number(),
  enabled: z.boolean(),
  probes: z.array(z.int()).nullish(),
  labels: rowsOf(z.object({ name: z.string(), value: z.string() })).nullish(),
  settings: z
    .record(z.string(), z.unknown())
    .transform((settings) => Object.keys(settings).find((key) => settings[key] !== null) ?? 'unknown'),
  /** Seconds since the epoch. */
  created: EpochSec.nullish(),
  modified: EpochSec.nullish(),
});
export type Check = z.infer<typeof Check>;

export const ChecksAnswer = rowsOf(Check)
  .nullable()
  .transform((checks) => checks ?? []);
