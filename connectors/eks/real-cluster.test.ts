/**
 * @module-tag deep
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { accessEntryCommand } from './probes.ts';
import { clusterRules } from '../kubernetes/cluster/cluster-role.ts';
import { manifest } from './manifest.ts';
import { signToken } from './token.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { awsVariables } from '../aws/upstream/context.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { makeAuthority } from './upstream/authority.ts';
import { answerAsBoth } from './upstream/aws-layer.ts';
import { answerAsCluster, type ClusterSettings } from './upstream/fake-cluster.ts';
import { canary } from './upstream/objects.ts';
import { FakeUpstream } from '../../test/contract/fake-upstream.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import type { ClusterRequest } from './upstream/cluster/cluster-client.ts';
import { identities, type Role } from './upstream/cluster/identities.ts';
import { RealCluster } from './upstream/cluster/real-cluster.ts';

let cluster: RealCluster;
let fake: FakeUpstream;

beforeAll(async () => {
  fake = await FakeUpstream.start((call) => answerAsBoth(call) ?? { status: 501, body: 'not known' });
  cluster = await RealCluster.start();
});
afterEach(() => cluster.closeAgents());
afterAll(async () => {
  await cluster.stop();
  await fake.close();
});

const one = { namespace: 'shop', name: 'web' };
const questions: readonly (readonly [OperationName, object])[] = [
  ['k8s.listPods', { namespace: 'shop' }],
  ['k8s.listPods', { labelSelector: 'app=web' }],
  ['k8s.getPod', { cluster: 'shop', namespace: 'shop', name: 'web-1' }],
  ['k8s.listServices', { namespace: 'shop' }],
  ['k8s.getService', one],
  ['k8s.listEndpoints', { namespace: 'shop' }],
  ['k8s.getEndpoints', one],
  ['k8s.getDeployment', one],
  ['k8s.listIngresses', {}],
  ['k8s.getIngress', one],
];

describe('a cluster answers', () => {
  test('every operation there is', () => {
    expect(new Set(questions.map(([name]) => name))).toEqual(new Set(Object.keys(manifest.operations)));
  });

  test.each(questions)('%s %j as the fake of the contract suite does [C-EKS-1]', async (operation, args) => {
    const env = { ...awsVariables, AWS_URL: fake.url, EKS_CLUSTER: 'shop' };
    const load = async () => (await import('./connector.ts')).connector;
    const before = new AgentUnderTest({ registry: [{ manifest, load }], env });
    const agent = cluster.agentOf('farol');
    const [played, real] = [await before.ask(operation, args), await agent.ask(operation, args)];
    before.close();
    expect(withoutChance(resultIn(real))).toEqual(withoutChance(resultIn(played)));
    expect(agent.written.join('\n')).not.toContain(canary);
  });

  test('page by page, with a place in the list that it keeps itself', async () => {
    const agent = cluster.agentOf('farol');
    const names: string[] = [];
    let cursor: string | undefined;
    for (const wanted of [true, true, true, false]) {
      const result = resultIn(await agent.ask('k8s.listPods', { namespace: 'shop', limit: 1, cursor }));
      expect(result.truncated).toBe(wanted);
      names.push(...(result.data as { pods: { name: string }[] }).pods.map(({ name }) => name));
      cursor = result.nextCursor;
    }
    expect(names).toEqual(['job-444', 'web-1', 'web-2', 'web-33']);
    expect(cursor).toBeUndefined();
  });

  test('that it no longer keeps a place, once its store has forgotten it', async () => {
    const agent = cluster.agentOf('farol');
    const args = { namespace: 'shop', limit: 1 };
    const { nextCursor } = resultIn(await agent.ask('k8s.listPods', args));
    await cluster.plane.forgetHistory();
    const fault = faultIn(await agent.ask('k8s.listPods', { ...args, cursor: nextCursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(fault.remedy).toContain('Leave the cursor out to start again');
    expect((await agent.ask('k8s.listPods', args)).ok).toBe(true);
  });

  test.each([
    ['app in (web,job),tier!=cache', 4],
    ['app=web,!absent', 3],
    ['app notin (web)', 1],
    ['app=nothing', 0],
  ])('the labels %s with %i pods', async (labelSelector, count) => {
    const result = resultIn(await cluster.agentOf('farol').ask('k8s.listPods', { namespace: 'shop', labelSelector }));
    expect((result.data as { pods: object[] }).pods).toHaveLength(count);
  });

  test('a selector that it cannot read with its own words', async () => {
    const fault = faultIn(await cluster.agentOf('farol').ask('k8s.listPods', { labelSelector: '=' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'args' } });
    expect(fault.remedy).toMatch(/Correct the request: found '=', expected: /u);
  });

  test.each(['empty', 'not-there'])('the namespace %s with nothing, which was allowed', async (namespace) => {
    for (const operation of ['k8s.listPods', 'k8s.listServices', 'k8s.listEndpoints', 'k8s.listIngresses']) {
      const result = resultIn(await cluster.agentOf('farol').ask(operation, { namespace }));
      expect(result).toMatchObject({ complete: true, truncated: false });
      expect(result.because).toMatch(new RegExp(`was allowed.*namespace ${namespace} of shop has no `, 'u'));
    }
  });

  test.each([
    ['k8s.getPod', 'pods "absent"'],
    ['k8s.getService', 'services "absent"'],
    ['k8s.getEndpoints', 'endpoints "absent"'],
    ['k8s.getDeployment', 'deployments.apps "absent"'],
    ['k8s.getIngress', 'ingresses.networking.k8s.io "absent"'],
  ])('%s that it has no such object', async (operation, what) => {
    const fault = faultIn(await cluster.agentOf('farol').ask(operation, { namespace: 'shop', name: 'absent' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what } });
  });
});

describe('a refusal is the one of the fake, word for word:', () => {
  const selector = encodeURIComponent('=');
  const cases: readonly (readonly [Role, settings: ClusterSettings, path: string, status: number])[] = [
    ['stranger', { isMapped: false }, '/api/v1/pods?limit=1', 401],
    ['unbound', { granted: [] }, '/api/v1/pods?limit=1', 403],
    ['unbound', { granted: [] }, '/apis/networking.k8s.io/v1/namespaces/shop/ingresses?limit=1', 403],
    ['unbound', { granted: [] }, '/api/v1/namespaces/shop/pods/web-1', 403],
    ['unbound', { granted: [] }, '/apis/apps/v1/namespaces/shop/deployments/web', 403],
    ['farol', {}, '/api/v1/namespaces/shop/endpoints/absent', 404],
    ['farol', {}, '/apis/networking.k8s.io/v1/namespaces/shop/ingresses/absent', 404],
    ['farol', {}, `/api/v1/pods?limit=1&labelSelector=${selector}`, 400],
    ['farol', {}, '/api/v1/pods?limit=1&continue=nonsense', 400],
  ];

  test.each(cases)('%s with %j asks %s: %i [C-ERR-2]', async (role, settings, path, status) => {
    const token = signToken(identities[role], { cluster: 'shop', region: 'eu-west-1', nowMs: Date.now() });
    const real = await cluster.plane.client.send({ path, token });
    expect(real.status).toBe(status);
    expect(nameless(real.body)).toEqual(nameless(play(path, token, settings)));
  });

  test('410 for a place that is no longer kept', async () => {
    const token = signToken(identities.farol, { cluster: 'shop', region: 'eu-west-1', nowMs: Date.now() });
    const path = '/api/v1/namespaces/shop/pods?limit=1';
    const page = JSON.parse((await cluster.plane.client.send({ path, token })).body) as {
      metadata: { continue: string };
    };
    await cluster.plane.forgetHistory();
    const real = await cluster.plane.client.send({ path: `${path}&continue=${page.metadata.continue}`, token });
    expect(real.status).toBe(410);
    const played = play(`${path}&continue=at-1`, token, { isCompacted: true });
    expect(nameless(real.body)).toEqual(nameless(played));
  });

  function play(path: string, token: string, settings: ClusterSettings): string {
    const { pathname, searchParams } = new URL(path, fake.url);
    const headers = { authorization: `Bearer ${token}` };
    const call = { method: 'GET', path: pathname, query: searchParams, form: new URLSearchParams(), body: '', headers };
    const reply = answerAsCluster(call, settings);
    return typeof reply === 'object' ? reply.body : '';
  }

  /** Without who asks, and without the place that is offered. */
  function nameless(body: string): unknown {
    return JSON.parse(
      body
        .replaceAll(/assumed-role\/\w+\//gu, 'assumed-role/(role)/')
        .replaceAll(/"continue":"[^"]+"/gu, '"continue":""'),
    );
  }
});

describe('the two layers', () => {
  test('both hold for the identity with entry and binding [C-EKS-4]', async () => {
    const checks = await cluster.agentOf('farol').check();
    expect(checks.map(({ check, status }) => [check, status])).toEqual([
      ['cluster_found', 'ok'],
      ['cluster_rights', 'ok'],
    ]);
  });

  test('an identity without an entry is not known: 401, the entry to make, and never the policy [C-EKS-2] [C-ERR-2]', async () => {
    const agent = cluster.agentOf('stranger');
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'access entry', layer: 'cluster authentication' },
    });
    const rights = await rightsOf(agent);
    expect(rights).toMatchObject({ status: 'failed', layer: 'cluster authentication', evidence: { status: 401 } });
    const principal = 'arn:aws:iam::123456789012:role/stranger';
    expect(rights?.remedy).toContain(accessEntryCommand({ name: 'shop', region: 'eu-west-1' }, principal));
    expect(rights?.remedy).toContain('IAM is not the cause');
  });

  test('an entry whose group nothing binds: 403, and the binding to make [C-EKS-2] [C-ERR-2]', async () => {
    const agent = cluster.agentOf('unbound');
    const fault = faultIn(await agent.ask('k8s.listIngresses', { namespace: 'shop' }));
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'list ingresses.networking.k8s.io', layer: 'cluster role binding' },
    });
    expect(fault.remedy).toMatch(/ClusterRoleBinding.*farol-read.*IAM is not the cause/u);
    expect(await rightsOf(agent)).toMatchObject({
      status: 'failed',
      layer: 'cluster role binding',
      missing: ['farol-read'],
      remedy: expect.stringContaining('role/unbound'),
    });
  });

  test('a narrower role degrades what it leaves out', async () => {
    const agent = cluster.agentOf('narrow');
    expect((await agent.ask('k8s.getPod', { namespace: 'shop', name: 'web-1' })).ok).toBe(true);
    expect((await agent.ask('k8s.getDeployment', one)).ok).toBe(false);
    const rights = await rightsOf(agent);
    expect(rights).toMatchObject({ status: 'degraded', held: ['get pods', 'list pods'], excess: [] });
    const ofPods = operationsWith(manifest, 'get pods', 'list pods');
    expect(rights?.affects).toEqual(
      Object.keys(manifest.operations).filter((name) => !ofPods.includes(name as OperationName)),
    );
  });

  test('a wider role is named with all that is too much', async () => {
    expect(await rightsOf(cluster.agentOf('wide'))).toMatchObject({
      status: 'pending_configuration',
      missing: [],
      excess: ['list secrets', 'create pods/exec', '* *.*'],
    });
  });

  test('another authority than the one that AWS returns is not trusted, and the token stays here', async () => {
    const told = cluster.toldCa;
    cluster.toldCa = (await makeAuthority()).pem;
    const { length } = await cluster.plane.audited('farol');
    const fault = faultIn(await cluster.agentOf('farol').ask('k8s.listPods', {}));
    cluster.toldCa = told;
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toMatch(/not issued by the authority that AWS returns/u);
    expect(await cluster.plane.audited('farol')).toHaveLength(length);
  });
});

describe('the token', () => {
  const { farol } = identities;
  const about = { cluster: 'shop', region: 'eu-west-1' };
  const path = '/api/v1/namespaces/shop/pods/web-1';
  const statusWith = async (token: string): Promise<number> =>
    (await cluster.plane.client.send({ path, token })).status;

  test('opens the cluster it was made for', async () => {
    expect(await statusWith(signToken(farol, { ...about, nowMs: Date.now() }))).toBe(200);
  });

  test('opens no other cluster: its name is signed', async () => {
    expect(await statusWith(signToken(farol, { ...about, cluster: 'other', nowMs: Date.now() }))).toBe(401);
  });

  test.each([
    ['14 minutes', 14, 200],
    ['16 minutes', 16, 401],
  ])('of %s ago is answered %i', async (_when, minutes, status) => {
    expect(await statusWith(signToken(farol, { ...about, nowMs: Date.now() - minutes * 60_000 }))).toBe(status);
  });

  test('that another secret key signed opens nothing', async () => {
    const forged = { ...farol, secretAccessKey: identities.stranger.secretAccessKey };
    expect(await statusWith(signToken(forged, { ...about, nowMs: Date.now() }))).toBe(401);
  });

  test('with a session, as a role has it, is taken', async () => {
    const credential = { ...farol, sessionToken: 'IQoJb3JpZ2luX2VjE+/AB==' };
    expect(await statusWith(signToken(credential, { ...about, nowMs: Date.now() }))).toBe(200);
  });
});

describe('the cluster role', () => {
  const tokenOf = (role: Role): string =>
    signToken(identities[role], { cluster: 'shop', region: 'eu-west-1', nowMs: Date.now() });

  test('grants its rules, and with them nothing but what every identity may ask about itself [C-EKS-3]', async () => {
    const rulesOf = async (role: Role): Promise<unknown[]> => {
      const answer = await cluster.plane.client.send({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
        body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace: 'shop' } },
        token: tokenOf(role),
      });
      return (JSON.parse(answer.body) as { status: { resourceRules: unknown[] } }).status.resourceRules;
    };
    const everybody = await rulesOf('unbound');
    const ours = (await rulesOf('farol')).filter((rule) => !everybody.some((other) => isSame(rule, other)));
    const order = (rule: unknown): string => JSON.stringify(rule, ['apiGroups', 'resources', 'verbs']);
    expect(ours.map(order).toSorted()).toEqual(clusterRules.map(order).toSorted());
  });

  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'made' } };
  const kinds = [
    '/api/v1/namespaces/shop/pods',
    '/api/v1/namespaces/shop/services',
    '/api/v1/namespaces/shop/endpoints',
    '/apis/apps/v1/namespaces/shop/deployments',
    '/apis/networking.k8s.io/v1/namespaces/shop/ingresses',
  ];
  const changes: Omit<ClusterRequest, 'token'>[] = kinds.flatMap((path) => [
    { method: 'POST', path, body },
    { method: 'PUT', path: `${path}/web`, body },
    { method: 'PATCH', path: `${path}/web`, body: { metadata: { labels: { app: 'other' } } } },
    { method: 'DELETE', path: `${path}/web` },
    { method: 'DELETE', path },
    { path: `${path}?watch=true` },
  ]);
  const beyond = [
    '/api/v1/secrets',
    '/api/v1/namespaces/shop/secrets/web-keys',
    '/api/v1/configmaps',
    '/api/v1/namespaces',
    '/api/v1/nodes',
    '/api/v1/events',
    '/api/v1/namespaces/shop/pods/web-1/log',
    '/api/v1/namespaces/shop/pods/web-1/exec?command=id',
    '/api/v1/namespaces/shop/pods/web-1/proxy/',
    '/apis/apps/v1/deployments',
    '/apis/apps/v1/replicasets',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ].map((path) => ({ path }));

  const refused: readonly Omit<ClusterRequest, 'token'>[] = [...changes, ...beyond];
  test.each(refused.map((request) => [request.method ?? 'GET', request.path, request] as const))(
    'refuses %s %s [C-EKS-3]',
    async (_method, _path, request) => {
      const answer = await cluster.plane.client.send({ ...request, token: tokenOf('farol') });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toMatchObject({ kind: 'Status', reason: 'Forbidden' });
    },
  );
});

test('what the cluster recorded of the Agent are reads and questions about itself, and nothing else', async () => {
  const agent = cluster.agentOf('farol');
  const { length } = await cluster.plane.audited('farol');
  for (const [operation, args] of questions) await agent.ask(operation, args);
  await agent.check();
  const seen = (await cluster.plane.audited('farol')).slice(length);
  expect(seen).toHaveLength(questions.length + 12);
  for (const { user } of seen) {
    expect(user.username).toBe('arn:aws:sts::123456789012:assumed-role/farol/agent');
    expect(user.groups).toEqual(['farol-read', 'system:authenticated']);
  }
  const reviews = seen.filter(({ verb }) => verb === 'create').map(({ requestURI }) => requestURI);
  expect(new Set(reviews)).toEqual(new Set(['/apis/authorization.k8s.io/v1/selfsubjectaccessreviews']));
  expect(new Set(seen.map(({ verb }) => verb))).toEqual(new Set(['get', 'list', 'create']));
  expect(cluster.network.refused).toEqual([]);
});

async function rightsOf(agent: AgentUnderTest): Promise<HealthCheck | undefined> {
  return (await agent.check()).find(({ check }) => check === 'cluster_rights');
}

/** Without what no two clusters have in common. */
function withoutChance(result: unknown): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) => (['uid', 'createdAt', 'nextCursor'].includes(key) ? key : value)),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
