/** A real cluster with objects in it, the AWS account around it, and Agents that reach both under their own names. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { manifest } from '../../manifest.ts';
import { awsVariables } from '../../../aws/upstream/context.ts';
import { AgentUnderTest } from '../../../../test/contract/agent-under-test.ts';
import { type Authority, makeAuthority } from '../authority.ts';
import { answerAsAws, clusterAt, isAws } from '../aws-layer.ts';
import { LoopbackNetwork } from '../loopback-network.ts';
import { deployment, endpoints, ingress, pods, service } from '../objects.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../../test/contract/fake-upstream.ts';
import type { ClusterAnswer, ClusterRequest } from './cluster-client.ts';
import { adminToken, ControlPlane } from './control-plane.ts';
import { identities, mapRoles, type Role } from './identities.ts';
import { answerSignedIdentity } from './signed-identity.ts';

const host = '0A1B2C3D4E5F60718293A4B5C6D7E8F9.gr7.eu-west-1.eks.amazonaws.com';
const awsHosts = ['eks.eu-west-1.amazonaws.com', 'sts.eu-west-1.amazonaws.com'];

const registered = { manifest, load: async () => (await import('../../connector.ts')).connector };

/** Where each kind lies, and what the fake of the contract suite has of it. */
const shelves: readonly (readonly [path: string, items: readonly object[]])[] = [
  ['/api/v1/namespaces/shop/pods', pods],
  ['/api/v1/namespaces/shop/services', [service]],
  ['/api/v1/namespaces/shop/endpoints', [endpoints]],
  ['/apis/apps/v1/namespaces/shop/deployments', [deployment]],
  ['/apis/networking.k8s.io/v1/namespaces/shop/ingresses', [ingress]],
];

const Made = z.looseObject({ metadata: z.looseObject({ name: z.string() }), status: z.unknown().optional() });

export class RealCluster {
  readonly plane: ControlPlane;
  readonly network: LoopbackNetwork;
  /** What AWS tells as the authority of the cluster, from here on. */
  toldCa: string;
  readonly #aws: FakeUpstream;
  readonly #trusted: Authority;
  readonly #agents: AgentUnderTest[] = [];

  private constructor(parts: Pick<RealCluster, 'plane' | 'network' | 'toldCa'>, aws: FakeUpstream, trusted: Authority) {
    this.plane = parts.plane;
    this.network = parts.network;
    this.toldCa = parts.toldCa;
    this.#aws = aws;
    this.#trusted = trusted;
    aws.answerWith((call) => this.#answer(call));
  }

  static async start(): Promise<RealCluster> {
    const [trusted, authority, network, aws] = await Promise.all([
      makeAuthority(),
      makeAuthority(),
      LoopbackNetwork.start(),
      FakeUpstream.start(() => ({ status: 501, body: 'not yet' })),
    ]);
    const port = await network.serveTls(await trusted.issue(awsHosts), aws.url);
    for (const one of awsHosts) network.lead(one, port);
    const way = { variables: network.variables, ca: trusted.pem };
    const plane = await ControlPlane.start({ cluster: 'shop', host, authority, network: way });
    network.lead(host, plane.port);
    const cluster = new RealCluster({ plane, network, toldCa: authority.pem }, aws, trusted);
    try {
      await cluster.#fill();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** An Agent with the key of this identity, in its usual configuration: nothing is overridden. */
  agentOf(role: Role): AgentUnderTest {
    const { accessKeyId, secretAccessKey } = identities[role];
    const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    const agent = new AgentUnderTest({
      registry: [registered],
      env: { ...awsVariables, ...keys, EKS_CLUSTER: 'shop' },
      network: { ca: this.#trusted.pem, env: this.network.variables },
    });
    this.#agents.push(agent);
    return agent;
  }

  asAdmin(request: Omit<ClusterRequest, 'token'>): Promise<ClusterAnswer> {
    return this.plane.client.send({ ...request, token: adminToken });
  }

  closeAgents(): void {
    for (const agent of this.#agents.splice(0)) agent.close();
  }

  async stop(): Promise<void> {
    this.closeAgents();
    await this.plane.stop();
    this.network.close();
    await this.#aws.close();
  }

  #answer(call: FakeCall): Reply {
    const signed = isAws(call) ? this.#answerAsAws(call) : answerSignedIdentity(call, Object.values(identities));
    return signed ?? { status: 501, body: 'nobody may ask this' };
  }

  #answerAsAws(call: FakeCall): Reply | undefined {
    const asker = Object.values(identities).find(({ accessKeyId }) =>
      call.headers.authorization?.includes(accessKeyId),
    );
    const authority = { data: Buffer.from(this.toldCa).toString('base64') };
    return answerAsAws(call, {
      'eks:DescribeCluster': () => ({ cluster: { ...clusterAt(`https://${host}`), certificateAuthority: authority } }),
      'sts:GetCallerIdentity': () => ({ Account: '123456789012', Arn: asker?.arn, UserId: 'AROAEXAMPLE:agent' }),
    });
  }

  async #fill(): Promise<void> {
    const namespace = (name: string): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await this.#make('/api/v1/namespaces', namespace('shop'));
    await this.#make('/api/v1/namespaces', namespace('empty'));
    await this.#make('/apis/scheduling.k8s.io/v1/priorityclasses', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'high' },
      value: 1000,
    });
    for (const [path, items] of shelves) for (const item of items) await this.#put(path, item);
    // A change that no controller has seen.
    const changed = '/apis/apps/v1/namespaces/shop/deployments/web';
    const body = { spec: { revisionHistoryLimit: 5 } };
    await this.plane.client.apply({ method: 'PATCH', path: changed, body, token: adminToken });
    await this.#allow();
  }

  /** Of the object what a person may write, and then of its status what a controller would. */
  async #put(path: string, item: object): Promise<void> {
    const { metadata, status, ...rest } = Made.parse(item);
    const { uid: _uid, resourceVersion: _version, managedFields: _fields, ...written } = metadata;
    await this.#make(path, { ...rest, metadata: written });
    if (status === undefined) return;
    const one = `${path}/${metadata.name}`;
    const made: unknown = JSON.parse((await this.asAdmin({ path: one })).body);
    const body = { ...Made.parse(made), status };
    await this.plane.client.apply({ method: 'PUT', path: `${one}/status`, body, token: adminToken });
  }

  /** The documents as they are shipped, the entry as the guide tells it, and declarations that are too narrow or too wide. */
  async #allow(): Promise<void> {
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const [role = '', binding = ''] = readFileSync('policies/kubernetes/farol-read.yaml', 'utf8').split(/^---$/mu);
    await this.#make(`${rbac}/clusterroles`, role);
    await this.#make(`${rbac}/clusterrolebindings`, binding);
    await this.#make('/api/v1/namespaces/kube-system/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'aws-auth' },
      data: { mapRoles },
    });
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const apiGroup = 'rbac.authorization.k8s.io';
    await this.#make(`${rbac}/clusterroles`, {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'pods-only' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    });
    await this.#make(`${rbac}/clusterrolebindings`, {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'pods-only' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'pods-only' },
      subjects: [{ apiGroup, kind: 'Group', name: 'pods-only' }],
    });
  }

  #make(path: string, body: object | string): Promise<void> {
    return this.plane.client.apply({ path, body, token: adminToken });
  }
}
