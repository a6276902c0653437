/** Source code: repositories, revisions and files. Pull requests and issues: `code-pull-requests.ts`. */
import { z } from 'zod';
import { Branch, ChangedFile, FilePath, Owner, Ref, RefPrefix, Repository } from './code-names.ts';
import {
  codeCreateGithubIssue,
  codeGetPullRequest,
  codeListPullRequestFiles,
  codeListPullRequests,
  codeListPullRequestsForCommit,
} from './code-pull-requests.ts';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const RepositoryFacts = z.strictObject({
  repo: z.string().describe('owner/name'),
  description: z.string().optional(),
  visibility: z.string().optional().describe('Such as public, private or internal'),
  defaultBranch: z.string().optional(),
  language: z.string().optional(),
  topics: z.array(z.string()),
  isArchived: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  isFork: z.boolean(),
  url: z.string(),
  createdAt: Time.optional(),
  pushedAt: Time.optional(),
  updatedAt: Time.optional(),
});

export const codeListRepositories = defineOperation({
  name: 'code.listRepositories',
  access: 'read',
  summary: 'Repositories of an organization, or all that the credential can see.',
  arguments: () =>
    z.strictObject({
      org: Owner.optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ repositories: z.array(RepositoryFacts) }),
});

export const codeGetRepository = defineOperation({
  name: 'code.getRepository',
  access: 'read',
  summary: 'One repository: visibility, default branch, size and how changes may be merged.',
  arguments: () => z.strictObject({ repo: Repository }),
  result: () =>
    z.strictObject({
      repository: RepositoryFacts.extend({
        parent: z.string().optional().describe('Repository that it was forked from'),
        sizeBytes: z.int().describe('About; the system counts kibibytes'),
        license: z.string().optional(),
        openIssues: z.int().describe('Open issues and pull requests together'),
        mergeMethods: z
          .array(z.enum(['merge', 'squash', 'rebase']))
          .optional()
          .describe('Absent when the credential may not see them'),
        deletesMergedBranches: z.boolean().optional(),
      }),
    }),
});

export const codeListTags = defineOperation({
  name: 'code.listTags',
  access: 'read',
  summary: 'Tags of a repository with the commits they stand on.',
  arguments: () => z.strictObject({ repo: Repository, limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () => z.strictObject({ tags: z.array(z.strictObject({ name: z.string(), commitId: z.string() })) }),
});

export const codeListRefs = defineOperation({
  name: 'code.listRefs',
  access: 'read',
  summary: 'Branches of a repository, or all names that begin with a prefix.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      prefix: RefPrefix.optional().describe('Only names that begin so; every branch when left out'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      refs: z.array(
        z.strictObject({
          name: z.string().describe('Without the beginning that its kind has'),
          kind: z.enum(['branch', 'tag']),
          targetId: z.string().describe('Commit; for an annotated tag the tag object'),
          targetKind: z.string(),
          isProtected: z.boolean().optional().describe('Told of branches when no prefix is given'),
        }),
      ),
    }),
});

/** The author and the committer of a change, as the commit itself says: anyone can write any name there. */
const Signature = z.strictObject({
  name: z.string().optional(),
  login: z.string().optional().describe('Account that the address belongs to, where there is one'),
  at: Time.optional(),
});

const Commit = z.strictObject({
  id: z.string(),
  message: z.string(),
  author: Signature,
  committer: Signature,
  parentIds: z.array(z.string()),
  isVerified: z.boolean().optional().describe('True when the signature was checked and is good'),
  verificationReason: z.string().optional(),
  url: z.string(),
});

export const codeListCommits = defineOperation({
  name: 'code.listCommits',
  access: 'read',
  summary: 'Commits of a branch, newest first, of all files or of one path.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      ref: Ref.optional().describe('Where to begin; the default branch when left out'),
      path: FilePath.optional(),
      window: Window.optional().describe('Only commits made in it'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ commits: z.array(Commit) }),
});

export const codeGetCommit = defineOperation({
  name: 'code.getCommit',
  access: 'read',
  summary: 'One commit with the files it changes.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      ref: Ref,
      limit: limitUpTo(300).describe('Most files to return'),
      cursor: Cursor.optional().describe('nextCursor of the answer before, for further files'),
    }),
  result: () =>
    z.strictObject({
      commit: Commit,
      addedLines: z.int().optional(),
      removedLines: z.int().optional(),
      files: z.array(ChangedFile),
    }),
});

export const codeCompare = defineOperation({
  name: 'code.compare',
  access: 'read',
  summary: 'What separates two revisions: commits and changed files.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      base: Ref,
      head: Ref,
      limit: limitUpTo(100).describe('Most commits to return'),
      cursor: Cursor.optional().describe('nextCursor of the answer before, for further commits'),
    }),
  result: () =>
    z.strictObject({
      relation: z.enum(['identical', 'ahead', 'behind', 'diverged']).describe('Of the head to the base'),
      aheadBy: z.int(),
      behindBy: z.int(),
      mergeBaseId: z.string(),
      commits: z.array(Commit).describe('Those that the head has and the base lacks'),
      files: z.array(ChangedFile).optional().describe('At most 300; told with the first page only'),
    }),
});

const Entry = { path: z.string(), id: z.string(), sizeBytes: z.int() };

export const codeGetContent = defineOperation({
  name: 'code.getContent',
  access: 'read',
  summary: 'One file, or what stands in one folder, at a revision.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      path: FilePath.optional().describe('The root folder when left out'),
      ref: Ref.optional().describe('The default branch when left out'),
      limitBytes: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(200_000)
        .describe('Most bytes of the file to return; the answer says when it was cut'),
    }),
  result: () =>
    z.discriminatedUnion('kind', [
      z.strictObject({
        ...Entry,
        kind: z.literal('file'),
        encoding: z.enum(['utf-8', 'base64']).describe('base64 for what is not text'),
        content: z.string(),
      }),
      z.strictObject({
        ...Entry,
        kind: z.literal('folder'),
        entries: z.array(
          z.strictObject({ ...Entry, kind: z.string().describe('Such as file, dir, symlink or submodule') }),
        ),
      }),
      z.strictObject({ ...Entry, kind: z.literal('symlink'), target: z.string() }),
      z.strictObject({ ...Entry, kind: z.literal('submodule'), repositoryUrl: z.string().optional() }),
    ]),
});

export const codeSearch = defineOperation({
  name: 'code.search',
  access: 'read',
  summary: 'Files of the default branches that contain a text.',
  arguments: () =>
    z
      .strictObject({
        text: z
          .string()
          .trim()
          .min(2)
          .max(200)
          .regex(/^[^\p{C}"]+$/u, 'must not contain double quotes or control characters')
          .describe('Text to find, as it stands'),
        repo: Repository.optional(),
        org: Owner.optional().describe('Every repository of it that the credential can see'),
        path: FilePath.optional().describe('Only files below this folder'),
        language: z
          .string()
          .max(50)
          .regex(/^[A-Za-z0-9][A-Za-z0-9 +#.-]*$/u, 'must be the name of a language')
          .optional(),
        limit: limitUpTo(100),
        cursor: Cursor.optional(),
      })
      .refine(({ repo, org }) => (repo === undefined) !== (org === undefined), {
        path: ['repo'],
        message: 'must be given, or org instead of it, and not both: without either, all the world is searched',
      }),
  result: () =>
    z.strictObject({
      total: z.int().describe('Files that match; no more than the first 1000 can be told'),
      files: z.array(
        z.strictObject({
          repo: z.string(),
          path: z.string(),
          id: z.string(),
          url: z.string(),
          fragments: z.array(z.string()).describe('Places that match, with what stands around them'),
        }),
      ),
    }),
});

const Actors = z.strictObject({
  users: z.array(z.string()),
  teams: z.array(z.string()),
  apps: z.array(z.string()),
});

export const codeGetBranchProtection = defineOperation({
  name: 'code.getBranchProtection',
  access: 'read',
  summary: 'Rules that guard a branch, or that it has none.',
  arguments: () => z.strictObject({ repo: Repository, branch: Branch }),
  result: () =>
    z.discriminatedUnion('isProtected', [
      z.strictObject({ isProtected: z.literal(false) }),
      z.strictObject({
        isProtected: z.literal(true),
        requiredChecks: z.array(z.string()),
        requiresUpToDateBranch: z.boolean(),
        review: z
          .strictObject({
            requiredApprovals: z.int(),
            dismissesStaleApprovals: z.boolean(),
            requiresCodeOwner: z.boolean(),
            requiresApprovalOfLastPush: z.boolean(),
            mayBypass: Actors.optional(),
          })
          .optional()
          .describe('Absent when no review is required'),
        appliesToAdmins: z.boolean(),
        requiresSignatures: z.boolean(),
        requiresLinearHistory: z.boolean(),
        requiresResolvedConversations: z.boolean(),
        allowsForcePushes: z.boolean(),
        allowsDeletion: z.boolean(),
        isLocked: z.boolean(),
        mayPush: Actors.optional().describe('Absent when everyone who can write may push'),
      }),
    ]),
});

export const codeOperations = [
  codeCompare,
  codeCreateGithubIssue,
  codeGetBranchProtection,
  codeGetCommit,
  codeGetContent,
  codeGetPullRequest,
  codeGetRepository,
  codeListCommits,
  codeListPullRequestFiles,
  codeListPullRequests,
  codeListPullRequestsForCommit,
  codeListRefs,
  codeListRepositories,
  codeListTags,
  codeSearch,
] as const;
