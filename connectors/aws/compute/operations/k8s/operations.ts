/** The operations of `k8s.*`, put together. */
import { clusterOperations } from './clusters.ts';
import { nodeGroupOperations } from './node-groups.ts';

export const k8sOperations = { ...clusterOperations, ...nodeGroupOperations };
