/** The checks: the kind of the token, and for each permission the read that its operations make. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import type { GithubContext, GithubManifest } from './context.ts';
import { findRepository } from './health/find-repository.ts';
import { checkPermission, type Permission, permissions } from './health/check-permission.ts';
import { checkToken } from './health/token-check.ts';

const check = (permission: Permission): { run(context: GithubContext): Promise<Finding> } => ({
  run: (context) => checkPermission(context, permission),
});

export const checks: Checks<GithubManifest> = {
  fine_grained_token: { run: checkToken },

  metadata: {
    async run(context) {
      const repository = await findRepository(context);
      if (repository !== undefined) {
        return { status: 'ok', summary: 'Repositories are visible.', held: ['Metadata: read'] };
      }
      return {
        status: 'degraded',
        summary: 'The token is taken, and no repository is visible.',
        remedy:
          'Select repositories for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.',
      };
    },
  },

  contents: check(permissions.contents),
  pull_requests: check(permissions.pull_requests),
  actions: check(permissions.actions),
  checks: check(permissions.checks),
  administration: check(permissions.administration),
  dependabot_alerts: check(permissions.dependabot_alerts),
  issues: check(permissions.issues),
};
