/** How this connector finds its cluster. */
import type { ClusterFinder } from './cluster/cluster.ts';
import type { KubernetesContext } from './context.ts';
import { explain } from './explain.ts';
import { findCluster, type FoundCluster, nameOf } from './find-cluster.ts';
import { symptoms } from './symptoms.ts';

export const finder: ClusterFinder<KubernetesContext, FoundCluster> = {
  variable: 'KUBERNETES_CLUSTER',
  symptoms,
  nameOf,
  find: findCluster,
  explain,
};
