/** The operations of issues, put together. */
import { issueOperations } from './operations/create-issue.ts';

export const issuesOperations = {
  ...issueOperations,
};
