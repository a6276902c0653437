/** The operations of `ci.*`, put together. */
import { checkOperations } from './operations/checks-of-revision.ts';
import { workflowRunOperations } from './operations/workflow-runs.ts';

export const ciOperations = {
  ...checkOperations,
  ...workflowRunOperations,
};
