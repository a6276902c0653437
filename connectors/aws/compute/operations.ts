/** The operations of `compute.*`, put together. */
import { autoScalingGroupOperations } from './auto-scaling-groups.ts';
import { containerImageOperations } from './container-images.ts';
import { ecsClusterOperations } from './ecs-clusters.ts';
import { eventSourceMappingOperations } from './event-source-mappings.ts';
import { functionOperations } from './functions.ts';
import { imageRepositoryOperations } from './image-repositories.ts';
import { imageOperations } from './images.ts';
import { instanceOperations } from './instances.ts';
import { snapshotOperations } from './snapshots.ts';
import { volumeOperations } from './volumes.ts';

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
