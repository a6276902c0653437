import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { checkOperations } from './ci/checks-of-revision.ts';
import { workflowRunOperations } from './ci/workflow-runs.ts';
import { protectionOperations } from './code/branch-protection.ts';
import { commitOperations } from './code/commits.ts';
import { contentOperations } from './code/content.ts';
import { pullRequestOperations } from './code/pull-requests.ts';
import { refOperations } from './code/refs.ts';
import { repositoryOperations } from './code/repositories.ts';
import { searchOperations } from './code/search.ts';
import type { GithubManifest } from './context.ts';
import { issueOperations } from './issues/create-issue.ts';
import { alertOperations } from './security/dependabot-alerts.ts';

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
