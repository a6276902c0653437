/** The operations of `compute.*` and `k8s.*`, put together. */
import { autoScalingGroupOperations } from './operations/auto-scaling-groups.ts';
import { containerImageOperations } from './operations/container-images.ts';
import { ecsClusterOperations } from './operations/ecs-clusters.ts';
import { eventSourceMappingOperations } from './operations/event-source-mappings.ts';
import { functionOperations } from './operations/functions.ts';
import { imageRepositoryOperations } from './operations/image-repositories.ts';
import { imageOperations } from './operations/images.ts';
import { instanceOperations } from './operations/instances.ts';
import { clusterOperations } from './operations/k8s/clusters.ts';
import { nodeGroupOperations } from './operations/k8s/node-groups.ts';
import { snapshotOperations } from './operations/snapshots.ts';
import { volumeOperations } from './operations/volumes.ts';

export const computeOperations = {
  ...autoScalingGroupOperations,
  ...containerImageOperations,
  ...ecsClusterOperations,
  ...eventSourceMappingOperations,
  ...functionOperations,
  ...imageRepositoryOperations,
  ...imageOperations,
  ...instanceOperations,
  ...clusterOperations,
  ...nodeGroupOperations,
  ...snapshotOperations,
  ...volumeOperations,
};
