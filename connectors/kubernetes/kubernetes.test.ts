import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import type { FakeCall, Reply, Upstream } from '../../test/contract/fake-upstream.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { makeAuthority } from '../eks/upstream/authority.ts';
import { answerAsCluster, type ClusterSettings, roleGrants } from '../eks/upstream/fake-cluster.ts';
import { manifest } from './manifest.ts';
import { authority, startTlsCluster } from './upstream/tls-cluster.ts';
import { base64, writeKubeconfig } from './upstream/write-kubeconfig.ts';

const registered = { manifest, load: async () => (await import('./connector.ts')).connector };
const dayMs = 86_400_000;
const ca = { 'certificate-authority-data': base64(authority.pem) };
const jwt = (claims: object): string =>
  ['{"alg":"RS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const account = 'system:serviceaccount:farol:farol-read';
const token = jwt({ sub: account });

let upstream: Upstream;
let folder: string;
const agents: AgentUnderTest[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-kubeconfig-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const agent of agents.splice(0)) agent.close();
  await upstream.close();
  await rm(folder, { recursive: true });
});

type Settings = ClusterSettings & { readonly before?: (call: FakeCall) => Reply | undefined };

async function start(settings: Settings = {}, tls: Parameters<typeof startTlsCluster>[0] = {}): Promise<void> {
  upstream = await startTlsCluster(tls);
  answerWith(settings);
}

function answerWith({ before, ...settings }: Settings): void {
  const accepts = (header: string | undefined): boolean => header === `Bearer ${token}`;
  upstream.answerWith(
    (call) => before?.(call) ?? answerAsCluster(call, { accepts, ...settings }) ?? { status: 501, body: '' },
  );
}

function agentOf(env: Readonly<Record<string, string>>): AgentUnderTest {
  const agent = new AgentUnderTest({ registry: [registered], env });
  agents.push(agent);
  return agent;
}

const withKubeconfig = (user: object = { token }, cluster: object = ca): AgentUnderTest =>
  agentOf({
    KUBERNETES_KUBECONFIG: writeKubeconfig({ server: upstream.url, cluster: { ...cluster }, user: { ...user } }),
  });

const askPods = (agent: AgentUnderTest) => agent.ask('k8s.listPods', { namespace: 'shop' });
const refusalOf = async (agent: AgentUnderTest) => faultIn(await askPods(agent));
const checksOf = async (agent: AgentUnderTest): Promise<Map<string, HealthCheck>> =>
  new Map((await agent.check()).map((one) => [one.check, one]));

describe('a kubeconfig', () => {
  test('names the cluster in the answer, and its own name may be asked for', async () => {
    await start();
    const agent = withKubeconfig();
    expect(resultIn(await agent.ask('k8s.listPods', { cluster: 'shop' })).data).toMatchObject({ cluster: 'shop' });
    const fault = faultIn(await agent.ask('k8s.listPods', { cluster: 'other' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cluster' } });
    expect(fault.remedy).toContain('KUBERNETES_CLUSTER');
  });

  test('in a file names others relative to it, and a rotated token is used at once', async () => {
    let accepted = token;
    await start({ accepts: (header) => header === `Bearer ${accepted}` });
    await writeFile(path.join(folder, 'ca.crt'), authority.pem);
    await writeFile(path.join(folder, 'token'), `${token}\n`);
    const file = path.join(folder, 'config');
    const cluster = { 'certificate-authority': 'ca.crt' };
    await writeFile(file, writeKubeconfig({ server: upstream.url, cluster, user: { tokenFile: './token' } }));
    const agent = agentOf({ KUBERNETES_KUBECONFIG_FILE: file });
    expect((await askPods(agent)).ok).toBe(true);
    accepted = jwt({ sub: account, jti: 'next' });
    await writeFile(path.join(folder, 'token'), accepted);
    expect((await askPods(agent)).ok).toBe(true);
    expect(agent.written.join('\n')).not.toContain(accepted);
  });

  test('that is not in a file has no relative paths, and a file that is not there is named by its variable', async () => {
    await start();
    expect((await refusalOf(withKubeconfig({ tokenFile: 'token' }))).remedy).toContain(
      'a relative path in user.tokenFile',
    );
    const absent = await refusalOf(withKubeconfig({ tokenFile: path.join(folder, 'absent') }));
    expect(absent).toMatchObject({ code: 'credential_rejected', data: { reason: 'missing' } });
    expect(absent.remedy).toContain('KUBERNETES_KUBECONFIG');
  });

  test('of a cluster whose name no question can give asks for another', async () => {
    await start();
    const named = writeKubeconfig({ server: upstream.url, cluster: ca, user: { token } }).replaceAll(
      '"shop"',
      '"arn:x/y"',
    );
    const fault = await refusalOf(agentOf({ KUBERNETES_KUBECONFIG: named }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'KUBERNETES_CLUSTER' } });
    expect((await askPods(agentOf({ KUBERNETES_KUBECONFIG: named, KUBERNETES_CLUSTER: 'y' }))).ok).toBe(true);
  });

  test('beside another way is refused, because one would win in silence', async () => {
    await start();
    const kubeconfig = writeKubeconfig({ server: upstream.url, cluster: ca, user: { token } });
    const fault = await refusalOf(agentOf({ KUBERNETES_KUBECONFIG: kubeconfig, KUBERNETES_IN_CLUSTER: 'true' }));
    expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'KUBERNETES_IN_CLUSTER' } });
    expect(upstream.calls).toEqual([]);
  });
});

describe('a client certificate', () => {
  const userOf = async (endsMs?: number) => {
    const { cert, key } = await authority.issueClient({ user: 'farol', ...(endsMs !== undefined && { endsMs }) });
    return { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
  };

  test('is shown to the cluster, whose answer needs no token', async () => {
    await start({ accepts: (header) => header === undefined }, { requiresClient: true });
    const agent = withKubeconfig(await userOf());
    expect((await askPods(agent)).ok).toBe(true);
    expect((await checksOf(agent)).get('server')?.summary).toMatch(/client certificate expires in \d+ days/u);
  });

  test('that a server requires and a kubeconfig does not have', async () => {
    await start({}, { requiresClient: true });
    const fault = await refusalOf(withKubeconfig());
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toContain('because of the client certificate');
  });

  test('that has expired is named with its date', async () => {
    await start();
    const endsMs = Date.UTC(2025, 2, 4, 5, 6, 7);
    const fault = await refusalOf(withKubeconfig(await userOf(endsMs)));
    expect(fault).toMatchObject({
      code: 'credential_rejected',
      data: { kind: 'client certificate', reason: 'expired' },
    });
    expect(fault.remedy).toContain('expired at 2025-03-04T05:06:07Z');
  });

  test('with the key of another one sends nothing', async () => {
    await start();
    const [one, other] = [await userOf(), await userOf()];
    const fault = await refusalOf(withKubeconfig({ ...one, 'client-key-data': other['client-key-data'] }));
    expect(fault.remedy).toContain('does not belong to user.client-certificate');
    expect(upstream.calls).toEqual([]);
  });

  test('that ends soon degrades the check and no operation', async () => {
    await start({ accepts: () => true });
    const server = (await checksOf(withKubeconfig(await userOf(Date.now() + 3 * dayMs)))).get('server');
    expect(server).toMatchObject({ status: 'degraded', affects: [] });
    expect(server?.remedy).toMatch(/Replace the client certificate before \d{4}-/u);
  });
});

describe('the certificate of the server', () => {
  test.each([
    [
      'another authority',
      async () => ({ certificate: await (await makeAuthority()).issue(['127.0.0.1']) }),
      /not issued by the authority in certificate-authority/u,
    ],
    [
      'another name',
      async () => ({ certificate: await authority.issue(['api.example.com']) }),
      /put it into tls-server-name/u,
    ],
    [
      'another time',
      async () => ({ certificate: await authority.issue(['127.0.0.1'], Date.now() - 732 * dayMs) }),
      /not valid at the time of this machine/u,
    ],
  ])('of %s is refused before the token is sent', async (_what, tls, says) => {
    await start({}, await tls());
    const fault = await refusalOf(withKubeconfig());
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toMatch(says);
    expect(upstream.calls).toEqual([]);
  });

  test('may have the name in tls-server-name', async () => {
    await start({}, { certificate: await authority.issue(['api.example.com']) });
    expect((await askPods(withKubeconfig({ token }, { ...ca, 'tls-server-name': 'api.example.com' }))).ok).toBe(true);
  });

  test('is that of no authority of this machine where none is given', async () => {
    await start();
    expect((await refusalOf(withKubeconfig({ token }, {}))).remedy).toContain('not issued by the authority');
  });
});

describe('a refusal', () => {
  test('of a token that has expired says when', async () => {
    await start();
    const expired = jwt({ sub: account, exp: Date.UTC(2026, 0, 2) / 1000 });
    const fault = await refusalOf(withKubeconfig({ token: expired }));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'token', reason: 'expired' } });
    expect(fault.remedy).toContain('The token expired at 2026-01-02T00:00:00Z.');
  });

  test('of a token that has not, or does not say, blames the address first', async () => {
    await start();
    for (const other of [jwt({ exp: 4_102_444_800 }), 'opaque-token']) {
      const fault = await refusalOf(withKubeconfig({ token: other }));
      expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'token', reason: 'rejected' } });
      expect(fault.remedy).toContain('Check first that the address is that of the cluster');
    }
  });

  test('for a missing rule names it, the identity and the command, and never replaces the token', async () => {
    await start({ granted: roleGrants.filter((one) => one !== 'list pods') });
    const agent = withKubeconfig();
    const fault = await refusalOf(agent);
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'list pods' } });
    expect(fault.remedy).toContain('do not replace it');
    expect((await checksOf(agent)).get('cluster_rights')).toMatchObject({
      status: 'degraded',
      missing: ['list pods'],
      affects: ['k8s.listPods'],
      remedy: expect.stringContaining('--serviceaccount=farol:farol-read'),
    });
  });

  test('of too much names what is too much', async () => {
    await start({ granted: [...roleGrants, 'list secrets', '* *.*'] });
    expect((await checksOf(withKubeconfig())).get('cluster_rights')).toMatchObject({
      status: 'pending_configuration',
      excess: ['list secrets', '* *.*'],
    });
  });

  test('of something in front of the API server does not blame the credential', async () => {
    await start({ before: () => ({ status: 401, body: '{"message":"must authenticate"}' }) });
    const fault = await refusalOf(withKubeconfig());
    expect(fault.code).toBe('intercepted');
    expect(fault.remedy).toContain('Do not replace the credential before that.');
  });
});

test('an old cluster is read but for its ingresses', async () => {
  const page = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' };
  await start({
    minor: '18+',
    before: ({ path: called }) => (called.includes('networking.k8s.io/v1/') ? page : undefined),
  });
  const agent = withKubeconfig();
  const fault = faultIn(await agent.ask('k8s.listIngresses', {}));
  expect(fault).toMatchObject({ code: 'feature_disabled', data: { feature: 'networking.k8s.io/v1' } });
  const server = (await checksOf(agent)).get('server');
  expect(server).toMatchObject({ status: 'degraded', affects: ['k8s.listIngresses', 'k8s.getIngress'] });
  expect((await askPods(agent)).ok).toBe(true);
});

describe('in a pod', () => {
  const pod = (): AgentUnderTest =>
    agentOf({ KUBERNETES_IN_CLUSTER: 'true', KUBERNETES_SERVICE_ACCOUNT_FOLDER: folder });

  async function mount(value: string): Promise<void> {
    const { hostname, port } = new URL(upstream.url);
    vi.stubEnv('KUBERNETES_SERVICE_HOST', hostname);
    vi.stubEnv('KUBERNETES_SERVICE_PORT', port);
    await writeFile(path.join(folder, 'ca.crt'), authority.pem);
    await writeFile(path.join(folder, 'token'), value);
  }

  test('the service account reads its own cluster, and its token is read again as it rotates', async () => {
    let accepted = token;
    await start({ accepts: (header) => header === `Bearer ${accepted}` });
    await mount(token);
    const agent = pod();
    expect(resultIn(await askPods(agent)).data).toMatchObject({ cluster: 'kubernetes' });
    accepted = jwt({ sub: account, jti: 'rotated' });
    await writeFile(path.join(folder, 'token'), `${accepted}\n`);
    expect((await askPods(agent)).ok).toBe(true);
    expect(agent.written.join('\n')).not.toContain(accepted);
    expect((await agent.check()).map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  test('without a mounted token says what to mount', async () => {
    await start();
    await mount(token);
    await rm(path.join(folder, 'token'));
    const fault = await refusalOf(pod());
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'missing' } });
    expect(fault.remedy).toMatch(/token cannot be read.*automountServiceAccountToken: true/u);
  });

  test('is where it is set, or it says so', async () => {
    await start();
    vi.stubEnv('KUBERNETES_SERVICE_HOST', undefined);
    expect((await refusalOf(pod())).remedy).toContain('KUBERNETES_SERVICE_HOST is not set');
  });

  test('a token that is refused is renewed by Kubernetes, and not by a person', async () => {
    await start();
    await mount(jwt({ sub: account, jti: 'of another cluster' }));
    expect((await refusalOf(pod())).remedy).toContain('Kubernetes renews the token of a pod by itself');
  });
});
