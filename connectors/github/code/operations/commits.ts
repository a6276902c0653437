import type { DataOf } from '../../../../catalog/index.ts';
import { Comparison, type ChangedFile, type Commit, CommitList, WholeCommit } from '../schema/commit.ts';
import { inRepository } from '../../client.ts';
import type { GithubOperations } from '../../context.ts';
import { outcomeOf, readPage } from '../../paging.ts';
import { isEmptyRepository, noCommitYet, orNothing } from '../empty-repository.ts';

type ToldCommit = DataOf<'code.getCommit'>['commit'];
type ToldFile = DataOf<'code.getCommit'>['files'][number];

/** Of one commit in all, and of one page of them. */
const maxCommitFiles = 3000;
const usualFilesOfPage = 300;
/** Of a comparison. */
const maxComparedFiles = 300;

export const commitOperations: GithubOperations<'code.listCommits' | 'code.getCommit' | 'code.compare'> = {
  'code.listCommits': {
    async run(args, { window, ...context }) {
      const { repo, ref, path } = args;
      const page = await readPage(context, {
        operation: 'code.listCommits',
        args,
        call: 'GET /repos/{owner}/{repo}/commits',
        window,
        parameters: (within) => ({
          ...inRepository(repo),
          sha: ref,
          path,
          since: within && new Date(within.fromMs).toISOString(),
          until: within && new Date(within.toMs).toISOString(),
        }),
        schema: orNothing(CommitList),
        rows: (all) => all,
        orMessage: isEmptyRepository,
      });
      const isNarrowed = ref !== undefined || path !== undefined || window !== undefined;
      const none = isNarrowed
        ? `The read was allowed and no commit of ${repo} matches.`
        : `The read was allowed and ${repo} has no commit.`;
      return { data: { commits: page.rows.map(tellCommit) }, ...outcomeOf(page, `${none} ${noCommitYet}`) };
    },
  },

  'code.getCommit': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.getCommit',
        args,
        call: 'GET /repos/{owner}/{repo}/commits/{ref}',
        parameters: { ...inRepository(args.repo), ref: args.ref },
        schema: WholeCommit,
        rows: ({ files }) => files,
        usualPageSize: usualFilesOfPage,
      });
      const { answer } = page;
      const isCut = page.reached >= maxCommitFiles && !page.truncated;
      return {
        data: {
          commit: tellCommit(answer),
          addedLines: answer.stats?.additions,
          removedLines: answer.stats?.deletions,
          files: page.rows.map(tellFile),
        },
        ...outcomeOf(
          page,
          'The read was allowed and this commit changes no file, as a merge without conflicts does not.',
          isCut ? [`Only the first ${maxCommitFiles} files of a commit can be returned.`] : [],
        ),
      };
    },
  },

  'code.compare': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.compare',
        args,
        call: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        parameters: { ...inRepository(args.repo), basehead: `${args.base}...${args.head}` },
        schema: Comparison,
        rows: ({ commits }) => commits,
      });
      const { answer } = page;
      const files = page.isFirst ? answer.files?.map(tellFile) : undefined;
      const isCut = files !== undefined && files.length >= maxComparedFiles;
      return {
        data: {
          relation: answer.status,
          aheadBy: answer.ahead_by,
          behindBy: answer.behind_by,
          mergeBaseId: answer.merge_base_commit.sha,
          commits: page.rows.map(tellCommit),
          files,
        },
        ...outcomeOf(
          page,
          'The read was allowed and the head has no commit that the base lacks.',
          isCut ? [`Only the first ${maxComparedFiles} changed files of a comparison can be returned.`] : [],
        ),
      };
    },
  },
};

export function tellFile(file: ChangedFile): ToldFile {
  return {
    path: file.filename,
    previousPath: file.previous_filename,
    change: file.status,
    addedLines: file.additions,
    removedLines: file.deletions,
    patch: file.patch,
  };
}

function tellCommit({ sha, html_url: url, commit, author, committer, parents }: Commit): ToldCommit {
  return {
    id: sha,
    message: commit.message,
    author: { name: commit.author?.name, login: author, at: commit.author?.date },
    committer: { name: commit.committer?.name, login: committer, at: commit.committer?.date },
    parentIds: parents.map((parent) => parent.sha),
    isVerified: commit.verification?.verified,
    verificationReason: commit.verification?.reason,
    url,
  };
}
