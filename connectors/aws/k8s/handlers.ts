/** The handlers of `k8s.*`, put together. */
import { clusterHandlers } from './clusters.ts';
import { nodeGroupHandlers } from './node-groups.ts';

export const k8sHandlers = { ...clusterHandlers, ...nodeGroupHandlers };
