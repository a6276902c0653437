import { z } from 'zod';
import { optionalLogin, optionalText, optionalTime } from '../../schema-parts.ts';
import { rowsOf } from '../../../../src/core/rows.ts';

export const PullRequest = z.object({
  number: z.int(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().optional(),
  user: optionalLogin,
  assignees: rowsOf(z.object({ login: z.string() }))
    .nullish()
    .transform((all) => all ?? []),
  requested_reviewers: rowsOf(z.object({ login: z.string() }))
    .nullish()
    .transform((all) => all ?? []),
  requested_teams: rowsOf(z.object({ slug: z.string() }))
    .nullish()
    .transform((all) => all ?? []),
  labels: rowsOf(z.object({ name: z.string() })),
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
  base: z.object({ ref: z.string(), sha: z.string() }),
  merge_commit_sha: optionalText,
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  merged_at: optionalTime,
  closed_at: optionalTime,
  html_url: z.string(),
});
export type PullRequest = z.infer<typeof PullRequest>;

export const PullRequestList = rowsOf(PullRequest);

export const WholePullRequest = PullRequest.extend({
  body: optionalText,
  merged_by: optionalLogin,
  mergeable: z.boolean().nullish(),
  mergeable_state: optionalText,
  commits: z.int(),
  changed_files: z.int(),
  additions: z.int(),
  deletions: z.int(),
  comments: z.int(),
  review_comments: z.int(),
});
