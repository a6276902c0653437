/** The checks: the kind of the token, and for each permission the read that its operations make. */
import type { Checks } from '../../src/connector/connector.ts';
import { ciChecks } from './ci/health.ts';
import { codeChecks } from './code/health.ts';
import type { GithubManifest } from './context.ts';
import { checkToken } from './health/token-check.ts';
import { issuesChecks } from './issues/health.ts';
import { securityChecks } from './security/health.ts';

export const checks = {
  fine_grained_token: { run: checkToken },
  ...codeChecks,
  ...ciChecks,
  ...securityChecks,
  ...issuesChecks,
} satisfies Checks<GithubManifest>;
