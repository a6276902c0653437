import { describe, expect, test } from 'vitest';
import { type Answers, AwsError } from '../aws/upstream/aws-fake.ts';
import { awsVariables } from '../aws/upstream/context.ts';
import { type AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { answerAsBoth, clusterAt, isAws } from './upstream/aws-layer.ts';
import { type ClusterSettings, roleGrants } from './upstream/fake-cluster.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { manifest } from './manifest.ts';

const registered = { manifest, load: async () => (await import('./connector.ts')).connector };
const role = 'arn:aws:iam::123456789012:role/farol';

const { upstream, open } = useUpstream();

type Settings = ClusterSettings & { readonly aws?: Answers };

function answerWith(settings: Settings): void {
  upstream().answerWith((call) => answerAsBoth(call, settings) ?? { status: 501, body: 'not known' });
}

function agentBefore(settings: Settings = {}, changed: Readonly<Record<string, string>> = {}): AgentUnderTest {
  answerWith(settings);
  const env = { ...awsVariables, AWS_URL: upstream().url, EKS_CLUSTER: 'shop', ...changed };
  return open({ registry: [registered], env });
}

async function checksOf(agent: AgentUnderTest): Promise<ReadonlyMap<string, HealthCheck>> {
  return new Map((await agent.check()).map((one) => [one.check, one]));
}

const without = (...grants: readonly string[]): string[] => roleGrants.filter((grant) => !grants.includes(grant));

const denied = (action: string): AwsError =>
  new AwsError(
    403,
    `AccessDeniedException: User: ${role} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`,
  );

describe('finding the cluster', () => {
  test('AWS is asked for its address and authority, and once for several questions [C-EKS-1]', async () => {
    const agent = agentBefore();
    for (const name of ['web-1', 'web-2']) {
      expect((await agent.ask('k8s.getPod', { namespace: 'shop', name })).ok).toBe(true);
    }
    expect(upstream().calls.map((call) => (isAws(call) ? 'AWS' : call.path))).toEqual([
      'AWS',
      '/api/v1/namespaces/shop/pods/web-1',
      '/api/v1/namespaces/shop/pods/web-2',
    ]);
    expect(upstream().calls[0]?.path).toBe('/clusters/shop');
  });

  test.each([
    ['endpoint', clusterAt('https://shop.example.com'), 'wrong_endpoint', {}],
    ['endpoint in no form of an address', clusterAt('shop'), 'upstream_changed', { path: 'cluster.endpoint' }],
    [
      'authority',
      { ...clusterAt('https://a.b'), certificateAuthority: { data: 'bm9uZQ==' } },
      'upstream_changed',
      { path: 'cluster.certificateAuthority.data' },
    ],
  ])('another %s than is documented is not used', async (_what, cluster, code, data) => {
    const agent = agentBefore({ aws: { 'eks:DescribeCluster': () => ({ cluster }) } });
    expect(faultIn(await agent.ask('k8s.listPods', {}))).toMatchObject({ code, data });
    expect(upstream().calls.filter((call) => !isAws(call))).toEqual([]);
  });

  test('a cluster that is being made has no address yet', async () => {
    const agent = agentBefore({
      aws: { 'eks:DescribeCluster': () => ({ cluster: { name: 'shop', status: 'CREATING' } }) },
    });
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'CLUSTER_CREATING' } });
  });

  test('a cluster that is not there names the variables to mend', async () => {
    const none = new AwsError(404, 'ResourceNotFoundException: No cluster found for name: shop.');
    const fault = faultIn(await agentBefore({ aws: { 'eks:DescribeCluster': () => none } }).ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'cluster shop in eu-west-1' } });
    expect(fault.remedy).toMatch(/EKS_CLUSTER.*EKS_REGION/u);
  });

  test('EKS_REGION decides where it is looked for', async () => {
    let asked = '';
    const aws: Answers = {
      'eks:DescribeCluster': (_input, { region }) => {
        asked = region;
        return { cluster: clusterAt(upstream().url) };
      },
    };
    await agentBefore({ aws }, { EKS_REGION: 'sa-east-1' }).ask('k8s.listPods', {});
    expect(asked).toBe('sa-east-1');
  });

  test.each([
    [{ endpointPublicAccess: false, vpcId: 'vpc-1' }, /is private: run the Agent in vpc-1/u],
    [{ publicAccessCidrs: ['203.0.113.0/24'] }, /listed networks only.*public access CIDRs/u],
    [{ endpointPublicAccess: true, publicAccessCidrs: ['0.0.0.0/0'] }, /open to every network/u],
  ])('one that does not answer: what AWS reports about the way there (%j)', async (network, remedy) => {
    const agent = agentBefore();
    upstream().answerWith((call) => {
      const cluster = { ...clusterAt(upstream().url), resourcesVpcConfig: network };
      const reply = answerAsBoth(call, { aws: { 'eks:DescribeCluster': () => ({ cluster }) } });
      return isAws(call) && reply !== undefined ? reply : 'truncate';
    });
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ECONNRESET' } });
    expect(fault.remedy).toMatch(remedy);
  });

  test('one that stopped answering is looked for again', async () => {
    const agent = agentBefore();
    expect((await agent.ask('k8s.listPods', {})).ok).toBe(true);
    upstream().answerWith('truncate');
    expect((await agent.ask('k8s.listPods', {})).ok).toBe(false);
    answerWith({});
    expect((await agent.ask('k8s.listPods', {})).ok).toBe(true);
    expect(upstream().calls.filter(isAws)).toHaveLength(1);
  });
});

describe('being refused', () => {
  test('401 of the cluster: no access entry; the remedy names it, and never the policy [C-EKS-2] [C-ERR-2]', async () => {
    const agent = agentBefore({ isMapped: false });
    const fault = faultIn(await agent.ask('k8s.listPods', {}));
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'access entry', layer: 'cluster authentication' },
    });
    expect(fault.remedy).toMatch(/access entry.*shop.*farol-read.*IAM is not the cause/u);
    const rights = (await checksOf(agent)).get('cluster_rights');
    expect(rights).toMatchObject({ status: 'failed', layer: 'cluster authentication', evidence: { status: 401 } });
    expect(rights?.remedy).toContain(
      `Run: aws eks create-access-entry --cluster-name shop --region eu-west-1 --principal-arn ${role}`,
    );
    expect((await checksOf(agent)).get('cluster_found')?.status).toBe('ok');
  });

  test('403 of the cluster: the right that is missing, and the binding that gives it [C-EKS-2] [C-ERR-2]', async () => {
    const agent = agentBefore({ granted: without('list ingresses.networking.k8s.io') });
    const fault = faultIn(await agent.ask('k8s.listIngresses', { namespace: 'shop' }));
    expect(fault).toMatchObject({
      code: 'permission_missing',
      data: { grant: 'list ingresses.networking.k8s.io', layer: 'cluster role binding' },
    });
    expect(fault.remedy).toMatch(/ClusterRoleBinding.*farol-read.*IAM is not the cause/u);
    expect(fault.remedy).not.toContain('arn:');
  });

  test('a denial of AWS is of the other layer', async () => {
    const agent = agentBefore({ aws: { 'eks:DescribeCluster': () => denied('eks:DescribeCluster') } });
    for (const check of (await checksOf(agent)).values()) {
      expect(check).toMatchObject({ status: 'failed', missing: ['eks:DescribeCluster'], layer: 'identity policy' });
    }
  });

  test('what does not exist is named', async () => {
    const fault = faultIn(await agentBefore().ask('k8s.getIngress', { namespace: 'shop', name: 'absent' }));
    const what = 'ingresses.networking.k8s.io "absent"';
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what } });
  });

  test('another cluster than the configured one is refused before anything is sent', async () => {
    const fault = faultIn(await agentBefore().ask('k8s.listPods', { cluster: 'other' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cluster' } });
    expect(upstream().calls).toEqual([]);
  });
});

test('a token that a cluster repeats goes no further', async () => {
  const agent = agentBefore();
  let sent = '';
  upstream().answerWith((call) => {
    if (isAws(call)) return answerAsBoth(call) ?? { status: 501, body: '' };
    sent = call.headers.authorization ?? '';
    const message = `the token ${sent} of arn:aws:iam::123456789012:role/farol is not liked`;
    return { status: 400, body: JSON.stringify({ kind: 'Status', status: 'Failure', message, reason: 'BadRequest' }) };
  });
  const fault = faultIn(await agent.ask('k8s.listPods', {}));
  await agent.check();
  expect(sent).toMatch(/^Bearer k8s-aws-v1\.[\w-]{100,}$/u);
  expect(fault.remedy).toContain('the token Bearer (token) of (arn) is not liked');
  expect(agent.written.join('\n')).not.toContain('k8s-aws-v1');
});

describe('the checks', () => {
  test('ask for every right of the cluster role and a few beyond it', async () => {
    const found = await checksOf(agentBefore());
    expect([...found.values()].map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(found.get('cluster_rights')?.held).toEqual(expect.arrayContaining([...roleGrants]));
    expect(upstream().calls.filter(({ path }) => path.endsWith('/selfsubjectaccessreviews'))).toHaveLength(
      manifest.checks.cluster_rights.grants.length + 3,
    );
  });

  test('a missing right degrades its own operations', async () => {
    const rights = (await checksOf(agentBefore({ granted: without('get deployments.apps') }))).get('cluster_rights');
    expect(rights).toMatchObject({
      status: 'degraded',
      missing: ['get deployments.apps'],
      excess: [],
      affects: operationsWith(manifest, 'get deployments.apps'),
    });
  });

  test.each(['list secrets', 'create pods/exec', '* *.*'])('the excess right %s is named', async (right) => {
    const rights = (await checksOf(agentBefore({ granted: [...roleGrants, right] }))).get('cluster_rights');
    expect(rights).toMatchObject({ status: 'pending_configuration', missing: [], excess: [right], affects: [] });
    expect(rights?.remedy).toContain(`Remove what grants ${right}`);
  });

  test('an identity that is known and granted nothing: the binding is missing, and the identity is named [C-ERR-2]', async () => {
    const rights = (await checksOf(agentBefore({ granted: [] }))).get('cluster_rights');
    expect(rights).toMatchObject({ status: 'failed', missing: ['farol-read'], layer: 'cluster role binding' });
    expect(rights?.remedy).toMatch(/ClusterRoleBinding/u);
    expect(rights?.remedy).toContain(role);
  });

  test('without a cluster they are skipped, credential or none [C-EKS-5] [C-ERR-3]', async () => {
    for (const env of [{}, { ...awsVariables, AWS_URL: upstream().url }]) {
      answerWith({});
      const agent = open({ registry: [registered], env });
      const checks = await agent.check();
      expect(checks.map(({ status, summary }) => [status, summary])).toEqual(
        checks.map(() => ['skipped', 'skipped: no cluster configured']),
      );
      expect(checks).toHaveLength(2);
      expect(upstream().calls).toEqual([]);
    }
  });
});

describe('lists', () => {
  test('go on where the page before ended', async () => {
    const agent = agentBefore();
    const args = { namespace: 'shop', labelSelector: 'app=web', limit: 2 };
    const first = resultIn(await agent.ask('k8s.listPods', args));
    expect(first).toMatchObject({ truncated: true, data: { pods: [{ name: 'web-1' }, { name: 'web-2' }] } });
    const second = resultIn(await agent.ask('k8s.listPods', { ...args, cursor: first.nextCursor }));
    expect(second).toMatchObject({ truncated: false, data: { pods: [{ name: 'web-33' }] } });
    expect(second.nextCursor).toBeUndefined();
  });

  test('that the cluster no longer keeps are begun again', async () => {
    const agent = agentBefore({ isCompacted: true });
    const { nextCursor } = resultIn(await agent.ask('k8s.listPods', { limit: 1 }));
    const fault = faultIn(await agent.ask('k8s.listPods', { limit: 1, cursor: nextCursor }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(fault.remedy).toContain('Leave the cursor out');
  });

  test('that are empty say that they were allowed', async () => {
    const result = resultIn(await agentBefore().ask('k8s.listServices', { namespace: 'empty' }));
    expect(result).toMatchObject({ complete: true, data: { services: [] } });
    expect(result.because).toMatch(/was allowed.*namespace empty of shop has no services/u);
  });

  test('with a selector that the cluster cannot read repeat what it says', async () => {
    const fault = faultIn(await agentBefore().ask('k8s.listPods', { labelSelector: '=' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments' });
    expect(fault.remedy).toContain("found '=', expected: !, identifier");
  });
});
