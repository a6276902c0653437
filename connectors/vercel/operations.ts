/** Deployments and projects in the words of the catalog. */
import type { Handlers } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { openVercel, type VercelContext } from './client.ts';
import type { manifest } from './manifest.ts';
import { toDeployment } from './to-deployment.ts';
import { toProject, toWholeProject } from './to-project.ts';
import { vendorStates } from './states.ts';

export const handlers = {
  'deploy.listDeployments': {
    async run({ project, states, target, branch, commitId, window: asked, limit, cursor }, { window, ...context }) {
      const about = ['deploy.listDeployments', project, states, target, branch, commitId, asked];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { deployments, pagination } = await openVercel(context).listDeployments({
        projectId: project,
        state: states?.map((state) => vendorStates[state]).join(','),
        target,
        branch,
        sha: commitId,
        since: window === undefined ? undefined : String(window.fromMs),
        // The next page begins before the place that the last one named.
        until: from ?? (window === undefined ? undefined : String(window.toMs)),
        limit: String(limit),
      });
      return {
        data: { deployments: deployments.map(toDeployment) },
        complete: true,
        ...(deployments.length === 0 && { because: noneOf(context, 'deployment', from !== undefined) }),
        ...continueAt(about, { from, next: placeOf(pagination.next) }),
      };
    },
  },

  'deploy.listProjects': {
    async run({ search, limit, cursor }, context) {
      const about = ['deploy.listProjects', search];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { projects, pagination } = await openVercel(context).listProjects({ search, from, limit: String(limit) });
      return {
        data: { projects: projects.map(toProject) },
        complete: true,
        ...(projects.length === 0 && { because: noneOf(context, 'project', from !== undefined) }),
        ...continueAt(about, { from, next: placeOf(pagination.next) }),
      };
    },
  },

  'deploy.getProject': {
    async run({ project }, context) {
      const answer = await openVercel(context).getProject(project);
      return { data: { project: toWholeProject(answer) }, complete: true, truncated: false };
    },
  },
} satisfies Handlers<typeof manifest>;

/** A personal token without a team reads the personal account, where nothing may be: the sentence says which was read. */
function noneOf({ config }: VercelContext, what: string, isLater: boolean): string {
  const team = config.text('VERCEL_TEAM_ID');
  const where =
    team === undefined
      ? 'the personal account of the token. For those of a team set VERCEL_TEAM_ID'
      : `the team ${team}, as far as the token sees it`;
  return `The read was allowed, and there is no ${isLater ? 'further ' : ''}${what} that matches in ${where}.`;
}

function placeOf(next: string | number | null | undefined): string | undefined {
  return next === null || next === undefined ? undefined : String(next);
}
