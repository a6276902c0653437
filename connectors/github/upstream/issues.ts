/** Issues as the vendor answers them when all is well. */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { accountBody, type More, site, someTime } from './body-parts.ts';
import { account, address, paged, read, time } from './shape-parts.ts';

const repo = 'acme/shop';
const idempotencyKey = 'incident-2026-11-21-7f3a';

const issue = z.looseObject({
  id: z.int(),
  number: z.int(),
  state: z.string(),
  title: z.string(),
  body: z.string().nullable().optional(),
  user: account.nullable(),
  labels: z.array(z.looseObject({ name: z.string() })),
  html_url: address,
  created_at: time,
  updated_at: time,
  closed_at: time.nullable(),
});

export const issueBody = (number = 1347, more: More = {}): object => ({
  id: 2000 + number,
  node_id: 'I_1',
  number,
  state: 'open',
  title: 'Latency rose',
  body: 'Look at it.',
  user: accountBody('farol'),
  labels: [],
  locked: false,
  comments: 0,
  html_url: `${site}/acme/shop/issues/${number}`,
  created_at: someTime,
  updated_at: someTime,
  closed_at: null,
  ...more,
});

const issuesQuery = z.strictObject({
  state: z.enum(['open', 'closed', 'all']).optional(),
  sort: z.enum(['created', 'updated', 'comments']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  ...paged,
});

export const newIssue = z.strictObject({
  title: z.string().min(1).max(256),
  body: z.string().max(65_536).optional(),
  labels: z.array(z.string().min(1).max(50)).optional(),
});

export const issuesRoutes: readonly DescribedRoute[] = [
  {
    ...read,
    call: 'GET /repos/{owner}/{repo}/issues',
    query: issuesQuery,
    answers: z.array(issue),
    reply: () => answerJson([issueBody(1300)]),
  },
  {
    ...read,
    call: 'POST /repos/{owner}/{repo}/issues',
    json: newIssue,
    answers: issue,
    reply: ({ json }) => {
      const { title, body, labels = [] } = newIssue.parse(json);
      return {
        status: 201,
        body: JSON.stringify(issueBody(1347, { title, body, labels: labels.map((name) => ({ name })) })),
      };
    },
  },
];

export const issuesQuestions = {
  'code.create_github_issue': [{ repo, title: 'Latency rose', body: 'Look at it.', labels: ['farol'], idempotencyKey }],
} satisfies Exemplar['questions'];
