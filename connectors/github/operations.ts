import type { Handlers } from '../../src/connector/connector.ts';
import { checkHandlers } from './ci/checks-of-revision.ts';
import { workflowRunHandlers } from './ci/workflow-runs.ts';
import { protectionHandlers } from './code/branch-protection.ts';
import { commitHandlers } from './code/commits.ts';
import { contentHandlers } from './code/content.ts';
import { pullRequestHandlers } from './code/pull-requests.ts';
import { refHandlers } from './code/refs.ts';
import { repositoryHandlers } from './code/repositories.ts';
import { searchHandlers } from './code/search.ts';
import type { GithubManifest } from './context.ts';
import { issueHandlers } from './issues/create-issue.ts';
import { alertHandlers } from './security/dependabot-alerts.ts';

export const handlers = {
  ...alertHandlers,
  ...checkHandlers,
  ...commitHandlers,
  ...contentHandlers,
  ...issueHandlers,
  ...protectionHandlers,
  ...pullRequestHandlers,
  ...refHandlers,
  ...repositoryHandlers,
  ...searchHandlers,
  ...workflowRunHandlers,
} satisfies Handlers<GithubManifest>;
