import { z } from 'zod';
import { omitsEmpty } from '../../../../src/connector/omits-empty.ts';
import { optionalLogin, optionalText } from '../../schema-parts.ts';
import { rowsOf } from '../../../../src/core/rows.ts';

/** Written by whoever made the commit, so that a time may be none. */
const Signature = z
  .object({ name: optionalText, date: z.iso.datetime({ offset: true }).optional().catch(undefined) })
  .nullish();

export const Commit = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({
    message: z.string(),
    author: Signature,
    committer: Signature,
    verification: z.object({ verified: z.boolean(), reason: z.string() }).nullish(),
  }),
  author: optionalLogin,
  committer: optionalLogin,
  parents: rowsOf(z.object({ sha: z.string() })),
});
export type Commit = z.infer<typeof Commit>;

export const CommitList = rowsOf(Commit);

export const ChangedFile = z.object({
  filename: z.string(),
  previous_filename: optionalText,
  status: z.string(),
  additions: z.int(),
  deletions: z.int(),
  patch: z.string().optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** Further objects of a commit, which the vendor's description names. */
const ofCommit = ['commit', 'author', 'committer', 'parents'];

export const ChangedFileList = rowsOf(ChangedFile);

export const WholeCommit = omitsEmpty(
  Commit.extend({
    stats: z.object({ additions: z.int().optional(), deletions: z.int().optional() }).optional(),
    files: rowsOf(ChangedFile).default([]),
  }),
  ['files'],
  ofCommit,
);

export const Comparison = omitsEmpty(
  z.object({
    status: z.enum(['identical', 'ahead', 'behind', 'diverged']),
    ahead_by: z.int(),
    behind_by: z.int(),
    merge_base_commit: z.object({ sha: z.string() }),
    commits: rowsOf(Commit),
    files: rowsOf(ChangedFile).optional(),
  }),
  ['files'],
  ['base_commit'],
);
