/** Deployments and projects in the words of the catalog. */
import { z } from 'zod';
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor, decodePlace } from '../../src/connector/cursor.ts';
import { listProjects, openVercel, type VercelContext } from './client.ts';
import type { manifest } from './manifest.ts';
import { DeploymentsAnswer, Project } from './schema.ts';
import { toDeployment } from './to-deployment.ts';
import { toProject, toWholeProject } from './to-project.ts';
import { vendorStates } from './states.ts';

/** Before when the next page begins, and the window of the first page: one that is relative to now would move meanwhile. */
const Place = z.strictObject({
  until: z.int(),
  within: z.strictObject({ fromMs: z.int(), toMs: z.int() }).optional(),
});
const toText = (until: number, within: ResolvedWindow | undefined): string =>
  JSON.stringify({ until, within: within && { fromMs: within.fromMs, toMs: within.toMs } });

export const operations = {
  'deploy.listDeployments': {
    async run({ project, states, target, branch, commitId, window: asked, limit, cursor }, { window, ...context }) {
      const about = ['deploy.listDeployments', project, states, target, branch, commitId, asked];
      const place = cursor === undefined ? undefined : decodePlace(about, cursor, Place);
      const within = place === undefined ? window : place.within;
      const before = place?.until ?? (within === undefined ? undefined : within.toMs + 1);
      const { deployments: read, pagination } = await openVercel(context).get(DeploymentsAnswer, '/v6/deployments', {
        projectId: project,
        state: states?.map((state) => vendorStates[state]).join(','),
        target,
        branch,
        sha: commitId,
        // The vendor documents both as exclusive, and ours belong to the window.
        since: within === undefined ? undefined : String(Math.max(0, within.fromMs - 1)),
        until: before === undefined ? undefined : String(before),
        limit: String(limit),
      });
      const deployments = read.filter(
        ({ created }) => within === undefined || (created >= within.fromMs && created <= within.toMs),
      );
      const { next } = pagination;
      return {
        data: { deployments: deployments.map(toDeployment) },
        complete: true,
        ...(deployments.length === 0 && {
          because: next == null ? noneOf(context, 'deployment', place !== undefined) : readsOn,
        }),
        ...continueAt(about, {
          from: place && toText(place.until, place.within),
          next: next == null ? undefined : toText(next, within),
        }),
      };
    },
  },

  'deploy.listProjects': {
    async run({ search, limit, cursor }, context) {
      const about = ['deploy.listProjects', search];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { projects, pagination } = await listProjects(context, { search, from, limit: String(limit) });
      return {
        data: { projects: projects.map(toProject) },
        complete: true,
        ...(projects.length === 0 && {
          because: pagination.next == null ? noneOf(context, 'project', from !== undefined) : readsOn,
        }),
        ...continueAt(about, { from, next: placeOf(pagination.next) }),
      };
    },
  },

  'deploy.getProject': {
    async run({ project }, context) {
      const answer = await openVercel(context).get(Project, `/v9/projects/${encodeURIComponent(project)}`);
      return { data: { project: toWholeProject(answer) }, complete: true, truncated: false };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

const readsOn = 'Nothing on this page matches; continue with nextCursor.';

/** A personal token without a team reads the personal account, where nothing may be: the sentence says which was read. */
function noneOf({ config }: VercelContext, what: string, isLater: boolean): string {
  const team = config.text('VERCEL_TEAM_ID');
  const where =
    team === undefined
      ? 'the personal account of the token. For those of a team, set VERCEL_TEAM_ID'
      : `the team ${team}, as far as the token sees it`;
  return `The read was allowed, and there is no ${isLater ? 'further ' : ''}${what} that matches in ${where}.`;
}

function placeOf(next: string | number | null | undefined): string | undefined {
  return next === null || next === undefined ? undefined : String(next);
}
