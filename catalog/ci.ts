/** What automation did with the code: runs of workflows, and checks of one revision. */
import { z } from 'zod';
import { Branch, CommitId, Ref, Repository } from './code-names.ts';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const State = z.string().describe('In the words of the system that answers, such as queued or completed');
const Conclusion = z
  .string()
  .optional()
  .describe('Absent until it has ended; in the words of the system that answers, such as success or failure');

export const ciListChecks = defineOperation({
  name: 'ci.listChecks',
  access: 'read',
  summary: 'Checks of one revision with their state and conclusion.',
  arguments: () => z.strictObject({ repo: Repository, ref: Ref, limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      readFrom: z
        .enum(['checks', 'workflow_runs'])
        .describe('workflow_runs: the credential may not read checks, so those of other systems are missing'),
      total: z.int(),
      checks: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          commitId: z.string(),
          state: State,
          conclusion: Conclusion,
          app: z.string().optional().describe('What runs the check'),
          title: z.string().optional(),
          summary: z.string().optional(),
          annotations: z.int().optional().describe('Number of remarks on lines'),
          startedAt: Time.optional(),
          finishedAt: Time.optional(),
          url: z.string().optional(),
        }),
      ),
    }),
});

export const ciListWorkflowRuns = defineOperation({
  name: 'ci.listWorkflowRuns',
  access: 'read',
  summary: 'Runs of the workflows of a repository, newest first; a filter finds at most 1000.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      branch: Branch.optional(),
      commitId: CommitId.length(40, 'must be a whole commit id of 40 digits').optional(),
      status: z
        .enum([
          'queued',
          'in_progress',
          'completed',
          'waiting',
          'requested',
          'pending',
          'success',
          'failure',
          'neutral',
          'cancelled',
          'skipped',
          'timed_out',
          'action_required',
          'stale',
        ])
        .optional()
        .describe('State, or conclusion of a run that has ended'),
      window: Window.optional().describe('Only runs created in it'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      total: z.int(),
      runs: z.array(
        z.strictObject({
          id: z.string(),
          workflow: z.string().optional().describe('Name of the workflow'),
          workflowPath: z.string(),
          title: z.string(),
          number: z.int(),
          attempt: z.int().optional(),
          trigger: z.string().describe('Event that began it, such as push'),
          branch: z.string().optional(),
          commitId: z.string(),
          pullRequests: z.array(z.int()).describe('Numbers; empty for those from forks'),
          state: State.optional(),
          conclusion: Conclusion,
          actor: z.string().optional(),
          createdAt: Time,
          startedAt: Time.optional(),
          updatedAt: Time,
          url: z.string(),
        }),
      ),
    }),
});

export const ciOperations = [ciListChecks, ciListWorkflowRuns] as const;
