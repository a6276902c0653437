/** The operations of repositories, code and pull requests, put together. */
import { commitOperations } from './operations/commits.ts';
import { contentOperations } from './operations/content.ts';
import { pullRequestOperations } from './operations/pull-requests.ts';
import { refOperations } from './operations/refs.ts';
import { repositoryOperations } from './operations/repositories.ts';
import { searchOperations } from './operations/search.ts';

export const codeOperations = {
  ...commitOperations,
  ...contentOperations,
  ...pullRequestOperations,
  ...refOperations,
  ...repositoryOperations,
  ...searchOperations,
};
