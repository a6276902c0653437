/** A real API server with the service account that `farol policy print kubernetes-service-account` makes, for clients of its own authority. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Authority, makeAuthority } from '../../eks/upstream/authority.ts';
import { adminToken, ControlPlane } from '../../eks/upstream/cluster/control-plane.ts';

const ofAccount = 'policies/kubernetes/service-account.yaml';

export class RealCluster {
  readonly authority: Authority;
  readonly plane: ControlPlane;

  private constructor(authority: Authority, plane: ControlPlane) {
    this.authority = authority;
    this.plane = plane;
  }

  /** `pod`: the name of the only one, in the namespace `shop`. */
  static async start(pod: string): Promise<RealCluster> {
    const authority = await makeAuthority();
    const plane = await ControlPlane.start({ cluster: 'own', host: '127.0.0.1', authority, trustsClients: true });
    const cluster = new RealCluster(authority, plane);
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
    await cluster.#make('/api/v1/namespaces', namespace);
    for (const document of readFileSync(ofAccount, 'utf8').split('---\n')) {
      await cluster.#make(placeOf(document), document);
    }
    await cluster.#make('/api/v1/namespaces/shop/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: pod, namespace: 'shop' },
      spec: { containers: [{ name: 'app', image: 'registry.example.com/web:1.2.3' }] },
    });
    return cluster;
  }

  get url(): string {
    return `https://127.0.0.1:${this.plane.port}`;
  }

  /** As `kubectl create token` has it, for so many seconds. */
  async tokenOf(account: string, expirationSeconds: number): Promise<string> {
    const answer = await this.plane.client.send({
      method: 'POST',
      path: `/api/v1/namespaces/farol/serviceaccounts/${account}/token`,
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds } },
      token: adminToken,
    });
    return z.object({ status: z.object({ token: z.string() }) }).parse(JSON.parse(answer.body)).status.token;
  }

  async bind(name: string, subject: object): Promise<void> {
    await this.#make('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'farol-read' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', ...subject }],
    });
  }

  #make(place: string, body: object | string): Promise<void> {
    return this.plane.client.apply({ path: place, body, token: adminToken });
  }
}

function placeOf(document: string): string {
  const kind = /^kind: (\w+)$/mu.exec(document)?.[1] ?? '';
  const places: Readonly<Record<string, string>> = {
    Namespace: '/api/v1/namespaces',
    ServiceAccount: '/api/v1/namespaces/farol/serviceaccounts',
    Secret: '/api/v1/namespaces/farol/secrets',
    ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  };
  return places[kind] ?? '';
}
