/** The operations of `compute.*`, put together. */
import { autoScalingGroupOperations } from './operations/auto-scaling-groups.ts';
import { containerImageOperations } from './operations/container-images.ts';
import { ecsClusterOperations } from './operations/ecs-clusters.ts';
import { eventSourceMappingOperations } from './operations/event-source-mappings.ts';
import { functionOperations } from './operations/functions.ts';
import { imageRepositoryOperations } from './operations/image-repositories.ts';
import { imageOperations } from './operations/images.ts';
import { instanceOperations } from './operations/instances.ts';
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
  ...snapshotOperations,
  ...volumeOperations,
};
