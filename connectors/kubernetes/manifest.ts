/** Inside any cluster of Kubernetes: its own role says what may be read there. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { declareOperations, declareRightsCheck, operationNames } from './cluster/declarations.ts';
import { clusterForbidden, clusterGrants } from './cluster/grants.ts';
import { variables } from './variables.ts';

export const manifest = {
  id: 'kubernetes',
  title: 'Kubernetes',
  summary: 'Reads pods, services, endpoints, deployments and ingresses inside any cluster of Kubernetes.',
  vendorDocs: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/',
  config: variables,
  credentials: [
    {
      id: 'pod',
      title: 'Service account of the pod (`KUBERNETES_IN_CLUSTER`)',
      verdict: 'recommended',
      note: 'For the cluster that the Agent runs in. Kubernetes rotates the token by itself; no secret to store.',
    },
    {
      id: 'service_account_token',
      title: 'Token of a service account, in a kubeconfig or by itself',
      prefix: 'eyJ',
      verdict: 'accepted',
      note: 'For a cluster elsewhere. A token of a Secret does not expire: rotate it.',
    },
    {
      id: 'client_certificate',
      title: 'Client certificate in a kubeconfig',
      verdict: 'accepted',
      note: 'Cannot be revoked before it expires. Its user, or one of its groups, needs the cluster role.',
    },
    {
      id: 'exec',
      title: 'Exec plug-in or auth-provider in a kubeconfig',
      verdict: 'rejected',
      note: 'Would run a program on the machine of the Agent. Use the token of a service account instead.',
    },
    {
      id: 'basic',
      title: 'User and password, or impersonation, in a kubeconfig',
      verdict: 'rejected',
      note: 'Clusters have not accepted passwords since version 1.19; impersonation is a right that nothing here needs.',
    },
  ],
  grants: clusterGrants,
  forbidden: [
    ...clusterForbidden,
    {
      grant: 'system:masters',
      because: 'A group that passes every check of rights, as the certificate of an administrator has it.',
    },
    {
      grant: 'cluster-admin',
      because: 'A cluster role that may change everything; no operation changes anything.',
    },
    {
      grant: 'view',
      because: 'A cluster role that also reads config maps and the logs of pods; no operation reads these.',
    },
  ],
  operations: declareOperations(),
  checks: {
    server: {
      proves:
        'The API server is reached with a certificate that is trusted, accepts the credential, and is recent enough.',
      grants: [],
      upstream: ['GET /version'],
      affects: operationNames,
    },
    cluster_rights: declareRightsCheck(),
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 16 << 20 },
  reach: {
    hosts: /^.+$/u,
    words: 'the API server in the kubeconfig, or that of the cluster of the pod',
    override: 'KUBERNETES_URL',
  },
  skipped: 'no cluster configured',
} as const satisfies Manifest;
