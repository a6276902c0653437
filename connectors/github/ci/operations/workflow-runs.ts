import type { DataOf } from '../../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import { type Run, RunList } from '../schema.ts';
import { inRepository } from '../../client.ts';
import type { GithubOperations } from '../../context.ts';
import { outcomeOf, readPage } from '../../paging.ts';

type Told = DataOf<'ci.listWorkflowRuns'>['runs'][number];

/** The vendor tells no more of a list with a filter. */
export const maxFilteredRuns = 1000;

export const workflowRunOperations: GithubOperations<'ci.listWorkflowRuns'> = {
  'ci.listWorkflowRuns': {
    async run(args, { window, ...context }) {
      const { repo, branch, commitId, status } = args;
      const page = await readPage(context, {
        operation: 'ci.listWorkflowRuns',
        args,
        call: 'GET /repos/{owner}/{repo}/actions/runs',
        window,
        parameters: (within) => ({
          ...inRepository(repo),
          branch,
          head_sha: commitId,
          status,
          created: within && spanOf(within),
        }),
        schema: RunList,
        rows: ({ workflow_runs: runs }) => runs,
        total: ({ total_count: total }) => total,
      });
      const { total_count: total } = page.answer;
      const isNarrowed = [branch, commitId, status, window].some((one) => one !== undefined);
      return {
        data: { total, runs: page.rows.map(tell) },
        ...outcomeOf(
          page,
          `The read was allowed and ${isNarrowed ? 'no run matches' : `${repo} has no run`}.`,
          isNarrowed && total > maxFilteredRuns
            ? [`Only the first ${maxFilteredRuns} of ${total} runs can be returned: narrow the window.`]
            : [],
        ),
      };
    },
  },
};

/** Both ends belong to it; the vendor counts in whole seconds. */
function spanOf({ fromMs, toMs }: ResolvedWindow): string {
  const second = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return `${second(Math.floor(fromMs / 1000) * 1000)}..${second(Math.floor(toMs / 1000) * 1000)}`;
}

function tell(run: Run): Told {
  return {
    id: String(run.id),
    workflow: run.name,
    workflowPath: run.path,
    title: run.display_title,
    number: run.run_number,
    attempt: run.run_attempt,
    trigger: run.event,
    branch: run.head_branch,
    commitId: run.head_sha,
    pullRequests: run.pull_requests.map(({ number }) => number),
    state: run.status,
    conclusion: run.conclusion,
    actor: run.actor,
    createdAt: run.created_at,
    startedAt: run.run_started_at,
    updatedAt: run.updated_at,
    url: run.html_url,
  };
}
