/** Answers of the API server, as far as they are used: its own description is at /swagger-ui of every server. */
import { z } from 'zod';
import { omitsEmpty } from '../../src/connector/omits-empty.ts';
import { rowsOf } from '../../src/core/rows.ts';

/** Go writes an empty list as null, and a time that is not there too. */
const listOf = <S extends z.ZodType>(one: S) => rowsOf(one).nullish();
const Text = z.string().nullish();

/** What a chart or a plugin is given is read for one purpose only: not to repeat it in a message. */
export const Source = z.looseObject({
  repoURL: Text,
  path: Text,
  chart: Text,
  targetRevision: Text,
  name: Text,
  helm: z
    .looseObject({
      parameters: listOf(z.looseObject({ name: Text, value: Text })),
      values: Text,
      valuesObject: z.unknown().optional(),
    })
    .nullish(),
  plugin: z
    .looseObject({ env: listOf(z.looseObject({ name: Text, value: Text })), parameters: z.unknown().optional() })
    .nullish(),
});
export type Source = z.infer<typeof Source>;

const Health = z.looseObject({ status: Text, message: Text, lastTransitionTime: Text });
const Initiator = z.looseObject({ automated: z.boolean().nullish(), username: Text });
export type Initiator = z.infer<typeof Initiator>;

export const ResourceStatus = z.looseObject({
  group: Text,
  version: Text,
  kind: Text,
  namespace: Text,
  name: Text,
  status: Text,
  health: Health.nullish(),
  requiresPruning: z.boolean().nullish(),
});
export type ResourceStatus = z.infer<typeof ResourceStatus>;

const ResourceResult = z.looseObject({
  group: Text,
  kind: Text,
  namespace: Text,
  name: Text,
  status: Text,
  message: Text,
  hookType: Text,
  hookPhase: Text,
  syncPhase: Text,
});

export const OperationState = z.looseObject({
  phase: Text,
  message: Text,
  startedAt: Text,
  finishedAt: Text,
  retryCount: z.int().nullish(),
  operation: z.looseObject({ initiatedBy: Initiator.nullish() }).nullish(),
  syncResult: z
    .looseObject({ revision: Text, revisions: listOf(z.string()), resources: listOf(ResourceResult) })
    .nullish(),
});
export type OperationState = z.infer<typeof OperationState>;

export const Deployment = z.looseObject({
  id: z.int().nullish(),
  revision: Text,
  revisions: listOf(z.string()),
  source: Source.nullish(),
  sources: listOf(Source),
  deployStartedAt: Text,
  deployedAt: z.string(),
  initiatedBy: Initiator.nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

export const Application = omitsEmpty(
  z.looseObject({
    metadata: z.looseObject({
      name: z.string(),
      namespace: Text,
      creationTimestamp: Text,
      labels: z.record(z.string(), z.string()).nullish(),
    }),
    spec: z.looseObject({
      project: Text,
      destination: z.looseObject({ name: Text, server: Text, namespace: Text }).nullish(),
      source: Source.nullish(),
      sources: listOf(Source),
      syncPolicy: z
        .looseObject({
          automated: z
            .looseObject({
              enabled: z.boolean().nullish(),
              prune: z.boolean().nullish(),
              selfHeal: z.boolean().nullish(),
            })
            .nullish(),
        })
        .nullish(),
      revisionHistoryLimit: z.int().nullish(),
    }),
    status: omitsEmpty(
      z.looseObject({
        sync: z.looseObject({ status: Text, revision: Text, revisions: listOf(z.string()) }).nullish(),
        health: Health.nullish(),
        conditions: listOf(z.looseObject({ type: z.string(), message: Text, lastTransitionTime: Text })),
        summary: z.looseObject({ images: listOf(z.string()) }).nullish(),
        reconciledAt: Text,
        history: listOf(Deployment),
        operationState: OperationState.nullish(),
        resources: listOf(ResourceStatus),
      }),
      ['history', 'resources'],
      ['sourceHydrator', 'sourceTypes'],
    ).nullish(),
  }),
  ['status'],
  ['operation'],
);
export type Application = z.infer<typeof Application>;

/** Null instead of an empty list. */
export const ApplicationsAnswer = z.looseObject({
  metadata: z
    .looseObject({ continue: z.string().nullish(), remainingItemCount: z.coerce.number().nullish() })
    .nullish(),
  items: rowsOf(Application).nullable(),
});

/** Names alone, for the check. */
export const NamesAnswer = z.looseObject({
  items: rowsOf(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })).nullable(),
});

export const CanIAnswer = z.looseObject({ value: z.enum(['yes', 'no']) });

/** 200 for any token: `loggedIn` says whether it was taken. */
export const UserInfo = z.looseObject({
  loggedIn: z.boolean().nullish(),
  username: Text,
  iss: Text,
});

export const VersionAnswer = z.looseObject({ Version: z.string() });

/** Of a token, which is a JWT; read and not verified, because only its own server can. */
export const TokenClaims = z.looseObject({ sub: z.string().optional(), exp: z.number().optional() });
