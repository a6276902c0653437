/** What the Agent may read in a cluster, and no more: the role, the group that holds it, and the entry that maps an identity to the group. */
export const clusterRoleName = 'farol-read';
/** Group that the access entry of the Agent's identity names. */
export const groupName = 'farol-read';

export interface ClusterRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly ('get' | 'list')[];
}

export const clusterRules = [
  { apiGroups: [''], resources: ['pods', 'services', 'endpoints'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: ['get', 'list'] },
] as const satisfies readonly ClusterRule[];
