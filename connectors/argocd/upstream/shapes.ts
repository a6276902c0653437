/** What the API server takes and answers, as its own description (/swagger-ui) has it, as far as the fake says it. */
import { z } from 'zod';

const Time = z.iso.datetime().nullable();

const Source = z.strictObject({
  repoURL: z.string(),
  path: z.string().optional(),
  chart: z.string().optional(),
  targetRevision: z.string().optional(),
  name: z.string().optional(),
  ref: z.string().optional(),
  helm: z
    .strictObject({
      releaseName: z.string().optional(),
      valueFiles: z.array(z.string()).optional(),
      parameters: z
        .array(z.strictObject({ name: z.string(), value: z.string(), forceString: z.boolean().optional() }))
        .optional(),
      values: z.string().optional(),
      valuesObject: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  plugin: z
    .strictObject({
      name: z.string(),
      env: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
    })
    .optional(),
});

const Health = z.strictObject({
  status: z.enum(['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown']).optional(),
  message: z.string().optional(),
  lastTransitionTime: Time.optional(),
});

const Initiator = z.strictObject({ username: z.string().optional(), automated: z.boolean().optional() });

const Resource = z.strictObject({
  group: z.string().optional(),
  version: z.string(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
  status: z.enum(['Synced', 'OutOfSync', 'Unknown']).optional(),
  health: Health.optional(),
  hook: z.boolean().optional(),
  requiresPruning: z.boolean().optional(),
  syncWave: z.int().optional(),
});

const Result = z.strictObject({
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  status: z.enum(['Synced', 'SyncFailed', 'Pruned', 'PruneSkipped']).optional(),
  message: z.string().optional(),
  hookType: z.enum(['PreSync', 'Sync', 'PostSync', 'SyncFail', 'PostDelete']).optional(),
  hookPhase: z.enum(['Running', 'Succeeded', 'Failed', 'Error', 'Terminating']).optional(),
  syncPhase: z.string().optional(),
});

const Deployment = z.strictObject({
  id: z.int().min(0),
  revision: z.string().optional(),
  revisions: z.array(z.string()).optional(),
  source: Source.optional(),
  sources: z.array(Source).optional(),
  deployStartedAt: Time.optional(),
  deployedAt: z.iso.datetime(),
  initiatedBy: Initiator,
});

const Operation = z.strictObject({
  initiatedBy: Initiator.optional(),
  retry: z.strictObject({ limit: z.int().optional() }).optional(),
  sync: z.strictObject({ revision: z.string().optional(), prune: z.boolean().optional() }).optional(),
});

export const Application = z.strictObject({
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    creationTimestamp: z.iso.datetime(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.strictObject({
    project: z.string(),
    destination: z.strictObject({
      server: z.string().optional(),
      name: z.string().optional(),
      namespace: z.string().optional(),
    }),
    source: Source.optional(),
    sources: z.array(Source).optional(),
    syncPolicy: z
      .strictObject({
        automated: z
          .strictObject({
            enabled: z.boolean().optional(),
            prune: z.boolean().optional(),
            selfHeal: z.boolean().optional(),
          })
          .optional(),
        syncOptions: z.array(z.string()).optional(),
      })
      .optional(),
    revisionHistoryLimit: z.int().optional(),
  }),
  status: z.strictObject({
    sync: z.strictObject({
      status: z.enum(['Synced', 'OutOfSync', 'Unknown']),
      revision: z.string().optional(),
      revisions: z.array(z.string()).optional(),
    }),
    health: Health,
    conditions: z
      .array(z.strictObject({ type: z.string(), message: z.string(), lastTransitionTime: Time.optional() }))
      .optional(),
    summary: z.strictObject({ images: z.array(z.string()).optional() }),
    reconciledAt: Time.optional(),
    history: z.array(Deployment).optional(),
    operationState: z
      .strictObject({
        phase: z.enum(['Running', 'Terminating', 'Failed', 'Error', 'Succeeded']),
        message: z.string().optional(),
        startedAt: z.iso.datetime(),
        finishedAt: Time.optional(),
        retryCount: z.int().optional(),
        operation: Operation,
        syncResult: z
          .strictObject({
            revision: z.string(),
            revisions: z.array(z.string()).optional(),
            source: Source.optional(),
            resources: z.array(Result).optional(),
          })
          .optional(),
      })
      .optional(),
    resources: z.array(Resource).optional(),
  }),
});
export type FakeApplication = z.infer<typeof Application>;

/** What `fields` leaves of an application: any part of it. */
export const TrimmedList = z.strictObject({
  metadata: z.strictObject({ resourceVersion: z.string() }),
  items: z
    .array(
      z.strictObject({
        metadata: Application.shape.metadata.partial().optional(),
        spec: Application.shape.spec.optional(),
        status: Application.shape.status.partial().optional(),
      }),
    )
    .nullable(),
});

export const CanI = z.strictObject({ value: z.enum(['yes', 'no']) });

export const UserInfo = z.strictObject({
  loggedIn: z.boolean().optional(),
  username: z.string().optional(),
  iss: z.string().optional(),
  groups: z.array(z.string()).optional(),
});

export const Version = z.strictObject({
  Version: z.string(),
  BuildDate: z.string().optional(),
  GitCommit: z.string().optional(),
  GoVersion: z.string().optional(),
  Platform: z.string().optional(),
});

const several = z.union([z.string(), z.array(z.string())]).optional();

/** `refresh` is left out on purpose: the server takes it, and nobody here may send it. `fields` is what the server's own pages send. */
export const ListQuery = z.strictObject({
  name: z.string().optional(),
  projects: several,
  project: several,
  selector: z.string().optional(),
  repo: z.string().optional(),
  appNamespace: z.string().optional(),
  fields: z
    .string()
    .regex(/^items\.[a-zA-Z.]+(?:,items\.[a-zA-Z.]+)*$/u)
    .optional(),
});

export const GetQuery = z.strictObject({ appNamespace: z.string().optional(), project: several, projects: several });
