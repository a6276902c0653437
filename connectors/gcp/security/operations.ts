/** The operations of `security.*`, put together. */
import { accessKeyOperations } from './operations/access-keys.ts';
import { findingOperations } from './operations/findings.ts';

export const securityOperations = {
  ...accessKeyOperations,
  ...findingOperations,
};
