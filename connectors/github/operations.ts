/** The operations of every domain, put together. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { ciOperations } from './ci/operations.ts';
import { codeOperations } from './code/operations.ts';
import type { GithubManifest } from './context.ts';
import { issuesOperations } from './issues/operations.ts';
import { securityOperations } from './security/operations.ts';

export const operations = {
  ...ciOperations,
  ...codeOperations,
  ...issuesOperations,
  ...securityOperations,
} satisfies ConnectorOperations<GithubManifest>;
