/** Proposed changes, and the one write of source code hosting: opening an issue. */
import { z } from 'zod';
import { Branch, ChangedFile, CommitId, CountFrom1, Repository } from './code-names.ts';
import { Cursor, IdempotencyKey, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const PullRequest = z.strictObject({
  number: z.int(),
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']).describe('closed: without being merged'),
  isDraft: z.boolean(),
  author: z.string().optional().describe('Absent when the account is gone'),
  assignees: z.array(z.string()),
  requestedReviewers: z.array(z.string()).describe('People and teams that are asked and have not answered'),
  labels: z.array(z.string()),
  head: z.strictObject({
    branch: z.string(),
    commitId: z.string(),
    repo: z.string().optional().describe('Absent when the fork is gone'),
  }),
  base: z.strictObject({ branch: z.string(), commitId: z.string() }),
  mergeCommitId: z.string().optional().describe('Of a merged one; before, of the trial merge'),
  createdAt: Time,
  updatedAt: Time,
  mergedAt: Time.optional(),
  closedAt: Time.optional(),
  url: z.string(),
});

export const codeListPullRequests = defineOperation({
  name: 'code.listPullRequests',
  access: 'read',
  summary: 'Pull requests of a repository, the most recently changed first.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      state: z.enum(['open', 'closed', 'all']).default('open').describe('closed: merged or not'),
      base: Branch.optional().describe('Only those into this branch'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ pullRequests: z.array(PullRequest) }),
});

export const codeGetPullRequest = defineOperation({
  name: 'code.getPullRequest',
  access: 'read',
  summary: 'One pull request: text, state, size and whether it can be merged.',
  arguments: () => z.strictObject({ repo: Repository, number: CountFrom1 }),
  result: () =>
    z.strictObject({
      pullRequest: PullRequest.extend({
        body: z.string().optional(),
        mergedBy: z.string().optional(),
        isMergeable: z.boolean().optional().describe('Absent while the system has not worked it out'),
        mergeability: z.string().optional().describe('In the words of the system that answers'),
        commits: z.int(),
        changedFiles: z.int(),
        addedLines: z.int(),
        removedLines: z.int(),
        comments: z.int(),
        reviewComments: z.int(),
      }),
    }),
});

export const codeListPullRequestFiles = defineOperation({
  name: 'code.listPullRequestFiles',
  access: 'read',
  summary: 'Files that a pull request changes, up to the first 3000.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      number: CountFrom1,
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ files: z.array(ChangedFile) }),
});

export const codeListPullRequestsForCommit = defineOperation({
  name: 'code.listPullRequestsForCommit',
  access: 'read',
  summary: 'Pull requests that brought a commit into the repository or propose it.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      commitId: CommitId,
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ pullRequests: z.array(PullRequest) }),
});

/** The vendor's reference states no bounds; its refusals do: 256 characters of title, 65,536 of body, 50 of a label. */
export const codeCreateGithubIssue = defineOperation({
  name: 'code.create_github_issue',
  access: 'write',
  summary: 'Opens an issue in a GitHub repository.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      title: z
        .string()
        .trim()
        .min(1)
        .max(256)
        .regex(/^\P{Cc}+$/u, 'must be one line'),
      body: z.string().max(65_536),
      labels: z
        .array(z.string().trim().min(1).max(50))
        .max(20)
        .refine((labels) => new Set(labels).size === labels.length, 'must not name a label twice')
        .optional(),
      idempotencyKey: IdempotencyKey,
    }),
  result: () =>
    z.strictObject({
      number: z.int(),
      state: z.string(),
      url: z.string(),
      createdAt: Time,
    }),
});
