import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awsVariables } from '../aws/upstream/context.ts';
import { AgentUnderTest, faultIn } from '../../test/contract/agent-under-test.ts';
import { type Authority, makeAuthority, type ServerCertificate } from './upstream/authority.ts';
import { answerAsBoth, clusterAt, isAws } from './upstream/aws-layer.ts';
import { LoopbackNetwork } from './upstream/loopback-network.ts';
import { FakeUpstream } from '../../test/contract/fake-upstream.ts';
import { manifest } from './manifest.ts';

/** As AWS writes it: in capitals. */
const clusterHost = '0A1B2C3D4E5F60718293A4B5C6D7E8F9.gr7.eu-west-1.eks.amazonaws.com';
const awsHosts = ['eks.eu-west-1.amazonaws.com', 'sts.eu-west-1.amazonaws.com'];
const load = async () => (await import('./connector.ts')).connector;
const twoYearsMs = 2 * 366 * 86_400_000;

/** What the machine of the Agent trusts: the authority of AWS, as it were. */
let trusted: Authority;
/** What AWS tells for this cluster. */
let ofCluster: Authority;
let upstream: FakeUpstream;
let network: LoopbackNetwork;
const agents: AgentUnderTest[] = [];

beforeAll(async () => {
  [trusted, ofCluster] = await Promise.all([makeAuthority(), makeAuthority()]);
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
});
beforeEach(async () => {
  network = await LoopbackNetwork.start();
  const port = await network.serveTls(await trusted.issue(awsHosts), upstream.url);
  for (const host of awsHosts) network.lead(host, port);
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.close();
  network.close();
});
afterAll(() => upstream.close());

interface Told {
  readonly ca?: string;
  readonly network?: Readonly<Record<string, unknown>>;
}

function tell({ ca = ofCluster.pem, network: vpc }: Told): void {
  const cluster = {
    ...clusterAt(`https://${clusterHost}`),
    certificateAuthority: { data: Buffer.from(ca).toString('base64') },
    ...(vpc !== undefined && { resourcesVpcConfig: vpc }),
  };
  upstream.answerWith(
    (call) =>
      answerAsBoth(call, { aws: { 'eks:DescribeCluster': () => ({ cluster }) } }) ?? { status: 501, body: 'not known' },
  );
}

/** No address is overridden: the Agent meets AWS and the cluster under their own names. */
function agentTold(told: Told = {}): AgentUnderTest {
  tell(told);
  const agent = new AgentUnderTest({
    registry: [{ manifest, load }],
    env: { ...awsVariables, EKS_CLUSTER: 'shop' },
    network: { ca: trusted.pem, env: network.variables },
  });
  agents.push(agent);
  return agent;
}

async function serveCluster(certificate: ServerCertificate): Promise<void> {
  network.lead(clusterHost, await network.serveTls(certificate, upstream.url));
}

const askPods = async (agent: AgentUnderTest): Promise<ReturnType<typeof faultIn>> =>
  faultIn(await agent.ask('k8s.listPods', {}));

function expectNothingSent(): void {
  expect(upstream.calls.filter((call) => !isAws(call))).toEqual([]);
}

describe('the certificate of a cluster', () => {
  test('of the authority that AWS returns opens it, by its own name and without an override [C-EKS-1]', async () => {
    await serveCluster(await ofCluster.issue([clusterHost]));
    const agent = agentTold();
    expect((await agent.ask('k8s.listPods', { namespace: 'shop' })).ok).toBe(true);
    expect((await agent.check()).map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(upstream.calls.find((call) => !isAws(call))?.headers.host).toBe(clusterHost.toLowerCase());
    expect(network.refused).toEqual([]);
  });

  test('of another authority is refused before the token is sent', async () => {
    await serveCluster(await (await makeAuthority()).issue([clusterHost]));
    const fault = await askPods(agentTold());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: expect.stringMatching(/CERT|SIGNATURE/u) } });
    expect(fault.remedy).toMatch(
      /not issued by the authority that AWS returns.*a proxy intercepts TLS.*exempt 0a1b2c/u,
    );
    expectNothingSent();
  });

  test('of an authority that this machine trusts is refused all the same', async () => {
    await serveCluster(await trusted.issue([clusterHost]));
    const fault = await askPods(agentTold());
    expect(fault.remedy).toMatch(/no other authority is trusted for it, RUNNER_CA_FILE included/u);
    expectNothingSent();
  });

  test('that has expired says to set the clock, and not to trust anything', async () => {
    await serveCluster(await ofCluster.issue([clusterHost], Date.now() - twoYearsMs));
    const fault = await askPods(agentTold());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'CERT_HAS_EXPIRED' } });
    expect(fault.remedy).toMatch(/not valid at the time of this machine: set its clock.*EKS renews/u);
    expectNothingSent();
  });

  test('that is not valid yet says the same', async () => {
    await serveCluster(await ofCluster.issue([clusterHost], Date.now() + twoYearsMs));
    const fault = await askPods(agentTold());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'CERT_NOT_YET_VALID' } });
    expect(fault.remedy).toContain('set its clock');
    expectNothingSent();
  });

  test('for another name reports that another server answers there', async () => {
    await serveCluster(await ofCluster.issue(['ffff.gr7.eu-west-1.eks.amazonaws.com']));
    const fault = await askPods(agentTold());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
    expect(fault.remedy).toMatch(/is not the cluster shop.*DNS of this network/u);
    expectNothingSent();
  });

  test('is shown by the check of the rights too, and finding the cluster stays well', async () => {
    await serveCluster(await (await makeAuthority()).issue([clusterHost]));
    const checks = new Map((await agentTold().check()).map((one) => [one.check, one]));
    expect(checks.get('cluster_found')?.status).toBe('ok');
    expect(checks.get('cluster_rights')).toMatchObject({
      status: 'failed',
      affects: manifest.checks.cluster_rights.affects,
    });
    expect(checks.get('cluster_rights')?.remedy).toContain('not issued by the authority that AWS returns');
  });

  test('of a cluster that was recreated under the same name is taken from the second question on', async () => {
    await serveCluster(await ofCluster.issue([clusterHost]));
    const agent = agentTold();
    expect((await agent.ask('k8s.listPods', {})).ok).toBe(true);
    const recreated = await makeAuthority();
    await serveCluster(await recreated.issue([clusterHost]));
    network.breakOff();
    tell({ ca: recreated.pem });
    expect((await askPods(agent)).remedy).toContain('not issued by the authority that AWS returns');
    expect((await agent.ask('k8s.listPods', {})).ok).toBe(true);
  });
});

describe('a cluster that stays silent', () => {
  test('behind a private endpoint: the VPC to run in, and that the credential is not the matter [C-EKS-1]', async () => {
    network.lead(clusterHost, 'silence');
    const agent = agentTold({ network: { vpcId: 'vpc-1', endpointPublicAccess: false, endpointPrivateAccess: true } });
    // Both wait as long as a connection may take, three times.
    const [fault, checks] = await Promise.all([askPods(agent), agent.check()]);
    const remedy =
      /is private: run the Agent in vpc-1.*port 443.*The credential and its permissions are not the cause/u;
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ETIMEDOUT' } });
    expect(fault.remedy).toMatch(remedy);
    expect(checks).toMatchObject([
      { check: 'cluster_found', status: 'ok', summary: expect.stringContaining('the private address') },
      { check: 'cluster_rights', status: 'failed', remedy: expect.stringMatching(remedy) },
    ]);
  });

  test('behind a proxy that refuses the way: what the proxy must let pass', async () => {
    const fault = await askPods(agentTold());
    expect(fault).toMatchObject({ code: 'intercepted', data: { status: 403 } });
    expect(fault.remedy).toMatch(/refused to connect.*0a1b2c.*HTTPS_PROXY.*NO_PROXY/u);
    expect(network.refused.at(0)).toBe(`${clusterHost.toLowerCase()}:443`);
  });

  test('behind something that does not speak TLS: the proxy in front', async () => {
    network.lead(clusterHost, Number(new URL(upstream.url).port));
    const fault = await askPods(agentTold());
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toMatch(/does not speak TLS like the cluster shop/u);
    expectNothingSent();
  });
});
