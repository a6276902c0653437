/** The handlers of `compute.*`, put together. */
import { autoScalingGroupHandlers } from './auto-scaling-groups.ts';
import { containerImageHandlers } from './container-images.ts';
import { ecsClusterHandlers } from './ecs-clusters.ts';
import { eventSourceMappingHandlers } from './event-source-mappings.ts';
import { functionHandlers } from './functions.ts';
import { imageRepositoryHandlers } from './image-repositories.ts';
import { imageHandlers } from './images.ts';
import { instanceHandlers } from './instances.ts';
import { snapshotHandlers } from './snapshots.ts';
import { volumeHandlers } from './volumes.ts';

export const computeHandlers = {
  ...autoScalingGroupHandlers,
  ...containerImageHandlers,
  ...ecsClusterHandlers,
  ...eventSourceMappingHandlers,
  ...functionHandlers,
  ...imageRepositoryHandlers,
  ...imageHandlers,
  ...instanceHandlers,
  ...snapshotHandlers,
  ...volumeHandlers,
};
