import { z } from 'zod';
import { rowsOf } from '../../../../src/core/rows.ts';
import { optionalText, optionalTime } from '../../schema-parts.ts';

export const Repository = z.object({
  full_name: z.string(),
  description: optionalText,
  private: z.boolean(),
  visibility: optionalText,
  default_branch: optionalText,
  language: optionalText,
  topics: z.array(z.string()).default([]),
  archived: z.boolean().optional(),
  disabled: z.boolean().optional(),
  fork: z.boolean(),
  html_url: z.string(),
  created_at: optionalTime,
  pushed_at: optionalTime,
  updated_at: optionalTime,
});
export type Repository = z.infer<typeof Repository>;

export const RepositoryList = rowsOf(Repository);

/** An app's installation wraps its list. */
export const InstallationRepositories = z.object({ repositories: RepositoryList });

export const WholeRepository = Repository.extend({
  parent: z.object({ full_name: z.string() }).nullish(),
  size: z.int(),
  license: z.object({ spdx_id: optionalText, name: optionalText }).nullish(),
  open_issues_count: z.int(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
  delete_branch_on_merge: z.boolean().optional(),
});

/** The number of private ones is told to those who may see them all. */
export const Organization = z.object({ public_repos: z.int(), total_private_repos: z.int().optional() });

export const TagList = rowsOf(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) }));

export const BranchList = rowsOf(
  z.object({ name: z.string(), commit: z.object({ sha: z.string() }), protected: z.boolean() }),
);

export const RefList = rowsOf(z.object({ ref: z.string(), object: z.object({ type: z.string(), sha: z.string() }) }));
