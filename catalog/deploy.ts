/**
 * Applications on a hosting platform and what was deployed of them. Only the names of environment variables are returned;
 * build commands, deploy hooks and whatever lifts the protection of a site are not returned at all, because they hold
 * secrets or are one.
 */
import { z } from 'zod';
import { Branch, CommitId } from './code-names.ts';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

/** Id or name; also a part of an upstream path. */
const ProjectName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/u, 'must be the id or the name of a project');

const DeploymentState = z.enum(['queued', 'initializing', 'building', 'ready', 'failed', 'canceled', 'deleted']);

const DeploymentFacts = z.strictObject({
  id: z.string(),
  url: z.string(),
  state: DeploymentState.optional().describe('Absent when the system tells one that is not known here'),
  providerState: z.string().optional().describe('In the words of the system that answers'),
  stage: z.string().optional().describe('Whether a ready one is staged, rolling out or promoted'),
  target: z.string().optional().describe('Such as production or staging; absent for a preview'),
  createdAt: Time,
  readyAt: Time.optional(),
});

const Project = z.strictObject({
  id: z.string(),
  name: z.string(),
  framework: z.string().optional(),
  runtimeVersion: z.string().optional(),
  rootFolder: z.string().optional(),
  repository: z
    .strictObject({
      host: z.string().describe('Kind of host, such as github'),
      name: z.string(),
      productionBranch: z.string().optional(),
    })
    .optional()
    .describe('Absent for a project that no repository is linked to'),
  isPaused: z.boolean().optional(),
  environmentVariables: z.array(z.string()).optional().describe('Names only; absent when they were not told'),
  latestDeployments: z.array(DeploymentFacts),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
});

export const deployListProjects = defineOperation({
  name: 'deploy.listProjects',
  access: 'read',
  summary: 'Projects with framework, linked repository and latest deployments.',
  arguments: () =>
    z.strictObject({
      search: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(/^\P{C}+$/u, 'must not contain control characters')
        .optional()
        .describe('Part of the name'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ projects: z.array(Project) }),
});

export const deployGetProject = defineOperation({
  name: 'deploy.getProject',
  access: 'read',
  summary: 'One project: settings, schedules, environments and the names of its environment variables.',
  arguments: () => z.strictObject({ project: ProjectName }),
  result: () =>
    z.strictObject({
      project: Project.extend({
        schedules: z.array(z.strictObject({ path: z.string(), schedule: z.string(), isEnabled: z.boolean() })),
        environments: z
          .array(z.strictObject({ name: z.string(), type: z.string(), domains: z.array(z.string()) }))
          .describe('Those that the customer made, beside production and preview'),
        lastRollback: z
          .strictObject({ fromId: z.string().optional(), toId: z.string().optional(), state: z.string().optional() })
          .optional(),
        isPasswordProtected: z.boolean(),
      }),
    }),
});

export const deployListDeployments = defineOperation({
  name: 'deploy.listDeployments',
  access: 'read',
  summary: 'Deployments with state, commit and reason of failure, newest first.',
  arguments: () =>
    z.strictObject({
      project: ProjectName.optional(),
      states: z
        .array(DeploymentState.exclude(['deleted']))
        .min(1)
        .max(6)
        .optional(),
      target: z
        .string()
        .max(100)
        .regex(/^[a-z0-9][a-z0-9_-]*$/u, 'must be an environment such as production')
        .optional(),
      branch: Branch.optional(),
      commitId: CommitId.optional(),
      window: Window.optional().describe('Only those created in it'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      deployments: z.array(
        DeploymentFacts.extend({
          projectId: z.string(),
          project: z.string(),
          trigger: z.string().optional().describe('How it was begun, such as git, cli or redeploy'),
          creator: z.string().optional(),
          buildStartedAt: Time.optional(),
          deletedAt: Time.optional(),
          commit: z
            .strictObject({
              id: z.string(),
              message: z.string().optional(),
              author: z.string().optional(),
              branch: z.string().optional(),
              repository: z.string().optional(),
            })
            .optional()
            .describe('Absent for what was not deployed from a repository'),
          errorCode: z.string().optional(),
          errorMessage: z.string().optional(),
          ranOutOfMemory: z.boolean().describe('True when the build did'),
          domainError: z.string().optional().describe('Why domains were not given to it'),
          checksState: z.string().optional(),
          checksConclusion: z.string().optional(),
          canBeRolledBackTo: z.boolean().optional(),
        }),
      ),
    }),
});

export const deployOperations = [deployGetProject, deployListDeployments, deployListProjects] as const;
