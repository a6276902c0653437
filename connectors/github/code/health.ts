import type { Finding } from '../../../src/connector/connector.ts';
import type { GithubContext } from '../context.ts';
import { permissionCheck, Rows, selectRepositories } from '../health/check-permission.ts';
import { findRepository } from '../health/find-repository.ts';
import { isEmptyRepository, orNothing } from './empty-repository.ts';
import { code } from './manifest.ts';

export const codeChecks = {
  metadata: {
    async run(context: GithubContext): Promise<Finding> {
      const repository = await findRepository(context);
      if (repository !== undefined) {
        return { status: 'ok', summary: 'Repositories are visible.', held: ['Metadata: read'] };
      }
      return {
        status: 'degraded',
        summary: 'The credential is accepted, and no repository is visible.',
        remedy: selectRepositories(context),
      };
    },
  },

  contents: permissionCheck(code.checks.contents, {
    shows: 'Commits can be listed',
    schema: orNothing(Rows),
    orMessage: isEmptyRepository,
  }),

  pull_requests: permissionCheck(code.checks.pull_requests, { shows: 'Pull requests can be listed', schema: Rows }),
};
