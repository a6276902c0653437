/** Workflow runs and checks as the vendor answers them when all is well. */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { accountBody, api, type More, notAccessible, shaOf, site, someTime } from './body-parts.ts';
import { address, paged, read, sha, time } from './shape-parts.ts';

const repo = 'acme/shop';

const run = z.looseObject({
  id: z.int(),
  name: z.string().nullable().optional(),
  head_branch: z.string().nullable(),
  head_sha: sha,
  path: z.string(),
  display_title: z.string(),
  run_number: z.int(),
  event: z.string(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  workflow_id: z.int(),
  pull_requests: z.array(z.looseObject({ number: z.int() })).nullable(),
  html_url: address,
  created_at: time,
  updated_at: time,
});

const checkRun = z.looseObject({
  id: z.int(),
  name: z.string(),
  head_sha: sha,
  status: z.string(),
  conclusion: z.string().nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  output: z.looseObject({ title: z.string().nullable(), summary: z.string().nullable(), annotations_count: z.int() }),
  html_url: address.nullable(),
  details_url: z.string().nullable(),
  app: z.looseObject({ name: z.string() }).nullable(),
});

export const runBody = (id = 30433642, more: More = {}): object => ({
  id,
  name: 'Build',
  node_id: 'WFR_1',
  head_branch: 'main',
  head_sha: shaOf('a'),
  path: '.github/workflows/build.yml',
  display_title: 'Sell more',
  run_number: 562,
  run_attempt: 1,
  event: 'push',
  status: 'completed',
  conclusion: 'success',
  workflow_id: 159038,
  pull_requests: [{ id: 1, number: 42 }],
  actor: accountBody('ana'),
  html_url: `${site}/acme/shop/actions/runs/${id}`,
  created_at: someTime,
  run_started_at: someTime,
  updated_at: someTime,
  ...more,
});

export const checkRunBody = (id = 4, more: More = {}): object => ({
  id,
  name: 'lint',
  head_sha: shaOf('a'),
  external_id: '',
  status: 'completed',
  conclusion: 'neutral',
  started_at: someTime,
  completed_at: someTime,
  output: { title: 'Lint', summary: 'Nothing found', text: null, annotations_count: 2, annotations_url: api },
  html_url: `${site}/acme/shop/runs/${id}`,
  details_url: 'https://ci.example.com/build/4?token=of-somebody-else',
  app: { id: 1, slug: 'linter', name: 'Linter' },
  pull_requests: [],
  ...more,
});

const runsQuery = z.strictObject({
  branch: z.string().optional(),
  status: z
    .enum([
      'completed',
      'action_required',
      'cancelled',
      'failure',
      'neutral',
      'skipped',
      'stale',
      'success',
      'timed_out',
      'in_progress',
      'queued',
      'requested',
      'waiting',
      'pending',
    ])
    .optional(),
  created: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.\.\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u)
    .optional(),
  head_sha: z
    .string()
    .regex(/^[0-9a-f]{40}$/u)
    .optional(),
  ...paged,
});

export const ciRoutes: readonly DescribedRoute[] = [
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/actions/runs',
    query: runsQuery,
    answers: z.looseObject({ total_count: z.int(), workflow_runs: z.array(run) }),
    reply: () => answerJson({ total_count: 1, workflow_runs: [runBody()] }),
  },
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    query: z.strictObject(paged),
    answers: z.looseObject({ total_count: z.int(), check_runs: z.array(checkRun) }),
    // What a fine-grained token is told of a private repository.
    reply: ({ parts }) =>
      parts['ref'] === 'topic'
        ? notAccessible('personal access token', 'checks=read')
        : answerJson({ total_count: 1, check_runs: [checkRunBody()] }),
  },
];

export const ciQuestions = {
  'ci.listWorkflowRuns': [{ repo, branch: 'main', status: 'failure', window: { from: 'now-1d', to: 'now' } }],
  'ci.listChecks': [
    { repo, ref: 'main' },
    { repo, ref: 'topic' },
  ],
} satisfies Exemplar['questions'];
