/**
 * Answers of the interface, as far as they are used: https://vercel.com/docs/rest-api/reference. What holds secrets
 * (values of variables, deploy hooks, bypass keys) is not read at all. Times are milliseconds since 1970.
 */
import { z } from 'zod';
import { EpochMs } from '../../src/connector/instants.ts';
import { rowsOf } from '../../src/core/rows.ts';

const text = z.string().nullish();
const ms = EpochMs.nullish();

/** What a deployment carries of the commit it was built from: names begin with the kind of host. */
const Meta = z.record(z.string(), z.unknown()).nullish();

export const Deployment = z.looseObject({
  uid: z.string(),
  name: z.string(),
  projectId: z.string(),
  url: text,
  created: EpochMs,
  state: text,
  readyState: text,
  readySubstate: text,
  target: text,
  source: text,
  creator: z.looseObject({ username: text, githubLogin: text, gitlabLogin: text }).nullish(),
  buildingAt: ms,
  ready: ms,
  deleted: ms,
  meta: Meta,
  errorCode: text,
  errorMessage: text,
  oomReport: text,
  aliasError: z.looseObject({ code: text, message: text }).nullish(),
  checksState: text,
  checksConclusion: text,
  isRollbackCandidate: z.boolean().nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

export const DeploymentsAnswer = z.looseObject({
  deployments: rowsOf(Deployment),
  pagination: z.looseObject({ next: z.int().nullish() }),
});

const LatestDeployment = z.looseObject({
  id: z.string(),
  url: text,
  createdAt: EpochMs,
  readyAt: ms,
  readyState: text,
  readySubstate: text,
  target: text,
});
export type LatestDeployment = z.infer<typeof LatestDeployment>;

export const Project = z.looseObject({
  id: z.string(),
  name: z.string(),
  framework: text,
  nodeVersion: text,
  rootDirectory: text,
  paused: z.boolean().nullish(),
  link: z
    .looseObject({
      type: text,
      org: text,
      repo: text,
      /** GitLab. */
      projectNameWithNamespace: text,
      /** Bitbucket. */
      owner: text,
      slug: text,
      productionBranch: text,
    })
    .nullish(),
  env: rowsOf(z.looseObject({ key: z.string() })).nullish(),
  latestDeployments: rowsOf(LatestDeployment).nullish(),
  crons: z
    .looseObject({
      disabledAt: ms,
      definitions: rowsOf(z.looseObject({ path: z.string(), schedule: z.string() })),
    })
    .nullish(),
  customEnvironments: rowsOf(
    z.looseObject({
      slug: z.string(),
      type: z.string(),
      domains: rowsOf(z.looseObject({ name: z.string() })).nullish(),
    }),
  ).nullish(),
  lastRollbackTarget: z.looseObject({ fromDeploymentId: text, toDeploymentId: text, jobStatus: text }).nullish(),
  passwordProtection: z.unknown().optional(),
  createdAt: ms,
  updatedAt: ms,
});
export type Project = z.infer<typeof Project>;

/** The place of the next page is a time, or a token of the newer version. */
export const ProjectsAnswer = z.looseObject({
  projects: rowsOf(Project),
  pagination: z.looseObject({ next: z.union([z.number(), z.string()]).nullish() }),
});

export const UserAnswer = z.looseObject({ user: z.looseObject({ username: text, limited: z.boolean().nullish() }) });

export const TokenAnswer = z.looseObject({
  token: z.looseObject({ scopes: rowsOf(z.looseObject({ type: z.string(), teamId: text })).nullish() }),
});

export const TeamAnswer = z.looseObject({
  membership: z.looseObject({ role: text, confirmed: z.boolean().nullish() }).nullish(),
});
