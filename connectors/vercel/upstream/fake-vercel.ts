/** Vercel's projects and deployments of one team as its reference describes them, with paging by time. */
import { z } from 'zod';
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export const teamId = 'team_1a2b3c4d5e6f7g8h9i0j1k2l';
/** Everything that must never leave: found in the answers below, and in none of ours. */
export const kept = [
  'value-of-a-variable',
  'hook-key',
  'bypass-key',
  'hashed-password',
  'npm run build -- --key=built-in',
];

export interface FakeToken {
  /** A token of a team is refused without it; a personal one reads its own account. */
  readonly scope?: 'team' | 'personal' | 'project' | 'full';
  readonly lacks?: readonly string[];
  /** Part that its owner has in the team; undefined for one who is no member. */
  readonly role?: { readonly role: string; readonly confirmed: boolean } | undefined;
}

const digits = z.string().regex(/^\d+$/u);
const page = {
  teamId: z
    .string()
    .regex(/^team_/u)
    .optional(),
  limit: digits.optional(),
};
const states = ['BUILDING', 'ERROR', 'INITIALIZING', 'QUEUED', 'READY', 'CANCELED'];
const State = z.enum([...states, 'DELETED']);
const bearer = z.looseObject({ authorization: z.string().regex(/^Bearer \S+$/u) });

const Deployment = z.strictObject({
  uid: z.string(),
  name: z.string(),
  projectId: z.string(),
  url: z.string(),
  created: z.number(),
  createdAt: z.number(),
  buildingAt: z.number().optional(),
  ready: z.number().optional(),
  state: State,
  readyState: State,
  readySubstate: z.enum(['STAGED', 'ROLLING', 'PROMOTED']).optional(),
  type: z.literal('LAMBDAS'),
  source: z.enum(['cli', 'git', 'redeploy', 'import']).optional(),
  creator: z.strictObject({ uid: z.string(), username: z.string().optional(), email: z.string().optional() }),
  target: z.enum(['production', 'staging']).nullable().optional(),
  meta: z.record(z.string(), z.string()).optional(),
  aliasError: z.strictObject({ code: z.string(), message: z.string() }).nullable().optional(),
  errorCode: z.string().optional(),
  errorMessage: z.string().nullable().optional(),
  oomReport: z.literal('out-of-memory').optional(),
  checksState: z.enum(['registered', 'running', 'completed']).optional(),
  checksConclusion: z.enum(['succeeded', 'failed', 'skipped', 'canceled']).optional(),
  isRollbackCandidate: z.boolean().nullable().optional(),
  inspectorUrl: z.string().nullable(),
  projectSettings: z.looseObject({}).optional(),
});
const Project = z.looseObject({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  directoryListing: z.boolean(),
  nodeVersion: z.enum(['22.x', '20.x', '18.x']),
  env: z.array(z.looseObject({ key: z.string(), type: z.string(), value: z.string() })).optional(),
});
/** https://vercel.com/docs/rest-api/authentication/get-auth-token-metadata */
const Token = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  createdAt: z.number(),
  activeAt: z.number(),
  scopes: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('user'), createdAt: z.number() }),
      z.strictObject({ type: z.literal('team'), teamId: z.string(), createdAt: z.number() }),
    ]),
  ),
});
const Pagination = z.strictObject({ count: z.int(), next: z.number().nullable(), prev: z.number().nullable() });

const day = 86_400_000;
const at = Date.UTC(2026, 9, 1);
const commit = {
  githubCommitSha: 'fe1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  githubCommitRef: 'main',
  githubCommitMessage: 'Faster',
  githubCommitAuthorName: 'Ada',
  githubCommitOrg: 'acme',
  githubCommitRepo: 'shop',
};
const deployment = (index: number, more: Partial<z.infer<typeof Deployment>> = {}): z.infer<typeof Deployment> => ({
  uid: `dpl_${index}`,
  name: 'shop',
  projectId: 'prj_shop',
  url: `shop-${index}.vercel.app`,
  created: at - index * day,
  createdAt: at - index * day,
  state: 'READY',
  readyState: 'READY',
  type: 'LAMBDAS',
  creator: { uid: 'u1', username: 'ada', email: 'ada@acme.example' },
  inspectorUrl: null,
  projectSettings: { buildCommand: kept[4] },
  ...more,
});
export const deployments = [
  deployment(0, {
    target: 'production',
    source: 'git',
    meta: commit,
    ready: at + 60_000,
    buildingAt: at + 5000,
    readySubstate: 'PROMOTED',
    isRollbackCandidate: true,
    checksState: 'completed',
    checksConclusion: 'succeeded',
  }),
  deployment(1, {
    state: 'ERROR',
    readyState: 'ERROR',
    errorCode: 'BUILD_FAILED',
    errorMessage: 'Command "npm run build" exited with 1',
    oomReport: 'out-of-memory',
    aliasError: { code: 'invalid', message: 'Domain is taken' },
    meta: { gitlabCommitSha: 'aa1b2c3d4e5f6071', gitlabProjectPath: 'acme/other', gitlabCommitRef: 'dev' },
  }),
  deployment(2, { source: 'cli', target: null }),
  deployment(3),
  deployment(4),
];

const whole = {
  id: 'prj_shop',
  name: 'shop',
  accountId: teamId,
  directoryListing: false,
  nodeVersion: '22.x',
  framework: 'nextjs',
  buildCommand: kept[4],
  env: [
    { key: 'PAYMENT_KEY', type: 'encrypted', value: kept[0], target: ['production'] },
    { key: 'PAYMENT_KEY', type: 'plain', value: kept[0], target: ['preview'] },
    { key: 'API', type: 'plain', value: kept[0], target: ['preview'] },
  ],
  link: {
    type: 'github',
    org: 'acme',
    repo: 'shop',
    productionBranch: 'main',
    gitCredentialId: 'c',
    deployHooks: [{ id: 'h', name: 'n', ref: 'main', url: `https://api.vercel.com/v1/integrations/deploy/${kept[1]}` }],
  },
  protectionBypass: { [kept[2] ?? '']: { scope: 'automation-bypass', createdAt: at, createdBy: 'ada' } },
  passwordProtection: { deploymentType: 'preview', password: kept[3] },
  crons: {
    enabledAt: at,
    disabledAt: null,
    updatedAt: at,
    deploymentId: 'dpl_0',
    definitions: [{ host: 'shop', path: '/api/nightly', schedule: '0 3 * * *' }],
  },
  customEnvironments: [
    {
      id: 'e1',
      slug: 'qa',
      type: 'preview',
      createdAt: at,
      updatedAt: at,
      domains: [{ name: 'qa.acme.example', apexName: 'acme.example', projectId: 'prj_shop', verified: true }],
    },
  ],
  latestDeployments: [
    {
      id: 'dpl_0',
      url: 'shop-0.vercel.app',
      createdAt: at,
      readyAt: at + 60_000,
      readyState: 'READY',
      readySubstate: 'PROMOTED',
      target: 'production',
      name: 'shop',
      createdIn: 'iad1',
      deploymentHostname: 'shop-0',
      plan: 'pro',
      private: false,
      type: 'LAMBDAS',
      userId: 'u1',
      creator: {},
    },
  ],
  lastRollbackTarget: { fromDeploymentId: 'dpl_1', toDeploymentId: 'dpl_0', jobStatus: 'succeeded', requestedAt: at },
  createdAt: at - 90 * day,
  updatedAt: at,
};
const bare = (name: string, updatedAt: number) => ({
  id: `prj_${name}`,
  name,
  accountId: teamId,
  directoryListing: true,
  nodeVersion: '20.x',
  updatedAt,
});
const projects = [whole, bare('docs', at - day), bare('blog', at - 2 * day)];

const viewer = { role: 'VIEWER', confirmed: true };
const scopeOf = (scope: FakeToken['scope']): object =>
  scope === 'team' ? { type: 'team', teamId, createdAt: at } : { type: 'user', createdAt: at };

export function refuse(status: number, code: string, message: string, more: object = {}): Reply {
  return { status, body: JSON.stringify({ error: { code, message, ...more } }) };
}

/** `list` of the projects is served by the older path alone, or by the newer one alone. */
export function fakeVercel(token: FakeToken = {}, list: 'v9' | 'v10' = 'v9'): (call: FakeCall) => Reply | undefined {
  const { scope = 'team', lacks = [] } = token;
  const role = 'role' in token ? token.role : viewer;
  const forbidden = (): Reply => refuse(403, 'forbidden', 'You don’t have permission to list the deployment.');
  const guarded =
    (reply: (call: FakeCall & { parts: Readonly<Record<string, string>> }) => Reply) =>
    (call: FakeCall & { parts: Readonly<Record<string, string>> }): Reply =>
      (scope === 'team' && call.query.get('teamId') !== teamId) || lacks.includes(call.path) || role === undefined
        ? forbidden()
        : reply(call);
  const listProjects = (version: 'v9' | 'v10') => ({
    call: `GET /${version}/projects` as const,
    headers: bearer,
    query: z.strictObject({ ...page, search: z.string().optional(), from: z.string().optional() }),
    answers: z.strictObject({ projects: z.array(Project), pagination: Pagination }),
    reply: guarded(({ query }) => {
      if (version !== list) return refuse(404, 'not_found', 'The requested resource could not be found.');
      const from = Number(query.get('from') ?? Infinity);
      const mine = scope === 'personal' && query.get('teamId') === null ? [] : projects;
      const matching = mine.filter(
        ({ name, updatedAt }) => updatedAt < from && name.includes(query.get('search') ?? ''),
      );
      const result = matching.slice(0, Number(query.get('limit') ?? 20));
      const next = matching.length > result.length ? (result.at(-1)?.updatedAt ?? null) : null;
      return answerJson({ projects: result, pagination: { count: result.length, next, prev: null } });
    }),
  });
  return describeUpstream([
    {
      call: 'GET /v2/user',
      headers: bearer,
      query: z.strictObject({ teamId: z.string().optional() }),
      answers: z.strictObject({ user: z.looseObject({ id: z.string(), username: z.string() }) }),
      reply: () =>
        scope === 'project'
          ? refuse(403, 'forbidden', 'Not authorized')
          : answerJson({ user: { id: 'u1', email: 'ada@acme.example', name: 'Ada', username: 'ada', limited: true } }),
    },
    {
      call: 'GET /v5/user/tokens/current',
      headers: bearer,
      query: z.strictObject({}),
      answers: z.strictObject({ token: Token }),
      reply: () =>
        scope === 'project'
          ? refuse(403, 'forbidden', 'Not authorized')
          : answerJson({
              token: { id: 't1', name: 'farol', type: 'token', createdAt: at, activeAt: at, scopes: [scopeOf(scope)] },
            }),
    },
    {
      call: 'GET /v2/teams/{teamId}',
      headers: bearer,
      query: z.strictObject({}),
      answers: z.looseObject({
        id: z.string(),
        membership: z.strictObject({ role: z.string(), confirmed: z.boolean() }),
      }),
      reply: ({ parts }) =>
        parts['teamId'] !== teamId || role === undefined
          ? refuse(403, 'forbidden', 'Not authorized')
          : answerJson({ id: teamId, slug: 'acme', name: 'Acme', membership: role }),
    },
    {
      call: 'GET /v6/deployments',
      headers: bearer,
      query: z.strictObject({
        ...page,
        projectId: z.string().optional(),
        state: z
          .string()
          .refine((text) => text.split(',').every((one) => states.includes(one)))
          .optional(),
        target: z.string().optional(),
        branch: z.string().optional(),
        sha: z.string().optional(),
        since: digits.optional(),
        until: digits.optional(),
      }),
      answers: z.strictObject({ deployments: z.array(Deployment), pagination: Pagination }),
      reply: guarded(({ query }) => {
        const [since, until] = [Number(query.get('since') ?? 0), Number(query.get('until') ?? Infinity)];
        const wanted = query.get('state')?.split(',') ?? states;
        const matching = deployments.filter(
          ({ created, state, projectId }) =>
            created >= since &&
            created < until &&
            wanted.includes(state) &&
            [projectId, 'shop'].includes(query.get('projectId') ?? projectId),
        );
        const result = matching.slice(0, Number(query.get('limit') ?? 20));
        const next = matching.length > result.length ? (result.at(-1)?.created ?? null) : null;
        return answerJson({ deployments: result, pagination: { count: result.length, next, prev: null } });
      }),
    },
    listProjects('v9'),
    listProjects('v10'),
    {
      call: 'GET /v9/projects/{idOrName}',
      headers: bearer,
      query: z.strictObject({ teamId: z.string().optional() }),
      answers: Project,
      reply: guarded(({ parts }) => {
        const found = projects.find(({ id, name }) => [id, name].includes(parts['idOrName'] ?? ''));
        return found === undefined ? refuse(404, 'not_found', 'Project not found.') : answerJson(found);
      }),
    },
  ]);
}
