/**
 * Applications that a cluster pulls from repositories. Parameters and values of charts are not returned, because that is
 * where secrets are put; addresses of repositories come without the credential that they may contain.
 */
import { z } from 'zod';
import { Cursor, limitUpTo, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

/** What Kubernetes takes as the name of an object (RFC 1123 subdomain). */
const ObjectName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/u, 'must be a name of Kubernetes');

const Namespace = z
  .string()
  .max(63)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u, 'must be a namespace of Kubernetes');

const Selector = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[A-Za-z0-9._/!=(), -]+$/u, 'must be a label selector of Kubernetes')
  .describe('Label selector, such as team=payments');

const Source = z.strictObject({
  repositoryUrl: z.string().describe('Without user and password'),
  path: z.string().optional(),
  chart: z.string().optional(),
  targetRevision: z.string().optional().describe('Branch, tag, commit or version that is followed'),
  name: z.string().optional(),
});

const Initiator = z.strictObject({ isAutomated: z.boolean(), username: z.string().optional() });

const Application = z.strictObject({
  name: z.string(),
  namespace: z.string().describe('Where the application itself is defined'),
  project: z.string(),
  destination: z.strictObject({
    cluster: z.string().optional().describe('Name of the cluster'),
    server: z.string().optional().describe('Address of the cluster'),
    namespace: z.string().optional(),
  }),
  sources: z.array(Source),
  sync: z.string().describe('Such as Synced, OutOfSync or Unknown'),
  revisions: z
    .array(z.string())
    .optional()
    .describe('That the cluster was compared with, one for each source; absent in a list'),
  health: z.string().describe('Such as Healthy, Progressing, Degraded or Missing'),
  healthMessage: z.string().optional(),
  healthChangedAt: Time.optional(),
  conditions: z
    .array(z.strictObject({ type: z.string(), message: z.string().optional(), changedAt: Time.optional() }))
    .optional()
    .describe('Absent in a list'),
  automation: z
    .strictObject({ prunes: z.boolean(), healsItself: z.boolean() })
    .optional()
    .describe('Absent when it is synchronized by hand'),
  images: z.array(z.string()),
  reconciledAt: Time.optional().describe('When it was last compared; absent in a list'),
  createdAt: Time.optional(),
  labels: Tags,
});

export const gitopsListApplications = defineOperation({
  name: 'gitops.listApplications',
  access: 'read',
  summary: 'Applications with sync and health; an empty answer says whether it was allowed to see.',
  arguments: () =>
    z.strictObject({
      project: ObjectName.optional(),
      selector: Selector.optional(),
      limit: limitUpTo(500),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ applications: z.array(Application) }),
});

const NamedApplication = {
  name: ObjectName,
  appNamespace: Namespace.optional().describe('Where the application is defined, when not beside the tool'),
  project: ObjectName.optional().describe('With it, an application that does not exist is told from a hidden one'),
};

const ResourceFacts = {
  group: z.string().optional(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
};

export const gitopsGetApplication = defineOperation({
  name: 'gitops.getApplication',
  access: 'read',
  summary: 'One application: its resources, and how the last synchronization went.',
  arguments: () => z.strictObject({ ...NamedApplication, limit: limitUpTo(1000).describe('Most resources to return') }),
  result: () =>
    z.strictObject({
      application: Application,
      lastOperation: z
        .strictObject({
          phase: z.string().describe('Such as Running, Succeeded, Failed or Error'),
          message: z.string().optional(),
          startedAt: Time.optional(),
          finishedAt: Time.optional(),
          retries: z.int().optional(),
          revisions: z.array(z.string()),
          initiator: Initiator.optional(),
          results: z.array(
            z.strictObject({
              ...ResourceFacts,
              status: z.string().optional(),
              message: z.string().optional(),
              hook: z.string().optional().describe('Kind of the hook, when the resource is one'),
              hookPhase: z.string().optional(),
              phase: z.string().optional().describe('Of the synchronization, such as PreSync'),
            }),
          ),
        })
        .optional()
        .describe('Absent when it was never synchronized'),
      resourceCount: z.int().describe('Number of resources, which may exceed those told'),
      resources: z.array(
        z.strictObject({
          ...ResourceFacts,
          version: z.string().optional(),
          sync: z.string().optional(),
          health: z.string().optional().describe('Absent for a kind whose health is not judged'),
          healthMessage: z.string().optional(),
          isToBePruned: z.boolean(),
        }),
      ),
    }),
});

export const gitopsGetSyncHistory = defineOperation({
  name: 'gitops.getSyncHistory',
  access: 'read',
  summary: 'What was deployed of an application and when, newest first; old entries are not kept.',
  arguments: () => z.strictObject({ ...NamedApplication, limit: limitUpTo(100, 10) }),
  result: () =>
    z.strictObject({
      kept: z.int().describe('Most entries that the application keeps'),
      history: z.array(
        z.strictObject({
          id: z.int(),
          revisions: z.array(z.string()),
          sources: z.array(Source),
          startedAt: Time.optional(),
          deployedAt: Time,
          initiator: Initiator.optional(),
        }),
      ),
    }),
});

export const gitopsOperations = [gitopsGetApplication, gitopsGetSyncHistory, gitopsListApplications] as const;
