/**
 * Checks of a revision. The permission for them cannot be chosen for a fine-grained token, and of a private
 * repository it is then refused: the runs of workflows on the same commit are told instead, and the answer says so.
 */
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { type CheckRun, CheckRunList, type Run, RunList } from '../schema.ts';
import { CommitList } from '../../code/schema/commit.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { outcomeOf, placeOf, readPage } from '../../paging.ts';

const operation = 'ci.listChecks';
type Data = DataOf<typeof operation>;
type Told = Data['checks'][number];

interface Args {
  readonly repo: string;
  readonly ref: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const checkOperations: GithubOperations<typeof operation> = {
  [operation]: {
    async run(args, context) {
      // The cursor of an answer that was read from runs says so, with the commit.
      const commitId = placeOf(operation, args)?.via;
      if (commitId !== undefined) return listRuns(context, args, commitId);
      try {
        return await listChecks(context, args);
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== 'permission_missing') throw error;
        return listRuns(context, args, await resolveCommit(context, args));
      }
    },
  },
};

async function listChecks(context: GithubContext, args: Args): Promise<Answer<Data>> {
  const page = await readPage(context, {
    operation,
    args,
    call: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    parameters: { ...inRepository(args.repo), ref: args.ref },
    schema: CheckRunList,
    rows: ({ check_runs: all }) => all,
    total: ({ total_count: total }) => total,
  });
  return {
    data: { readFrom: 'checks', total: page.answer.total_count, checks: page.rows.map(tellCheck) },
    ...outcomeOf(
      page,
      'The read was allowed and no check ran on this revision. Statuses that other systems set on a commit are no checks, and not among them.',
    ),
  };
}

const instead =
  'Checks: read is not held, and fine-grained tokens are not offered it: these are the workflow runs on the same commit. Checks of other systems are missing.';

async function listRuns(context: GithubContext, args: Args, commitId: string): Promise<Answer<Data>> {
  const page = await readPage(context, {
    operation,
    args,
    call: 'GET /repos/{owner}/{repo}/actions/runs',
    parameters: { ...inRepository(args.repo), head_sha: commitId },
    schema: RunList,
    rows: ({ workflow_runs: runs }) => runs,
    total: ({ total_count: total }) => total,
    via: commitId,
  });
  return {
    data: { readFrom: 'workflow_runs', total: page.answer.total_count, checks: page.rows.map(tellRun) },
    ...outcomeOf(page, 'No workflow ran on this commit.', [instead]),
  };
}

/** Runs are found by the whole id of their commit. A list of one says it without the files of the commit. */
async function resolveCommit(context: GithubContext, { repo, ref }: Args): Promise<string> {
  if (/^[0-9a-f]{40}$/u.test(ref)) return ref;
  const parameters = { ...inRepository(repo), sha: ref, per_page: '1' };
  const { answer } = await ask(context, { schema: CommitList, call: 'GET /repos/{owner}/{repo}/commits', parameters });
  const [commit] = answer;
  if (commit !== undefined) return commit.sha;
  throw new Fault('not_found_or_hidden', { what: `the revision in ${repo}` }, 'Check the branch, tag or commit.');
}

function tellCheck(check: CheckRun): Told {
  return {
    id: String(check.id),
    name: check.name,
    commitId: check.head_sha,
    state: check.status,
    conclusion: check.conclusion,
    app: check.app?.name,
    title: check.output?.title,
    summary: check.output?.summary,
    annotations: check.output?.annotations_count,
    startedAt: check.started_at,
    finishedAt: check.completed_at,
    url: check.html_url,
  };
}

function tellRun(run: Run): Told {
  return {
    id: String(run.id),
    name: run.name ?? run.path,
    commitId: run.head_sha,
    state: run.status ?? 'unknown',
    conclusion: run.conclusion,
    app: 'GitHub Actions',
    title: run.display_title,
    startedAt: run.run_started_at,
    finishedAt: run.status === 'completed' ? run.updated_at : undefined,
    url: run.html_url,
  };
}
