/** The checks read as the operations do: a token of one project cannot identify its owner, and works. */
import type { Checks } from '../../src/connector/connector.ts';
import { Fault, type FaultKind } from '../../src/core/fault.ts';
import { listProjects, openVercel } from './client.ts';
import type { manifest } from './manifest.ts';
import { DeploymentsAnswer, UserAnswer } from './schema.ts';

/** Whatever else keeps Vercel from telling whose the token is says nothing about it. */
const refusals = new Set<FaultKind>([
  'credential_rejected',
  'permission_missing',
  'not_configured',
  'not_found_or_hidden',
]);

export const checks = {
  token: {
    async run(context) {
      const { get } = openVercel(context);
      try {
        const { user } = await get(UserAnswer, '/v2/user');
        const who = user.username ? `The token belongs to ${user.username}.` : 'The token is accepted.';
        return {
          status: 'ok',
          summary: `${who} It has the permissions of the role of its owner: Vercel does not list them.`,
        };
      } catch (error) {
        if (!(error instanceof Fault) || !refusals.has(error.kind)) throw error;
        // Refused here is also a token that belongs to one project: reading decides.
        await get(DeploymentsAnswer, '/v6/deployments', { limit: '1' });
        return { status: 'ok', summary: 'The token can read, but does not name its owner: it belongs to a project.' };
      }
    },
  },

  deployments_read: {
    async run(context) {
      const { deployments } = await openVercel(context).get(DeploymentsAnswer, '/v6/deployments', { limit: '1' });
      const summary =
        deployments.length === 0 ? 'Deployments can be listed, but there are none.' : 'Deployments can be listed.';
      return { status: 'ok', summary, held: ['team token'] };
    },
  },

  projects_read: {
    async run(context) {
      const { projects } = await listProjects(context, { limit: '1' });
      const summary = projects.length === 0 ? 'Projects can be listed, but there are none.' : 'Projects can be listed.';
      return { status: 'ok', summary, held: ['team token'] };
    },
  },
} satisfies Checks<typeof manifest>;
