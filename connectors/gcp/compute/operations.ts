/** The operations of `compute.*`, put together. */
import { functionOperations } from './operations/functions.ts';
import { imageOperations } from './operations/images.ts';
import { instanceGroupOperations } from './operations/instance-groups.ts';
import { instanceOperations } from './operations/instances.ts';
import { serverlessOperations } from './operations/serverless-services.ts';
import { volumeOperations } from './operations/volumes.ts';

export const computeOperations = {
  ...functionOperations,
  ...imageOperations,
  ...instanceGroupOperations,
  ...instanceOperations,
  ...serverlessOperations,
  ...volumeOperations,
};
