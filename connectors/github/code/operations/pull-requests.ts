import type { DataOf } from '../../../../catalog/index.ts';
import { ChangedFileList } from '../schema/commit.ts';
import { type PullRequest, PullRequestList, WholePullRequest } from '../schema/pull-request.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubOperations } from '../../context.ts';
import { outcomeOf, readPage } from '../../paging.ts';
import { tellFile } from './commits.ts';

type Told = DataOf<'code.listPullRequests'>['pullRequests'][number];

/** Of one pull request. */
const maxFiles = 3000;

export const pullRequestOperations: GithubOperations<
  'code.listPullRequests' | 'code.getPullRequest' | 'code.listPullRequestFiles' | 'code.listPullRequestsForCommit'
> = {
  'code.listPullRequests': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.listPullRequests',
        args,
        call: 'GET /repos/{owner}/{repo}/pulls',
        parameters: {
          ...inRepository(args.repo),
          state: args.state,
          base: args.base,
          sort: 'updated',
          direction: 'desc',
        },
        schema: PullRequestList,
        rows: (all) => all,
      });
      const which = `${args.state === 'all' ? '' : `${args.state} `}pull request${args.base === undefined ? '' : ` into ${args.base}`}`;
      return {
        data: { pullRequests: page.rows.map(tell) },
        ...outcomeOf(page, `The read was allowed and ${args.repo} has no ${which}.`),
      };
    },
  },

  'code.getPullRequest': {
    async run({ repo, number }, context) {
      const { answer } = await ask(context, {
        schema: WholePullRequest,
        call: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { ...inRepository(repo), pull_number: String(number) },
      });
      return {
        data: {
          pullRequest: {
            ...tell(answer),
            body: answer.body,
            mergedBy: answer.merged_by,
            isMergeable: answer.mergeable ?? undefined,
            mergeability: answer.mergeable_state,
            commits: answer.commits,
            changedFiles: answer.changed_files,
            addedLines: answer.additions,
            removedLines: answer.deletions,
            comments: answer.comments,
            reviewComments: answer.review_comments,
          },
        },
        complete: true,
        truncated: false,
      };
    },
  },

  'code.listPullRequestFiles': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.listPullRequestFiles',
        args,
        call: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        parameters: { ...inRepository(args.repo), pull_number: String(args.number) },
        schema: ChangedFileList,
        rows: (all) => all,
      });
      const isCut = page.reached >= maxFiles && !page.truncated;
      return {
        data: { files: page.rows.map(tellFile) },
        ...outcomeOf(
          page,
          'The read was allowed and the pull request changes no file.',
          isCut ? [`Only the first ${maxFiles} files of a pull request can be returned.`] : [],
        ),
      };
    },
  },

  'code.listPullRequestsForCommit': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.listPullRequestsForCommit',
        args,
        call: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { ...inRepository(args.repo), commit_sha: args.commitId },
        schema: PullRequestList,
        rows: (all) => all,
      });
      return {
        data: { pullRequests: page.rows.map(tell) },
        ...outcomeOf(
          page,
          'The read was allowed and no pull request has this commit: it was pushed without one, or stands on a branch that none was opened for.',
        ),
      };
    },
  },
};

function tell(found: PullRequest): Told {
  return {
    number: found.number,
    title: found.title,
    state: found.merged_at === undefined ? found.state : 'merged',
    isDraft: found.draft === true,
    author: found.user,
    assignees: found.assignees.map(({ login }) => login),
    requestedReviewers: [
      ...found.requested_reviewers.map(({ login }) => login),
      ...found.requested_teams.map(({ slug }) => slug),
    ],
    labels: found.labels.map(({ name }) => name),
    head: { branch: found.head.ref, commitId: found.head.sha, repo: found.head.repo?.full_name },
    base: { branch: found.base.ref, commitId: found.base.sha },
    mergeCommitId: found.merge_commit_sha,
    createdAt: found.created_at,
    updatedAt: found.updated_at,
    mergedAt: found.merged_at,
    closedAt: found.closed_at,
    url: found.html_url,
  };
}
