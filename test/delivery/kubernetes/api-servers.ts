/** Real API servers, without nodes and controllers: they judge and store what is applied, and start nothing. */
import path from 'node:path';
import { makeAuthority } from '../../../connectors/eks/upstream/authority.ts';
import { adminToken, ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { buildControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane-binaries.ts';
import { buildGoTool, say } from '../../../scripts/go-tool.ts';

const older = '1.35.4';

/** Of the minor versions to test with: the one that the suite has, and with FAROL_KUBERNETES_VERSIONS=all an older one. */
export const apiServerVersions = ['1.36', ...(process.env['FAROL_KUBERNETES_VERSIONS'] === 'all' ? ['1.35'] : [])];

/** Compiles those of `apiServerVersions`, once for each version. */
export async function buildApiServers(tell: (line: string) => void): Promise<void> {
  // The store of both is in what this compiles.
  await buildControlPlane(tell);
  if (apiServerVersions.some((version) => isOlder(version))) buildOlder(tell);
}

const isOlder = (version: string): boolean => older.startsWith(`${version}.`);

export async function startApiServer(version: string): Promise<ControlPlane> {
  await buildApiServers(say);
  return ControlPlane.start({
    cluster: 'shop',
    host: 'kubernetes.example.com',
    authority: await makeAuthority(),
    ...(isOlder(version) && { apiServer: buildOlder(say) }),
  });
}

/** About five minutes on two cores, once for this version. */
function buildOlder(tell: (line: string) => void): string {
  const [major, minor] = older.split('.');
  const facts = { gitVersion: `v${older}`, gitMajor: major, gitMinor: minor };
  return buildGoTool(
    {
      name: 'kube-apiserver',
      moduleFolder: path.join(import.meta.dirname, 'older-api-server'),
      package: 'k8s.io/kubernetes/cmd/kube-apiserver',
      linkerFlags: Object.entries(facts)
        .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
        .join(' '),
    },
    tell,
  );
}

const shelves: Readonly<Record<string, string>> = {
  ServiceAccount: 'api/v1 serviceaccounts',
  ConfigMap: 'api/v1 configmaps',
  Secret: 'api/v1 secrets',
  Service: 'api/v1 services',
  Pod: 'api/v1 pods',
  Deployment: 'apis/apps/v1 deployments',
  StatefulSet: 'apis/apps/v1 statefulsets',
  DaemonSet: 'apis/apps/v1 daemonsets',
  NetworkPolicy: 'apis/networking.k8s.io/v1 networkpolicies',
  PodDisruptionBudget: 'apis/policy/v1 poddisruptionbudgets',
};

export interface Applied {
  readonly status: number;
  readonly body: string;
  /** Kind and name. */
  readonly what: string;
}

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Server-side apply with strict validation: a field that this version of Kubernetes does not know is refused. */
export async function apply(
  plane: ControlPlane,
  manifest: Named,
  { namespace = 'farol', dryRun = false } = {},
): Promise<Applied> {
  const [group = '', resource = ''] = shelves[manifest.kind]?.split(' ') ?? [];
  if (resource === '') throw new Error(`the test does not know where a ${manifest.kind} lies`);
  const query = `fieldManager=farol-test&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
  const at = `/${group}/namespaces/${namespace}/${resource}/${manifest.metadata.name}?${query}`;
  const body = { ...manifest, metadata: { ...manifest.metadata, namespace } };
  const answer = await plane.client.send({ method: 'PATCH', path: at, body, token: adminToken, manager: 'farol-test' });
  return { ...answer, what: `${manifest.kind} ${manifest.metadata.name}` };
}

/** `level` of Pod Security that the namespace enforces. */
export async function makeNamespace(plane: ControlPlane, name: string, level: string): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': level };
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
  await plane.client.apply({ path: '/api/v1/namespaces', body, token: adminToken });
}
