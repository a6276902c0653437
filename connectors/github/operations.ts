import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { checkOperations } from './ci/operations/checks-of-revision.ts';
import { workflowRunOperations } from './ci/operations/workflow-runs.ts';
import { protectionOperations } from './security/operations/branch-protection.ts';
import { commitOperations } from './code/operations/commits.ts';
import { contentOperations } from './code/operations/content.ts';
import { pullRequestOperations } from './code/operations/pull-requests.ts';
import { refOperations } from './code/operations/refs.ts';
import { repositoryOperations } from './code/operations/repositories.ts';
import { searchOperations } from './code/operations/search.ts';
import type { GithubManifest } from './context.ts';
import { issueOperations } from './issues/operations/create-issue.ts';
import { alertOperations } from './security/operations/dependabot-alerts.ts';

export const operations = {
  ...alertOperations,
  ...checkOperations,
  ...commitOperations,
  ...contentOperations,
  ...issueOperations,
  ...protectionOperations,
  ...pullRequestOperations,
  ...refOperations,
  ...repositoryOperations,
  ...searchOperations,
  ...workflowRunOperations,
} satisfies ConnectorOperations<GithubManifest>;
