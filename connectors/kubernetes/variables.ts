/** Which cluster is read, in one of three ways: a kubeconfig, the pod of the Agent, or an address with a token. */
import type { Variable } from '../../src/connector/manifest.ts';

export const variables = {
  KUBERNETES_KUBECONFIG: {
    kind: 'secret',
    need: { without: ['KUBERNETES_IN_CLUSTER', 'KUBERNETES_URL', 'KUBERNETES_TOKEN'] },
    description:
      'A kubeconfig whose user has a token or a client certificate. Paths in it are relative to its file. One file: lists are not merged.',
    example: 'apiVersion: v1…',
  },
  KUBERNETES_CONTEXT: {
    kind: 'text',
    need: 'optional',
    pattern: /^[^\p{C}\s][^\p{C}]{0,252}$/u,
    patternWords: 'the name of one context',
    description: 'Context of the kubeconfig to read; default: its current-context.',
    example: 'shop-production',
  },
  KUBERNETES_IN_CLUSTER: {
    kind: 'text',
    need: 'optional',
    pattern: /^true$/u,
    patternWords: 'true, or left out',
    description: 'Set to true to read the cluster that the Agent runs in, as the service account of its pod.',
    example: 'true',
  },
  KUBERNETES_SERVICE_ACCOUNT_FOLDER: {
    kind: 'text',
    need: 'optional',
    pattern: /^\/[^\p{C}]{1,400}$/u,
    patternWords: 'an absolute path',
    description:
      'With KUBERNETES_IN_CLUSTER: folder of token and ca.crt; default: /var/run/secrets/kubernetes.io/serviceaccount.',
    example: '/var/run/secrets/farol-own-cluster',
  },
  KUBERNETES_URL: {
    kind: 'url',
    need: { with: 'KUBERNETES_TOKEN' },
    description: 'Address of the API server, with KUBERNETES_TOKEN and instead of a kubeconfig.',
    example: 'https://kubernetes.example.com:6443',
  },
  KUBERNETES_CA: {
    kind: 'secret',
    need: 'optional',
    description:
      'With KUBERNETES_URL: PEM of the authority of its certificate, and then no other is trusted. Not secret in itself.',
    example: '-----BEGIN CERTIFICATE-----…',
  },
  KUBERNETES_TOKEN: {
    kind: 'secret',
    need: { without: ['KUBERNETES_KUBECONFIG', 'KUBERNETES_IN_CLUSTER'] },
    description: 'Token of a service account that has the cluster role, with KUBERNETES_URL.',
    example: 'eyJhbGciOiJSUzI1NiIs…',
  },
  KUBERNETES_CLUSTER: {
    kind: 'text',
    need: 'optional',
    pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/u,
    patternWords: 'a name: letters, digits, hyphens and underscores',
    description:
      'Name under which the cluster is asked for; default: that of the cluster in the kubeconfig, or kubernetes.',
    example: 'shop',
  },
} as const satisfies Readonly<Record<string, Variable>>;
