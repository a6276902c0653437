/**
 * @module-tag deep
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { manifest } from './manifest.ts';
import { RealCluster } from './upstream/real-cluster.ts';
import { base64, writeKubeconfig } from './upstream/write-kubeconfig.ts';

const registered = { manifest, load: async () => (await import('./connector.ts')).connector };

let [one, other]: [RealCluster | undefined, RealCluster | undefined] = [undefined, undefined];
let folder: string;
const agents: AgentUnderTest[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-pod-'));
  [one, other] = [await RealCluster.start('of-one'), await RealCluster.start('of-other')];
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const agent of agents.splice(0)) agent.close();
});
afterAll(async () => {
  await one?.plane.stop();
  await other?.plane.stop();
  await rm(folder, { recursive: true, force: true });
});

function started(cluster: RealCluster | undefined): RealCluster {
  if (cluster === undefined) throw new Error('the cluster was not started');
  return cluster;
}

function agentOf(options: Omit<ConstructorParameters<typeof AgentUnderTest>[0], 'registry'>): AgentUnderTest {
  const agent = new AgentUnderTest({ registry: [registered], ...options });
  agents.push(agent);
  return agent;
}

const kubeconfigOf = (cluster: RealCluster, user: Readonly<Record<string, unknown>>): string =>
  writeKubeconfig({
    server: cluster.url,
    cluster: { 'certificate-authority-data': base64(cluster.authority.pem) },
    user,
  });

async function namesOf(agent: AgentUnderTest, source?: string): Promise<string[]> {
  const answer = await agent.ask('k8s.listPods', { namespace: 'shop' }, source === undefined ? {} : { source });
  return (resultIn(answer).data as { pods: { name: string }[] }).pods.map(({ name }) => name);
}

const statusesOf = async (agent: AgentUnderTest): Promise<string[]> =>
  (await agent.check()).map(({ status }) => status);

describe('a real API server', () => {
  test('answers the token of the service account that the policy makes, with exactly its rights', async () => {
    const cluster = started(one);
    const token = await cluster.tokenOf('farol-read', 30 * 86_400);
    const agent = agentOf({ env: { KUBERNETES_KUBECONFIG: kubeconfigOf(cluster, { token }) } });
    expect(await namesOf(agent)).toEqual(['of-one']);
    const checks = await agent.check();
    expect(checks.map(({ check, status, remedy }) => [check, status, remedy])).toEqual([
      ['server', 'ok', ''],
      ['cluster_rights', 'ok', ''],
    ]);
    expect(checks[0]?.summary).toMatch(/answered with version v1\.\d+\.\d+.* The token expires in \d+ days/u);
    expect(agent.written.join('\n')).not.toContain(token);
  });

  test('answers the same token as settings, and refuses it in another cluster', async () => {
    const [cluster, stranger] = [started(one), started(other)];
    const token = await cluster.tokenOf('farol-read', 30 * 86_400);
    const settings = (of: RealCluster) => ({
      KUBERNETES_URL: of.url,
      KUBERNETES_CA: of.authority.pem,
      KUBERNETES_TOKEN: token,
    });
    expect(await namesOf(agentOf({ env: settings(cluster) }))).toEqual(['of-one']);
    const fault = faultIn(await agentOf({ env: settings(stranger) }).ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { kind: 'token', reason: 'rejected' } });
    expect(fault.remedy).toContain('although it is valid until');
  });

  test('knows a client certificate by its user, and grants it what is bound to that', async () => {
    const cluster = started(one);
    const { cert, key } = await cluster.authority.issueClient({ user: 'reader', groups: ['readers'] });
    const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const env = { KUBERNETES_KUBECONFIG: kubeconfigOf(cluster, user) };
    const before = await agentOf({ env }).check();
    expect(before[1]).toMatchObject({ status: 'failed', missing: ['farol-read'], layer: 'cluster role binding' });
    expect(before[1]?.remedy).toContain('--clusterrole=farol-read --user=reader');
    await cluster.bind('readers', { kind: 'Group', name: 'readers' });
    const agent = agentOf({ env });
    expect(await namesOf(agent)).toEqual(['of-one']);
    expect(await statusesOf(agent)).toEqual(['ok', 'ok']);
  });

  test('refuses a client certificate that has expired, and the fault says when', async () => {
    const cluster = started(one);
    const { cert, key } = await cluster.authority.issueClient({ user: 'reader', endsMs: Date.UTC(2025, 0, 2) });
    const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const agent = agentOf({ env: { KUBERNETES_KUBECONFIG: kubeconfigOf(cluster, user) } });
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'credential_rejected', data: { reason: 'expired' } });
    expect(fault.remedy).toContain('2025-01-02T00:00:00Z');
  });

  test('is read as the service account of a pod, whose token is rotated in its file', async () => {
    const cluster = started(one);
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '127.0.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', String(cluster.plane.port));
    await writeFile(path.join(folder, 'ca.crt'), cluster.authority.pem);
    const agent = agentOf({
      env: { KUBERNETES_IN_CLUSTER: 'true', KUBERNETES_SERVICE_ACCOUNT_FOLDER: folder },
    });
    for (const seconds of [600, 1200]) {
      await writeFile(path.join(folder, 'token'), await cluster.tokenOf('farol-read', seconds));
      expect(await namesOf(agent)).toEqual(['of-one']);
    }
    expect(await statusesOf(agent)).toEqual(['ok', 'ok']);
  });

  test('of two sources each answers its own question', async () => {
    const [first, second] = [started(one), started(other)];
    const sourceOf = async (name: string, cluster: RealCluster) => ({
      name,
      connector: 'kubernetes',
      settings: {
        KUBERNETES_KUBECONFIG: kubeconfigOf(cluster, { token: await cluster.tokenOf('farol-read', 3600) }),
      },
    });
    const named = [await sourceOf('shop-eu', first), await sourceOf('shop-us', second)];
    const agent = agentOf({ env: {}, named });
    expect(await namesOf(agent, 'shop-eu')).toEqual(['of-one']);
    expect(await namesOf(agent, 'shop-us')).toEqual(['of-other']);
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'ambiguous_source', data: { candidates: ['shop-eu', 'shop-us'] } });
  });

  test('recorded reads and questions about the identity itself, and nothing else', async () => {
    const seen = await started(one).plane.audited('farol');
    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen.map(({ verb }) => verb))).toEqual(new Set(['get', 'list', 'create']));
    const reviews = seen.filter(({ verb }) => verb === 'create').map(({ requestURI }) => requestURI);
    expect(new Set(reviews)).toEqual(new Set(['/apis/authorization.k8s.io/v1/selfsubjectaccessreviews']));
  });
});
