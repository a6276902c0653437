/** The nine reads of a cluster with the grant and calls of each, and the check of all grants. Data alone. */
import type { OperationName } from '../../../catalog/index.ts';
import type { CheckDeclaration, OperationDeclaration, UpstreamCall } from '../../../src/connector/manifest.ts';
import { type ClusterGrant, wanted } from './access-questions.ts';

const ofEvery = ['annotation values'];
const ofContainers = [
  ...ofEvery,
  'values of environment variables',
  'commands and arguments of containers',
  'commands, headers and query strings of probes',
];

interface Read {
  readonly grant: ClusterGrant;
  readonly calls: readonly UpstreamCall[];
  readonly redactions?: readonly string[];
}

const reads = {
  'k8s.listPods': {
    grant: 'list pods',
    calls: ['GET /api/v1/pods', 'GET /api/v1/namespaces/{namespace}/pods'],
    redactions: [...ofContainers, 'termination messages'],
  },
  'k8s.getPod': {
    grant: 'get pods',
    calls: ['GET /api/v1/namespaces/{namespace}/pods/{name}'],
    redactions: [...ofContainers, 'termination messages'],
  },
  'k8s.listServices': {
    grant: 'list services',
    calls: ['GET /api/v1/services', 'GET /api/v1/namespaces/{namespace}/services'],
  },
  'k8s.getService': {
    grant: 'get services',
    calls: ['GET /api/v1/namespaces/{namespace}/services/{name}'],
  },
  'k8s.listEndpoints': {
    grant: 'list endpoints',
    calls: ['GET /api/v1/endpoints', 'GET /api/v1/namespaces/{namespace}/endpoints'],
  },
  'k8s.getEndpoints': {
    grant: 'get endpoints',
    calls: ['GET /api/v1/namespaces/{namespace}/endpoints/{name}'],
  },
  'k8s.getDeployment': {
    grant: 'get deployments.apps',
    calls: ['GET /apis/apps/v1/namespaces/{namespace}/deployments/{name}'],
    redactions: ofContainers,
  },
  'k8s.listIngresses': {
    grant: 'list ingresses.networking.k8s.io',
    calls: [
      'GET /apis/networking.k8s.io/v1/ingresses',
      'GET /apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses',
    ],
  },
  'k8s.getIngress': {
    grant: 'get ingresses.networking.k8s.io',
    calls: ['GET /apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses/{name}'],
  },
} as const satisfies Partial<Record<OperationName, Read>>;

export type ClusterOperation = keyof typeof reads;

export const operationNames = Object.keys(reads) as ClusterOperation[];

/** `first`: what finds the cluster, as permission and as call. */
export function declareOperations(
  first: readonly UpstreamCall[] = [],
): Readonly<Record<ClusterOperation, OperationDeclaration>> {
  const declare = ({ grant, calls, redactions = ofEvery }: Read): OperationDeclaration => ({
    grants: [...first, grant],
    upstream: [...first, ...calls],
    redactions,
  });
  return Object.fromEntries(operationNames.map((name) => [name, declare(reads[name])])) as Record<
    ClusterOperation,
    OperationDeclaration
  >;
}

export function operationsThatNeed(grants: readonly string[]): ClusterOperation[] {
  return operationNames.filter((name) => grants.includes(reads[name].grant));
}

/** `beside`: calls that find the cluster, or name the identity. */
export function declareRightsCheck(beside: readonly UpstreamCall[] = []): CheckDeclaration {
  return {
    proves: 'The cluster knows the identity and grants it exactly the rules of the cluster role; each rule is checked.',
    grants: wanted.map(({ grant }) => grant),
    upstream: ['POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews', ...beside],
    affects: operationNames,
  };
}
