/** The nine reads of a cluster, with the grants and calls of each. */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import type { ClusterGrant } from './access-questions.ts';

const describe = 'eks:DescribeCluster';
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

const bind = ({ grant, calls, redactions = ofEvery }: Read): OperationDeclaration => ({
  grants: [describe, grant],
  upstream: [describe, ...calls],
  redactions,
});

export const declarations = {
  'k8s.listPods': bind({
    grant: 'list pods',
    calls: ['GET /api/v1/pods', 'GET /api/v1/namespaces/{namespace}/pods'],
    redactions: [...ofContainers, 'termination messages'],
  }),
  'k8s.getPod': bind({
    grant: 'get pods',
    calls: ['GET /api/v1/namespaces/{namespace}/pods/{name}'],
    redactions: [...ofContainers, 'termination messages'],
  }),
  'k8s.listServices': bind({
    grant: 'list services',
    calls: ['GET /api/v1/services', 'GET /api/v1/namespaces/{namespace}/services'],
  }),
  'k8s.getService': bind({
    grant: 'get services',
    calls: ['GET /api/v1/namespaces/{namespace}/services/{name}'],
  }),
  'k8s.listEndpoints': bind({
    grant: 'list endpoints',
    calls: ['GET /api/v1/endpoints', 'GET /api/v1/namespaces/{namespace}/endpoints'],
  }),
  'k8s.getEndpoints': bind({
    grant: 'get endpoints',
    calls: ['GET /api/v1/namespaces/{namespace}/endpoints/{name}'],
  }),
  'k8s.getDeployment': bind({
    grant: 'get deployments.apps',
    calls: ['GET /apis/apps/v1/namespaces/{namespace}/deployments/{name}'],
    redactions: ofContainers,
  }),
  'k8s.listIngresses': bind({
    grant: 'list ingresses.networking.k8s.io',
    calls: [
      'GET /apis/networking.k8s.io/v1/ingresses',
      'GET /apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses',
    ],
  }),
  'k8s.getIngress': bind({
    grant: 'get ingresses.networking.k8s.io',
    calls: ['GET /apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses/{name}'],
  }),
} as const satisfies Partial<Record<OperationName, OperationDeclaration>>;

export const operationNames = Object.keys(declarations) as (keyof typeof declarations)[];
