import { z } from 'zod';
import { optionalLogin, optionalText, optionalTime } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Run = z.object({
  id: z.int(),
  name: optionalText,
  path: z.string(),
  display_title: z.string(),
  run_number: z.int(),
  run_attempt: z.int().optional(),
  event: z.string(),
  head_branch: optionalText,
  head_sha: z.string(),
  pull_requests: rowsOf(z.object({ number: z.int() }))
    .nullish()
    .transform((all) => all ?? []),
  status: optionalText,
  conclusion: optionalText,
  actor: optionalLogin,
  created_at: z.iso.datetime({ offset: true }),
  run_started_at: optionalTime,
  updated_at: z.iso.datetime({ offset: true }),
  html_url: z.string(),
});
export type Run = z.infer<typeof Run>;

export const RunList = z.object({ total_count: z.int(), workflow_runs: rowsOf(Run) });

const CheckRun = z.object({
  id: z.int(),
  name: z.string(),
  head_sha: z.string(),
  status: z.string(),
  conclusion: optionalText,
  app: z.object({ name: optionalText }).nullish(),
  output: z.object({ title: optionalText, summary: optionalText, annotations_count: z.int().optional() }).nullish(),
  started_at: optionalTime,
  completed_at: optionalTime,
  html_url: optionalText,
});
export type CheckRun = z.infer<typeof CheckRun>;

export const CheckRunList = z.object({ total_count: z.int(), check_runs: rowsOf(CheckRun) });
