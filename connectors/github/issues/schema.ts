import { z } from 'zod';
import { optionalText } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const Issue = z.object({
  number: z.int(),
  state: z.string(),
  html_url: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  body: optionalText,
  labels: z.array(z.union([z.string(), z.object({ name: optionalText })])),
  /** Pull requests are issues too. */
  pull_request: z.object({}).optional(),
});
export type Issue = z.infer<typeof Issue>;

export const IssueList = rowsOf(Issue);
