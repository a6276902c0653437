/** The operations of `k8s.*`, put together. */
import { clusterOperations } from './operations/clusters.ts';
import { nodeGroupOperations } from './operations/node-groups.ts';

export const kubernetesOperations = {
  ...clusterOperations,
  ...nodeGroupOperations,
};
