/** The operations of `security.*`, put together. */
import { accessKeyOperations } from './operations/access-keys.ts';

export const securityOperations = {
  ...accessKeyOperations,
};
